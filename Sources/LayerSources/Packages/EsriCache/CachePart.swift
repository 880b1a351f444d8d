/// A file of the storage of an Esri cache, as its name says: `L05/R0080C0100.bundle`, `L05/R0000001a/C0000000b.png`.
struct CachePart: Hashable, Sendable {
  enum Content: UInt8, Sendable {
    /// Tiles of a square of columns and rows; `row` and `column` are those of its first tile.
    case bundle
    /// Where the tiles of a bundle of version 1 lie in it.
    case bundleIndex
    /// One tile, in a file that is named as a PNG or as a JPEG.
    case png, jpeg

    var suffix: String {
      switch self {
      case .bundle: "bundle"
      case .bundleIndex: "bundlx"
      case .png: "png"
      case .jpeg: "jpg"
      }
    }
  }

  let content: Content
  let level: UInt8
  let row: UInt32
  let column: UInt32

  /// `nil` for numbers that no file can have.
  init?(_ content: Content, level: Int, row: Int, column: Int) {
    guard let level = UInt8(exactly: level), let row = UInt32(exactly: row), let column = UInt32(exactly: column) else {
      return nil
    }
    (self.content, self.level, self.row, self.column) = (content, level, row, column)
  }

  /// From the path of a file: `…/L05/R0080C0100.bundle`, `…/L05/R0000001a/C0000000b.png`, in any case.
  ///
  /// Works on bytes: the archive of a package may name a million of them.
  ///
  /// - Parameter folder: Where the folder that holds the levels ends in the path, set for a part.
  init?(path: Substring, folder: inout Substring) {
    var rest = path.utf8
    guard let dot = rest.lastIndex(of: UInt8(ascii: ".")),
      let content = Self.content(rest[rest.index(after: dot)...])
    else { return nil }
    rest = rest[..<dot]
    let last = Self.takeLastName(&rest)
    let row: Int?
    let column: Int?
    switch content {
    case .bundle, .bundleIndex:
      guard let mark = Self.columnMark(in: last) else { return nil }
      row = Self.number(last[..<mark], after: "R", digits: 4...8)
      column = Self.number(last[mark...], after: "C", digits: 4...8)
    case .png, .jpeg:
      column = Self.number(last, after: "C", digits: 8...8)
      row = Self.number(Self.takeLastName(&rest), after: "R", digits: 8...8)
    }
    guard let row, let column, let level = Self.level(of: Self.takeLastName(&rest)) else { return nil }
    self.init(content, level: level, row: row, column: column)
    folder = path[..<rest.endIndex]
  }

  /// `L05/R0080C0100.bundle`, as Esri's software names it.
  var name: String {
    let (row, column) = (Int(row), Int(column))
    switch content {
    case .bundle, .bundleIndex:
      return
        "\(levelName)/R\(Self.hexadecimal(row, digits: 4))C\(Self.hexadecimal(column, digits: 4)).\(content.suffix)"
    case .png, .jpeg:
      return
        "\(levelName)/R\(Self.hexadecimal(row, digits: 8))/C\(Self.hexadecimal(column, digits: 8)).\(content.suffix)"
    }
  }

  private var levelName: String { level < 10 ? "L0\(level)" : "L\(level)" }

  /// The number behind `L`: two decimal digits or more.
  static func level(of name: some Collection<UInt8>) -> Int? {
    guard let first = name.first, first & 0xDF == UInt8(ascii: "L"), (3...4).contains(name.count) else { return nil }
    var level = 0
    for byte in name.dropFirst() {
      guard (48...57).contains(byte) else { return nil }
      level = 10 * level + Int(byte - 48)
    }
    return level
  }

  /// The number behind a letter, in hexadecimal digits: 26 of `R0000001a`.
  /// - Parameter digits: How many there may be, at most 15.
  static func number(
    _ name: some Collection<UInt8>, after letter: Unicode.Scalar, digits: ClosedRange<Int>
  ) -> Int? {
    guard let first = name.first, first & 0xDF == UInt8(ascii: letter), digits.contains(name.count - 1) else {
      return nil
    }
    var number = 0
    for byte in name.dropFirst() {
      switch byte {
      case 48...57: number = number << 4 | Int(byte - 48)
      case 65...70, 97...102: number = number << 4 | Int(byte & 0xDF - 55)
      default: return nil
      }
    }
    return number
  }

  /// At least so many lower-case digits.
  static func hexadecimal(_ number: Int, digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  /// The last name of a path, which then ends before it.
  private static func takeLastName(_ path: inout Substring.UTF8View) -> Substring.UTF8View {
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else {
      defer { path = path[..<path.startIndex] }
      return path
    }
    defer { path = path[..<slash] }
    return path[path.index(after: slash)...]
  }

  private static func content(_ suffix: Substring.UTF8View) -> Content? {
    switch suffix.count {
    case 6 where suffix.elementsEqual("bundle".utf8): return .bundle
    case 6 where suffix.elementsEqual("bundlx".utf8): return .bundleIndex
    case 3...6: break
    default: return nil
    }
    switch Substring(suffix).lowercased() {
    case "bundle": return .bundle
    case "bundlx": return .bundleIndex
    case "png": return .png
    case "jpg", "jpeg": return .jpeg
    default: return nil
    }
  }

  /// Where the column begins. A `C` is a hexadecimal digit too: Esri writes the mark in upper and digits in lower case;
  /// without that difference, the halves have equal length.
  private static func columnMark(in stem: Substring.UTF8View) -> Substring.UTF8View.Index? {
    let upper = UInt8(ascii: "C")
    if let first = stem.firstIndex(of: upper), first == stem.lastIndex(of: upper) { return first }
    guard let middle = stem.index(stem.startIndex, offsetBy: stem.count / 2, limitedBy: stem.endIndex) else {
      return nil
    }
    if middle < stem.endIndex, stem[middle] & 0xDF == upper { return middle }
    return stem.lastIndex { $0 & 0xDF == upper }
  }
}

extension CachePart: Comparable {
  /// By level, row and column.
  static func < (one: CachePart, other: CachePart) -> Bool {
    (one.level, one.row, one.column, one.content.rawValue)
      < (other.level, other.row, other.column, other.content.rawValue)
  }
}
