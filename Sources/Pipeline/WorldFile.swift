import DocumentModel
import FoundationEssentials
import Geodesy
import Rendering

/// Six numbers that place a picture on the ground, for GIS programs (Esri's world file), and the reference as `.prj`, in
/// Esri's dialect of WKT 1, which they all read.
struct WorldFile: Sendable {
  let view: MapView

  init(of view: MapView) { self.view = view }

  /// The step to the right along x and y, the step down along x and y, and the *centre* of the top left pixel.
  var text: String {
    if !view.axes.areUpright {
      let start = view.ground(at: PicturePoint(x: 0.5, y: 0.5))
      let (cosine, sine) = (view.axes.cosine * view.resolution, view.axes.sine * view.resolution)
      return [cosine, sine, sine, -cosine, start.x, start.y].map { "\($0)\n" }.joined()
    }
    let extent = view.extent
    let numbers = [
      view.resolution, 0, 0, -view.resolution, extent.xmin + view.resolution / 2, extent.ymax - view.resolution / 2,
    ]
    return numbers.map { "\($0)\n" }.joined()
  }

  /// `NAME.pgw` (`.jgw`, `.wld` for other formats) and `NAME.prj`.
  static func paths(beside picture: String) -> [String] {
    let suffix = ["png": "pgw", "jpg": "jgw", "jpeg": "jgw"][PathResolution.suffix(of: picture).lowercased()] ?? "wld"
    return [suffix, "prj"].map { FilePaths.replacingSuffix(of: picture, with: $0) }
  }

  /// Writes both beside the picture.
  func write(beside picture: String) throws(OutputError) {
    let paths = Self.paths(beside: picture)
    let reference: String
    do throws(GeodesyError) {
      reference = try view.reference.esriWKT()
    } catch {
      throw .cannotWrite(path: paths[1], reason: error.description)
    }
    try write(text, to: paths[0])
    try write(reference + "\n", to: paths[1])
  }

  private func write(_ text: String, to path: String) throws(OutputError) {
    do {
      try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw .cannotWrite(path: path, reason: FilePaths.reason(error))
    }
  }
}
