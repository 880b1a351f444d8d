import DocumentModel

/// Looks at what a raster is made of before GDAL opens it: files of this disk alone.
///
/// A VRT names other files, which GDAL would open wherever they are. Those below the folder of the VRT are let through; what
/// names an address, another place of the disk, or a program to run is refused. So is a file of HDF that takes from others.
enum RasterGuard {
  /// GDAL has been opened before.
  /// - Throws: `notFound`; `unreadable` for what is no file, and for one that names what it must not; `otherKind`.
  static func check(_ path: String) throws(SourceError) {
    switch LocalFile.kind(of: path) {
    case nil: throw .notFound(path: path)
    case .file: break
    case .folder: throw .unreadable(path: path, place: nil, reason: "a folder stands where a raster is expected")
    case .other:
      throw .unreadable(path: path, place: nil, reason: "a device or a pipe stands where a raster is expected")
    }
    guard isVRT(path) else { return try RasterContainer.check(path) }
    var check = VRTCheck(folder: LocalFile.resolved(LocalFile.folder(of: path)))
    try check.check(path, depth: 0)
  }

  /// As GDAL finds out: by the name, or by an element at the start.
  fileprivate static func isVRT(_ path: String) -> Bool {
    let head = LocalFile.head(of: path, count: 1024) ?? []
    return head.firstRange(of: Array("<VRTDataset".utf8)) != nil
      || PathResolution.suffix(of: path).lowercased() == "vrt"
  }
}

/// Goes through a VRT and those that it names.
private struct VRTCheck {
  /// That of the first one, behind all links.
  let folder: String
  private var seen: Set<String> = []
  /// The VRT that is looked at, and those that name it.
  private var open: [String] = []

  init(folder: String) { self.folder = folder }

  /// VRTs in each other.
  private static let mostDeep = 8
  /// `gdalbuildvrt` writes ten elements for each file.
  private static let limit = XMLElement.Limit(bytes: 64 << 20, elements: 1_000_000)
  private static let mostFiles = 100_000

  mutating func check(_ path: String, depth: Int) throws(SourceError) {
    guard depth < Self.mostDeep else {
      throw .unreadable(path: path, place: nil, reason: "VRTs lie more than \(Self.mostDeep) deep in each other")
    }
    guard let bytes = try LocalFile.bytes(of: path, limit: Self.limit.bytes) else { throw .notFound(path: path) }
    let root: XMLElement
    do throws(XMLElement.Failure) {
      root = try XMLElement.root(of: bytes, limit: Self.limit)
    } catch {
      throw .unreadable(path: path, place: error.line.map { "line \($0)" }, reason: error.reason)
    }
    open.append(LocalFile.resolved(path))
    defer { open.removeLast() }
    guard root.name == "VRTDataset" else {
      throw .otherKind(path: path, reason: "it is an XML document of <\(root.name.prefix(40))>, not a VRT")
    }
    try check(root, in: path, depth: depth)
  }

  /// Elements whose text is the name of a file.
  private static let naming: Set<String> = ["SourceFilename", "SourceDataset", "SourceName"]

  private mutating func check(_ element: XMLElement, in path: String, depth: Int) throws(SourceError) {
    if element.name == "PixelFunctionLanguage", element.text.lowercased() != "c" {
      throw .unreadable(
        path: path, place: "line \(element.line)",
        reason: "it holds a program in \(element.text.prefix(40)), which is not run"
      )
    }
    if Self.naming.contains(element.name) {
      let isRelative = (element.attributes["relativeToVRT"] ?? element.attributes["relativetoVRT"]) == "1"
      try check(name: element.text, isRelative: isRelative, line: element.line, in: path, depth: depth)
    } else if element.text.contains("/vsi") || element.text.contains("://") && !Self.isDescriptive(element.name) {
      throw .unreadable(
        path: path, place: "line \(element.line)",
        reason: "<\(element.name.prefix(40))> names what is no file beside it: `\(element.text.prefix(80))`")
    }
    for child in element.children { try check(child, in: path, depth: depth) }
  }

  /// Where an address may stand that nobody opens.
  private static func isDescriptive(_ name: String) -> Bool { ["MDI", "SRS", "Description"].contains(name) }

  private mutating func check(
    name: String, isRelative: Bool, line: Int, in path: String, depth: Int
  ) throws(SourceError) {
    let full = isRelative ? PathResolution.joined(LocalFile.folder(of: path), name) : name
    // What is no name of a file at all, as `NETCDF:a.nc:b` or a VRT written out, is no file either.
    guard case .file? = LocalFile.kind(of: full), !name.isEmpty else {
      throw .unreadable(
        path: path, place: "line \(line)", reason: "it names `\(name.prefix(80))`, and no file is there")
    }
    guard PathResolution.isBelow(folder, LocalFile.resolved(full)) else {
      throw .unreadable(
        path: path, place: "line \(line)",
        reason:
          "it names `\(name.prefix(80))`, which does not lie beside it or below its folder; a VRT is read with files "
          + "of its own folder alone")
    }
    guard !open.contains(LocalFile.resolved(full)) else {
      throw .unreadable(
        path: path, place: "line \(line)", reason: "it names `\(name.prefix(80))`, which is made of this VRT itself")
    }
    guard seen.insert(full).inserted else { return }
    guard seen.count <= Self.mostFiles else {
      throw .unreadable(path: path, place: nil, reason: "it names more than \(Self.mostFiles) files")
    }
    if RasterGuard.isVRT(full) { try check(full, depth: depth + 1) } else { try RasterContainer.check(full) }
  }
}
