import Diagnostics
import DocumentModel
import Geodesy
import Rendering
import Resolving

/// A rendition and the document that asks for it.
struct PlacedRendition: Sendable {
  let document: String
  let rendition: Rendition
}

/// Renderings that would overwrite one another in an order that nobody chose, or what they are made from.
struct Collisions: Sendable {
  /// At each rendering but the first of a path, and at each that would overwrite an input.
  private(set) var findings: [Diagnostic] = []
  /// Of the pictures concerned; absolute.
  private(set) var paths: Set<String> = []

  /// - Parameter inputs: What documents are made from: themselves, templates, project files, data. Absolute.
  init(among renditions: [PlacedRendition], inputs: Set<String>) {
    var first: [String: PlacedRendition] = [:]
    for one in renditions {
      let picture = PathResolution.absolute(one.rendition.path)
      for path in one.rendition.writtenPaths {
        if inputs.contains(path) {
          findings.append(.overwritesInput(path, one))
          paths.insert(picture)
        } else if let earlier = first[path] {
          // Of one reference there is one `.prj`, whoever writes it.
          if path.hasSuffix(".prj"), path != picture, path != PathResolution.absolute(earlier.rendition.path) {
            continue
          }
          findings.append(.sameOutput(path, one, earlier))
          paths.formUnion([picture, PathResolution.absolute(earlier.rendition.path)])
        } else {
          first[path] = one
        }
      }
    }
  }
}

extension Rendition {
  /// The picture and what lies beside it; absolute.
  fileprivate var writtenPaths: [String] {
    let sidecars = georeference == .worldfile ? WorldFile.paths(beside: path) : []
    return ([path] + sidecars).map(PathResolution.absolute)
  }
}

extension CheckedDocument {
  /// What the document is made from; absolute.
  var inputs: Set<String> {
    guard let document = opened?.document else { return [] }
    let data = document.layers.flatMap(\.leaves).flatMap { layer -> [String] in
      if case .tiled(let kind, _) = layer.content { kind.localFiles } else { [] }
    }
    let files = document.files.map(\.path) + data + [document.projectRoot + "/.mapdoc.yaml"]
    return Set(files.map(PathResolution.absolute))
  }
}

extension Rendition {
  /// What the format cannot hold of a picture of this size.
  ///
  /// - Parameter resolver: Of the rendition's document.
  func findings(in resolver: Resolver) -> [Diagnostic] {
    let canvas = resolver.canvas(of: choice)
    var findings: [Diagnostic] = []
    let size = canvas.pixelSize
    let limit = PictureFile.largestSide(of: format)
    // What no picture may be large enough for is said of the canvas (MD508), not of each format.
    let side = max(size.width, size.height)
    if side > limit, side <= resolver.pictureBounds.side {
      findings.append(.tooLarge(size, format: format, limit: limit, at: range))
    }
    if PictureFile.losesTransparency(canvas.background, as: format) {
      findings.append(.transparencyLost(path, at: range))
    }
    if georeference == .worldfile, let reference = resolver.reference, reference.isChineseOffset {
      findings.append(.notDescribable(reference, path, at: range))
    }
    return findings
  }
}

extension Diagnostic {
  fileprivate static func overwritesInput(_ path: String, _ one: PlacedRendition) -> Diagnostic {
    Diagnostic(
      .sameOutput, "the output would overwrite `\(PathResolution.shown(path))`, which maps are made from",
      at: one.rendition.range, hint: Hint("give the output another `path`"))
  }

  fileprivate static func sameOutput(_ path: String, _ one: PlacedRendition, _ earlier: PlacedRendition) -> Diagnostic {
    let line = earlier.rendition.range.start.line
    let place = earlier.document == one.document ? "line \(line)" : "`\(earlier.document)`, line \(line)"
    return Diagnostic(
      .sameOutput, "`\(PathResolution.shown(path))` is already written by the output at \(place)",
      at: one.rendition.range,
      hint: Hint("give one of them another `path`, or put `${map}` or `${bookmark}` into it"))
  }

  fileprivate static func tooLarge(_ size: PixelSize, format: OutputFormat, limit: Int, at range: SourceRange)
    -> Diagnostic
  {
    Diagnostic(
      .tooLargeForFormat,
      "the picture is \(size.width) x \(size.height) pixels, and \(format.rawValue) ends at \(limit) a side", at: range,
      hint: Hint("write a `.png`, or take a smaller `size` or `dpi`"))
  }

  fileprivate static func notDescribable(
    _ reference: SpatialReference, _ path: String, at range: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .referenceWithoutDefinition,
      "`\(path)` is to have a world file, and \(reference), which the map is in, has no definition that its `.prj` could hold",
      at: range,
      hint: Hint(
        "take `georeference` out, or give the map `srs: EPSG:3857` and its basemap `reproject: always`"))
  }

  fileprivate static func transparencyLost(_ path: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .transparencyLost, "`\(path)` is a JPEG, which has no transparency: the background becomes white", at: range,
      hint: Hint("give `canvas.background` a colour, or write a `.png` or `.webp`"))
  }
}
