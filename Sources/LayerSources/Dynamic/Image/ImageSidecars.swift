import DocumentModel
import Geodesy

/// Files beside a picture that say where it lies: GDAL's `.aux.xml` (PAM), world files, and `.prj` for the reference; in
/// GDAL's order.
enum ImageSidecars {
  /// A world file has 100 bytes, a `.prj` 1000.
  private static let byteLimit = 1 << 20

  /// The names under which a picture's world file may stand: `.pgw`, `.pngw`, `.wld`, and the same in capitals.
  static func worldFiles(of path: String) -> [String] {
    let suffix = PathResolution.suffix(of: path).lowercased()
    var names: [String] = []
    if let first = suffix.first, let last = suffix.last, suffix.count > 2 { names.append("\(first)\(last)w") }
    if !suffix.isEmpty { names.append(suffix + "w") }
    names.append("wld")
    let stem = stem(of: path)
    return names.map { "\(stem).\($0)" } + names.map { "\(stem).\($0.uppercased())" }
  }

  /// Where the files beside a picture put it, and which of them does; `nil` where none does.
  /// - Returns: Six numbers as ``ImageTransform/init(size:affine:)`` takes them.
  /// - Throws: `unreadable` with the line.
  static func place(of picture: String) throws(SourceError) -> (affine: [Double], path: String)? {
    for path in descriptions(of: picture) + worldFiles(of: picture) {
      if let affine = try affine(in: path) { return (affine, path) }
    }
    for path in descriptions(of: picture) {
      guard let list = try description(path)?.child("GCPList") else { continue }
      throw .unreadable(
        path: path, place: "line \(list.line)",
        reason: "it places the picture by ground control points alone, which are not followed: `gdalwarp` makes a "
          + "picture of it that a world file can place")
    }
    return nil
  }

  /// The same of one file: `.aux.xml` is GDAL's, all others are world files. `nil` for a file that is not there, and for one
  /// of GDAL's without a `GeoTransform`.
  static func affine(in path: String) throws(SourceError) -> [Double]? {
    if isDescription(path) {
      guard let root = try description(path) else { return nil }
      return try affine(root, path)
    }
    return try LocalFile.bytes(of: path, limit: byteLimit).map { bytes throws(SourceError) in
      try worldFile(bytes, path)
    }
  }

  /// The six numbers of a world file.
  static func worldFile(_ bytes: [UInt8], _ path: String) throws(SourceError) -> [Double] {
    var numbers: [Double] = []
    // A byte order mark and either ending of lines are common.
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, line) in lines.enumerated() where numbers.count < 6 {
      let words = line.filter { $0 != "\u{FEFF}" }.split(whereSeparator: \.isWhitespace)
      if words.isEmpty { continue }
      guard words.count == 1 else {
        throw .unreadable(
          path: path, place: "line \(index + 1)",
          reason: "\(words.count) words stand in one line; a world file has six numbers, one a line")
      }
      numbers.append(try number(String(words[0]), path, place: "line \(index + 1)"))
    }
    guard numbers.count == 6 else {
      throw .unreadable(
        path: path, place: nil, reason: "a world file of \(numbers.count) numbers; six are expected, one a line")
    }
    // From the centre of the first pixel to its corner.
    let (a, d, b, e) = (numbers[0], numbers[1], numbers[2], numbers[3])
    return [a, d, b, e, numbers[4] - (a + b) / 2, numbers[5] - (d + e) / 2]
  }

  /// The reference that files beside a picture name; `nil` where none does.
  /// - Throws: `unreadable`, `unknownReference`.
  static func reference(of picture: String) throws(SourceError) -> SpatialReference? {
    for path in descriptions(of: picture) {
      if let found = try reference(in: path) { return found }
    }
    for path in ["prj", "PRJ"].map({ "\(stem(of: picture)).\($0)" }) {
      guard let bytes = try LocalFile.bytes(of: path, limit: byteLimit) else { continue }
      guard bytes.contains(where: { $0 > 0x20 }) else {
        throw .unreadable(path: path, place: nil, reason: "it is empty; the text of a reference is expected")
      }
      return try parsed(String(decoding: bytes, as: UTF8.self), in: path)
    }
    return nil
  }

  /// The reference that one of GDAL's files names; `nil` for a world file, which names none.
  static func reference(in path: String) throws(SourceError) -> SpatialReference? {
    guard isDescription(path), let text = try description(path)?.child("SRS")?.text, !text.isEmpty else { return nil }
    return try parsed(text, in: path)
  }

  private static func parsed(_ text: String, in path: String) throws(SourceError) -> SpatialReference {
    let text = text.filter { $0 != "\u{FEFF}" }
    let trimmed = String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    do {
      return try SpatialReference.parse(trimmed)
    } catch {
      throw .unknownReference(definition: String(trimmed.prefix(80)), path: path, reason: "\(error)")
    }
  }

  // MARK: - GDAL's

  private static func descriptions(of picture: String) -> [String] {
    ["\(picture).aux.xml", "\(stem(of: picture)).aux.xml"]
  }

  private static func isDescription(_ path: String) -> Bool { path.lowercased().hasSuffix(".aux.xml") }

  /// The root element; `nil` for a file that is not there, or is another program's.
  private static func description(_ path: String) throws(SourceError) -> XMLElement? {
    guard let bytes = try LocalFile.bytes(of: path, limit: XMLElement.Limit.bytes) else { return nil }
    return try description(bytes, path)
  }

  static func description(_ bytes: [UInt8], _ path: String) throws(SourceError) -> XMLElement? {
    do throws(XMLElement.Failure) {
      let root = try XMLElement.root(of: bytes)
      return root.name == "PAMDataset" ? root : nil
    } catch {
      throw .unreadable(path: path, place: error.line.map { "line \($0)" }, reason: error.reason)
    }
  }

  /// `GeoTransform` of "GDAL data model": x of the corner, a, b, y of the corner, d, e.
  static func affine(_ root: XMLElement, _ path: String) throws(SourceError) -> [Double]? {
    guard let element = root.child("GeoTransform") else { return nil }
    let place = "line \(element.line)"
    var numbers: [Double] = []
    for word in element.text.split(separator: ",", omittingEmptySubsequences: false) where numbers.count < 7 {
      numbers.append(try number(word.filter { !$0.isWhitespace }, path, place: place))
    }
    guard numbers.count == 6 else {
      throw .unreadable(
        path: path, place: place, reason: "a `GeoTransform` of \(numbers.count) numbers; six are expected")
    }
    return [numbers[1], numbers[4], numbers[2], numbers[5], numbers[0], numbers[3]]
  }

  /// Some programs write a comma for the decimal point.
  private static func number(_ word: String, _ path: String, place: String) throws(SourceError) -> Double {
    let plain = String(word.map { $0 == "," ? "." : $0 })
    guard let value = Double(plain), value.isFinite else {
      throw .unreadable(
        path: path, place: place, reason: "`\(word.prefix(40))` stands where a finite number is expected")
    }
    return value
  }

  /// The path without its suffix.
  private static func stem(of path: String) -> String {
    let suffix = PathResolution.suffix(of: path)
    return suffix.isEmpty ? path : String(path.dropLast(suffix.count + 1))
  }
}
