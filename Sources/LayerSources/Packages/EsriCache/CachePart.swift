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
  /// - Parameter folder: Where the folder that holds the levels ends in the path, set for a part.
  init?(path: Substring, folder: inout Substring) {
    let names = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let last = names.last, let dot = last.lastIndex(of: "."),
      let content = Self.content(last[last.index(after: dot)...])
    else { return nil }
    let stem = last[..<dot]
    let depth: Int
    let numbers: (row: Int?, column: Int?)
    switch content {
    case .bundle, .bundleIndex:
      // A `C` is a hexadecimal digit too: the column is what follows the last one that leaves four digits before it.
      depth = 2
      guard let mark = Self.columnMark(in: stem) else { return nil }
      numbers = (
        Self.number(stem[..<mark], after: "R", digits: 4...8), Self.number(stem[mark...], after: "C", digits: 4...8)
      )
    case .png, .jpeg:
      depth = 3
      guard names.count >= depth else { return nil }
      numbers = (
        Self.number(names[names.count - 2], after: "R", digits: 8...8), Self.number(stem, after: "C", digits: 8...8)
      )
    }
    guard names.count >= depth, let level = Self.level(of: names[names.count - depth]), let row = numbers.row,
      let column = numbers.column
    else { return nil }
    self.init(content, level: level, row: row, column: column)
    let levelName = names[names.count - depth]
    folder = path[..<levelName.startIndex]
    if folder.hasSuffix("/") { folder = folder.dropLast() }
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
  static func level(of name: some StringProtocol) -> Int? {
    let digits = name.dropFirst()
    guard name.first == "L" || name.first == "l", (2...3).contains(digits.utf8.count),
      digits.utf8.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    return Int(digits)
  }

  /// The number behind a letter, in hexadecimal digits: 26 of `R0000001a`.
  static func number(_ name: some StringProtocol, after letter: Character, digits: ClosedRange<Int>) -> Int? {
    let text = name.dropFirst()
    guard let first = name.first, first.uppercased() == String(letter), digits.contains(text.utf8.count),
      text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") })
    else { return nil }
    return Int(text, radix: 16)
  }

  /// At least so many lower-case digits.
  static func hexadecimal(_ number: Int, digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  private static func content(_ suffix: Substring) -> Content? {
    switch suffix.lowercased() {
    case "bundle": .bundle
    case "bundlx": .bundleIndex
    case "png": .png
    case "jpg", "jpeg": .jpeg
    default: nil
    }
  }

  /// Rows and columns of bundles end on `00` or `80`, and with small packets on other even digits: never on the mark.
  private static func columnMark(in stem: Substring) -> Substring.Index? {
    let marks = stem.indices.filter { stem[$0] == "C" || stem[$0] == "c" }
    // Esri writes the mark in upper and digits in lower case; without upper case, the halves have equal length.
    if let mark = marks.first(where: { stem[$0] == "C" }), marks.filter({ stem[$0] == "C" }).count == 1 { return mark }
    let middle = stem.index(stem.startIndex, offsetBy: stem.count / 2)
    return marks.contains(middle) ? middle : marks.last
  }
}
