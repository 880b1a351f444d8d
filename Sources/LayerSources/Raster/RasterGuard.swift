internal import CGDAL
import DocumentModel

/// Looks at what a raster is made of before GDAL opens it: files of this disk alone, and of its own folder.
///
/// A VRT names other files, which GDAL would open wherever they are, and so do the sidecars and metadata of other formats. Those
/// below the folder of the raster are let through; what names an address, another place of the disk, or a program to run is
/// refused. So is a file of HDF that takes from others.
struct RasterGuard {
  /// Folders of what is read: that of the raster, and that of the file to which a link of its name leads.
  private let folders: Set<String>
  /// Paths by their bytes: names that look alike are two files.
  private var seen: Set<[UInt8]> = []
  /// The VRT that is looked at, and those that name it.
  private var open: [String] = []

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
    var guarding = RasterGuard(of: path)
    if isVRT(path) { try guarding.check(vrt: path, depth: 0) } else { try RasterContainer.check(path) }
    try guarding.checkSidecars(of: path, depth: 0)
  }

  private init(of path: String) {
    folders = [
      LocalFile.resolved(LocalFile.folder(of: path)), LocalFile.folder(of: LocalFile.resolved(path)),
    ]
  }

  /// As GDAL finds out: by the name, or by an element at the start.
  private static func isVRT(_ path: String) -> Bool {
    let head = LocalFile.head(of: path, count: 1024) ?? []
    return head.firstRange(of: Array("<VRTDataset".utf8)) != nil
      || PathResolution.suffix(of: path).lowercased() == "vrt"
  }

  private func isInside(_ path: String) -> Bool {
    let path = LocalFile.resolved(path)
    return folders.contains { PathResolution.isBelow($0, path) }
  }

  // MARK: - Files beside a raster

  /// What GDAL opens by the raster's own name, as rasters of any kind: smaller pictures, masks, statistics of Erdas.
  private static let sidecars = [".ovr", ".OVR", ".msk", ".MSK", ".aux", ".AUX"]

  private mutating func checkSidecars(of path: String, depth: Int) throws(SourceError) {
    let suffix = PathResolution.suffix(of: path)
    let stem = suffix.isEmpty ? path : String(path.dropLast(suffix.count + 1))
    let names = Self.sidecars.map { path + $0 } + [stem + ".aux", stem + ".AUX"]
    for name in names {
      guard case .file? = LocalFile.kind(of: name) else { continue }
      guard isInside(name) else {
        throw .unreadable(
          path: name, place: nil,
          reason:
            "it is a link out of the folder of `\(path)`, and a raster is read with files of its own folder alone")
      }
      try checkPart(name, depth: depth)
    }
  }

  /// A file that GDAL opens besides the one that the document names.
  private mutating func checkPart(_ path: String, depth: Int) throws(SourceError) {
    guard seen.insert(Array(path.utf8)).inserted else { return }
    guard seen.count <= Self.mostFiles else {
      throw .unreadable(path: path, place: nil, reason: "more than \(Self.mostFiles) files belong to one raster")
    }
    guard depth < Self.mostDeep else {
      throw .unreadable(path: path, place: nil, reason: "files lie more than \(Self.mostDeep) deep in each other")
    }
    if Self.isVRT(path) { try check(vrt: path, depth: depth + 1) } else { try RasterContainer.check(path) }
    try checkSidecars(of: path, depth: depth + 1)
    try Self.checkWhatGDALSays(of: path)
  }

  /// VRTs, and sidecars, in each other.
  private static let mostDeep = 8
  private static let mostFiles = 100_000

  // MARK: - What GDAL says of a data set

  /// Opens a part as a VRT opens it; what cannot be opened is found when it is read.
  private static func checkWhatGDALSays(of path: String) throws(SourceError) {
    guard let table = mapdoc_gdal_open() else { return }
    let functions = table.pointee
    let log = GDALLog(functions)
    try RasterFile.withSidecars(functions) { () throws(SourceError) in
      let (dataset, _) = log.listening { functions.GDALOpenEx(PathResolution.absolute(path), 0x02, nil, nil, nil) }
      guard let dataset else { return }
      defer { _ = log.listening { functions.GDALClose(dataset) } }
      try check(dataset, of: path, functions, log)
    }
  }

  /// Refuses a data set that takes smaller pictures or parts of itself from another folder, by its metadata (in its file or in
  /// an `.aux.xml`) or by its format. GDAL opens those only when it is asked for overviews, which is after this.
  /// - Throws: `unreadable`.
  static func check(
    _ dataset: OpaquePointer, of path: String, _ functions: mapdoc_gdal, _ log: GDALLog
  ) throws(SourceError) {
    let (name, _) = log.listening {
      functions.GDALGetMetadataItem(UnsafeMutableRawPointer(dataset), "OVERVIEW_FILE", "OVERVIEWS")
        .map { String(cString: $0) }
    }
    if let name {
      throw .unreadable(
        path: path, place: nil,
        reason: "its metadata say that its overviews lie in `\(name.prefix(80))`, and a raster is read with its own "
          + "files alone; `gdaladdo` makes them in it or beside it")
    }
    let (list, _) = log.listening { functions.GDALGetFileList(dataset) }
    defer { functions.CSLDestroy(list) }
    let own = LocalFile.resolved(path)
    let guarding = RasterGuard(of: path)
    for file in CStrings.texts(of: list, most: mostFiles) {
      guard LocalFile.kind(of: file) != nil, LocalFile.resolved(file) != own, !guarding.isInside(file) else { continue }
      throw .unreadable(
        path: path, place: nil,
        reason: "it is made of `\(file.prefix(80))` too, which does not lie in its folder; a raster is read with files "
          + "of its own folder alone")
    }
  }
}

