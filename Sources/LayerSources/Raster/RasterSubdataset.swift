internal import CGDAL
import Diagnostics
import DocumentModel

/// One of the rasters that a file holds: a variable of netCDF, a data set of HDF, a further picture of a TIFF.
struct RasterSubdataset: Sendable, Hashable {
  /// As GDAL opens it: `NETCDF:"/data/a.nc":t2m`.
  let name: String
  /// As a document names it: `t2m`; `grid/heights`.
  let title: String
  /// What GDAL says of it: `[12x73x144] t2m (32-bit floating-point)`.
  let words: String

  /// What stands before the first colon of such names.
  static let formats: Set<String> = ["NETCDF", "HDF5", "HDF4_SDS", "HDF4_EOS", "HDF4_GR", "GTIFF_DIR", "BAG"]

  /// More are not looked at.
  private static let most = 1000

  /// - Parameter path: As the file was opened: names that do not hold it are not those of its parts.
  static func all(in dataset: OpaquePointer, of path: String, _ functions: mapdoc_gdal) -> [RasterSubdataset] {
    let items = functions.GDALGetMetadata(UnsafeMutableRawPointer(dataset), "SUBDATASETS")
    var names: [Int: String] = [:]
    var words: [Int: String] = [:]
    for text in CStrings.texts(of: items, most: 2 * most) {
      guard let sign = text.firstIndex(of: "="), text.hasPrefix("SUBDATASET_") else { continue }
      let key = text[..<sign].dropFirst("SUBDATASET_".count).split(separator: "_")
      guard key.count == 2, let number = Int(key[0]) else { continue }
      let value = String(text[text.index(after: sign)...])
      if key[1] == "NAME" { names[number] = value } else if key[1] == "DESC" { words[number] = value }
    }
    return names.sorted { $0.key < $1.key }.compactMap { number, name in
      guard name.contains(path), let title = title(name, path) else { return nil }
      return RasterSubdataset(name: name, title: title, words: String((words[number] ?? "").prefix(120)))
    }
  }

  /// What is left of a name without the format and the path: `NETCDF:"a.nc":t2m` is `t2m`, `GTIFF_DIR:2:a.tif` is `2`.
  static func title(_ name: String, _ path: String) -> String? {
    guard let colon = name.firstIndex(of: ":") else { return nil }
    let rest = name[name.index(after: colon)...].replacing("\"\(path)\"", with: "").replacing(path, with: "")
    let parts = rest.split(separator: ":").map { part in
      String(part.drop { $0 == "/" })
    }.filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: ":")
  }

  /// The part that a document names: by its title, by the last word of it where that is only one's, or as GDAL does.
  ///
  /// - Parameter isNeeded: The file is no raster by itself.
  /// - Returns: `nil` for the file itself.
  /// - Throws: `badKey`.
  static func chosen(
    _ wanted: String?, of parts: [RasterSubdataset], isNeeded: Bool, path: String
  ) throws(SourceError) -> RasterSubdataset? {
    guard let wanted else {
      if !isNeeded || parts.isEmpty { return nil }
      if parts.count == 1 { return parts[0] }
      throw .badKey(
        key: "path", reason: "`\(path)` holds \(parts.count) rasters, and one is drawn: \(listed(parts))",
        hint: "add `subdataset: \(YAMLText.scalar(parts[0].title))`, say")
    }
    if let exact = parts.first(where: { $0.title == wanted || $0.name == wanted }) { return exact }
    let last = parts.filter { $0.title.split { $0 == ":" || $0 == "/" }.last.map(String.init) == wanted }
    if last.count == 1 { return last[0] }
    if parts.isEmpty {
      throw .badKey(
        key: "subdataset", reason: "`\(path)` is one raster, and holds no others", hint: "take the key out")
    }
    throw .notOffered(wanted, "subdataset", key: "subdataset", known: parts.map(\.title))
  }

  /// The first of them, for messages.
  static func listed(_ parts: [RasterSubdataset]) -> String {
    let shown = parts.prefix(20).map { part in
      "`\(part.title)`" + (part.words.isEmpty ? "" : " (\(part.words))")
    }
    return shown.joined(separator: ", ") + (parts.count > 20 ? " and \(parts.count - 20) more" : "")
  }
}
