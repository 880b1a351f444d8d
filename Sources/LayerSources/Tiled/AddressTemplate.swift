import Geodesy

/// An address with placeholders, as `https://{s}.example.com/{z}/{x}/{y}.png`: text and names in turn.
struct AddressTemplate: Sendable, Hashable {
  enum Part: Sendable, Hashable {
    /// As written, with `{{` already turned into `{`.
    case text(String)
    /// What stands between braces.
    case name(String)
  }

  let parts: [Part]
  /// What stands between braces, in the order of the text.
  let names: [String]

  /// What keeps a text from being a template; lower case, for a message.
  enum Problem: Error, Hashable {
    /// A `{` without its `}`; with the text from there on.
    case unclosed(String)
    case nameless
  }

  init(_ text: String) throws(Problem) {
    var parts: [Part] = []
    var names: [String] = []
    var literal = ""
    // Bytes, not characters: braces are ASCII, and a thousand documents have thousands of addresses.
    var rest = text.utf8[...]
    while let brace = rest.firstIndex(of: UInt8(ascii: "{")) {
      literal += text[rest.startIndex..<brace]
      rest = rest[rest.index(after: brace)...]
      if rest.first == UInt8(ascii: "{") {
        literal += "{"
        rest = rest.dropFirst()
        continue
      }
      guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else { throw .unclosed("{" + Substring(rest)) }
      let name = String(text[rest.startIndex..<end])
      if name.isEmpty { throw .nameless }
      if !literal.isEmpty { parts.append(.text(literal)) }
      literal = ""
      parts.append(.name(name))
      names.append(name)
      rest = rest[rest.index(after: end)...]
    }
    literal += Substring(rest)
    if !literal.isEmpty { parts.append(.text(literal)) }
    self.parts = parts
    self.names = names
  }

  /// The text before the first placeholder.
  var start: String {
    if case .text(let text) = parts.first { text } else { "" }
  }
}

/// A placeholder that stands for something of a tile.
enum TilePlaceholder: String, CaseIterable, Sendable {
  case level = "z"
  case column = "x"
  case row = "y"
  case flippedRow = "-y"
  case subdomain = "s"
  case quadkey = "q"
  case ratio = "r"

  /// The placeholder that other programs write differently: `{TileCol}`, `{zoom}`.
  static func meant(by name: String) -> TilePlaceholder? {
    switch name.lowercased() {
    case "z", "zoom", "level", "lod", "tilematrix": .level
    case "x", "col", "column", "tilecol": .column
    case "y", "row", "tilerow": .row
    case "quadkey", "quad": .quadkey
    case "ratio", "scale", "@2x", "retina": .ratio
    case "subdomain", "a-c", "abc", "switch:a,b,c": .subdomain
    default: nil
    }
  }
}

/// A template whose every placeholder has a meaning: writes the address of a tile.
struct TileNaming: Sendable, Hashable {
  enum Piece: Sendable, Hashable {
    case text(String)
    case tile(TilePlaceholder)
  }

  let pieces: [Piece]
  /// Not empty when a piece needs one.
  let subdomains: [String]
  /// `@2x`, or nothing.
  let ratioMark: String
  /// What stands before a column or row below zero: Baidu writes `M`.
  var minus = "-"

  /// The address of a tile.
  ///
  /// - Parameters:
  ///   - row: What `{y}` stands for.
  ///   - flippedRow: What `{-y}` stands for.
  func address(of tile: TileIndex, row: Int, flippedRow: Int) -> String {
    var address = ""
    address.reserveCapacity(96)
    for piece in pieces {
      switch piece {
      case .text(let text): address += text
      case .tile(.level): address += String(tile.level)
      case .tile(.column): address += text(of: tile.column)
      case .tile(.row): address += text(of: row)
      case .tile(.flippedRow): address += text(of: flippedRow)
      case .tile(.quadkey): address += tile.quadkey ?? ""
      case .tile(.ratio): address += ratioMark
      case .tile(.subdomain): address += subdomain(for: tile)
      }
    }
    return address
  }

  private func text(of number: Int) -> String { number < 0 ? minus + String(number.magnitude) : String(number) }

  /// By column and row, so that one tile has one address: a cache finds it again, and a server's own cache too.
  private func subdomain(for tile: TileIndex) -> String {
    guard !subdomains.isEmpty else { return "" }
    let remainder = (tile.column &+ tile.row) % subdomains.count
    return subdomains[remainder < 0 ? remainder + subdomains.count : remainder]
  }
}