/// Goes through a VRT and those that it names.
///
/// GDAL takes an attribute as if it were an element inside, and names in any letters. What may name a file is looked at;
/// elsewhere nothing is let through that looks like a path, but where only words are meant.
extension RasterGuard {
  /// `gdalbuildvrt` writes ten elements for each file.
  private static let limit = XMLElement.Limit(bytes: 64 << 20, elements: 1_000_000, keepsSpaces: true)

  private mutating func check(vrt path: String, depth: Int) throws(SourceError) {
    guard depth < Self.mostDeep else {
      throw .unreadable(path: path, place: nil, reason: "VRTs lie more than \(Self.mostDeep) deep in each other")
    }
    guard let bytes = try LocalFile.bytes(of: path, limit: Self.limit.bytes) else { throw .notFound(path: path) }
    try Self.checkEncoding(of: bytes, path)
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

  /// GDAL reads bytes whatever encoding they declare: what both read alike is read.
  private static func checkEncoding(of bytes: [UInt8], _ path: String) throws(SourceError) {
    let head = String(decoding: bytes.prefix(200), as: UTF8.self).lowercased()
    let declaration = head.firstRange(of: "?>").map { head[..<$0.lowerBound] } ?? head[...]
    let rest = declaration.firstRange(of: "encoding").map { declaration[$0.upperBound...] } ?? ""
    let name = rest.drop { !$0.isLetter }.prefix { $0.isLetter || $0.isNumber || "-_.:".contains($0) }
    let isPlain = name.isEmpty || ["utf-8", "utf8", "us-ascii", "ascii"].contains(name)
    let isOfASCII = isPlain ? true : ["iso-8859-1", "latin1"].contains(name) && bytes.allSatisfy { $0 < 0x80 }
    guard isOfASCII, !bytes.contains(0) else {
      throw .unreadable(path: path, place: "line 1", reason: "a VRT is read in UTF-8, not in `\(name.prefix(40))`")
    }
  }

  /// Whose text is the name of a file, in small letters.
  private static let naming: Set<String> = ["sourcefilename", "sourcedataset", "sourcename", "dempath"]
  /// Whose text is read by people, or as the words of a reference: slashes and colons are usual there.
  private static let ofWords: Set<String> = [
    "description", "unittype", "category", "name", "info", "id", "mdi", "f", "expression",
  ]
  private static let ofReferences: Set<String> = [
    "srs", "sourcesrs", "targetsrs", "srcsrs", "dstsrs", "projection", "geolocationsrs",
  ]
  /// Of metadata, that GDAL follows.
  private static func isFollowed(key: String) -> Bool {
    let key = key.uppercased()
    return key == "OVERVIEW_FILE" || key.hasSuffix("_DATASET")
  }

  private mutating func check(_ element: XMLElement, in path: String, depth: Int) throws(SourceError) {
    let name = element.name.lowercased()
    let attributes = element.attributes.sorted { $0.key < $1.key }
    if name == "metadata", attributes.contains(where: { $0.key == "domain" && $0.value.hasPrefix("xml:") }) {
      return  // a text that GDAL keeps as it stands
    }
    // GDAL takes the first attribute as the key, whatever its name is.
    if name == "mdi", let followed = attributes.first(where: { Self.isFollowed(key: $0.value) }) {
      throw .unreadable(
        path: path, place: "line \(element.line)",
        reason: "its metadata name another file by `\(followed.value.prefix(40))`: `\(element.text.prefix(80))`; a VRT "
          + "is read with the files that its <SourceFilename> name alone")
    }
    var isRelative = false
    if Self.naming.contains(name) { isRelative = try Self.isRelative(element, in: path) }
    try check(
      element.text, of: name, "<\(element.name.prefix(40))>", isRelative: isRelative, line: element.line, in: path,
      depth: depth)
    if name != "pixelfunctionarguments" {
      for (key, value) in attributes {
        try check(
          value, of: key.lowercased(), "`\(key.prefix(40))` of <\(element.name.prefix(40))>", isRelative: false,
          line: element.line, in: path, depth: depth)
      }
    }
    for child in element.children { try check(child, in: path, depth: depth) }
  }

  private static func isRelative(_ element: XMLElement, in path: String) throws(SourceError) -> Bool {
    let written =
      element.attributes.filter { $0.key.lowercased() == "relativetovrt" }.map(\.value)
      + element.children.filter { $0.name.lowercased() == "relativetovrt" }.map(\.text)
    guard written.count <= 1, ["0", "1"].contains(written.first ?? "0") else {
      throw .unreadable(
        path: path, place: "line \(element.line)", reason: "`relativeToVRT` stands there once, and is 0 or 1")
    }
    return written.first == "1"
  }

  /// - Parameters:
  ///   - name: Of the element or attribute, in small letters.
  ///   - words: The same for a message.
  private mutating func check(
    _ text: String, of name: String, _ words: String, isRelative: Bool, line: Int, in path: String, depth: Int
  ) throws(SourceError) {
    let trimmed = String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    if Self.naming.contains(name) {
      guard text == trimmed else {
        throw .unreadable(
          path: path, place: "line \(line)", reason: "it names `\(trimmed.prefix(80))` with white space at its ends")
      }
      return try check(name: text, isRelative: isRelative, line: line, in: path, depth: depth)
    }
    guard !trimmed.isEmpty else { return }
    if name == "pixelfunctionlanguage", trimmed.lowercased() != "c" {
      throw .unreadable(
        path: path, place: "line \(line)", reason: "it holds a program in \(trimmed.prefix(40)), which is not run")
    }
    if Self.ofWords.contains(name) { return }
    let isPath =
      Self.ofReferences.contains(name)
      ? trimmed.hasPrefix("/") || trimmed.hasPrefix(".") || isThere(trimmed, beside: path)
      : trimmed.contains { "/\\:".contains($0) } || name == "destinationdataset"
        || Double(trimmed) == nil && isThere(trimmed, beside: path)
    guard !isPath else {
      throw .unreadable(
        path: path, place: "line \(line)", reason: "\(words) names what is no file beside it: `\(trimmed.prefix(80))`")
    }
  }

  private func isThere(_ name: String, beside path: String) -> Bool {
    guard name.utf8.count < 1024 else { return false }
    return LocalFile.kind(of: name) != nil
      || LocalFile.kind(of: PathResolution.joined(LocalFile.folder(of: path), name)) != nil
  }

  private mutating func check(
    name: String, isRelative: Bool, line: Int, in path: String, depth: Int
  ) throws(SourceError) {
    let full = isRelative ? PathResolution.joined(LocalFile.folder(of: path), name) : name
    // What is no name of a file at all, as `NETCDF:a.nc:b` or a VRT written out, is no file either.
    guard case .file? = LocalFile.kind(of: full), !name.isEmpty else {
      throw .unreadable(
        path: path, place: "line \(line)", reason: "it names `\(name.prefix(80))`, and no file is there")
    }
    guard isInside(full) else {
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
    try checkPart(full, depth: depth)
  }
}
