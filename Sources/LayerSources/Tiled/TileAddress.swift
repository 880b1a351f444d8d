import Diagnostics
import DocumentModel

/// `url` of tiles: an address template of the web, or of files beside the document.
struct TileAddress: DocumentValue, Hashable {
  let template: AddressTemplate
  let place: Place
  /// As the document has it.
  let written: String

  enum Place: Sendable, Hashable {
    /// `http` or `https`.
    case web
    /// Paths of files: absolute, or relative to the working folder as the document's own path is.
    case files
  }

  static func read(_ node: Node, in context: ReadingContext) -> TileAddress? {
    guard let text = String.read(node, in: context) else { return nil }
    do throws(Objection) {
      let address = try TileAddress(text, beside: node)
      if address.place == .files { notePath(text, of: node, in: context) }
      return address
    } catch {
      context.report(.unusableAddress(text, error, at: node.range))
      return nil
    }
  }

  /// Remembers the path of files that stands in a document.
  static func notePath(_ text: String, of node: Node, in context: ReadingContext) {
    let path = path(of: text)
    context.note(FilePath(text: path, resolved: PathResolution.dataPath(path, of: node)), at: node.range)
  }

  static var schema: JSONValue { ["type": "string", "minLength": 1] }
  static var words: String { "an address with `{z}`, `{x}` and `{y}`" }

  /// Why a text cannot be the address of tiles.
  struct Objection: Error, Hashable {
    let reason: String
    var hint: String?
  }

  /// - Parameter node: The value in a document: relative paths start beside its file. `nil`: at the working folder.
  init(_ text: String, beside node: Node?) throws(Objection) {
    written = text
    place = try Self.place(of: text)
    var located = text
    if place == .files {
      let path = Self.path(of: text)
      located = node.map { PathResolution.dataPath(path, of: $0) } ?? path
    }
    do throws(AddressTemplate.Problem) {
      template = try AddressTemplate(located)
    } catch {
      switch error {
      case .unclosed(let rest):
        throw Objection(reason: "`\(rest)` has no `}`", hint: "close the placeholder, or write `{{` for a brace")
      case .nameless: throw Objection(reason: "`{}` has no name", hint: "write what it stands for, such as `{z}`")
      }
    }
  }

  private static func place(of text: String) throws(Objection) -> Place {
    guard let first = text.first, let last = text.last else { throw Objection(reason: "it is empty") }
    if first.isWhitespace || last.isWhitespace {
      if text.trimmingSpaces.isEmpty { throw Objection(reason: "it is empty") }
      throw Objection(reason: "white space stands around it", hint: "take it out")
    }
    if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
      throw Objection(reason: "it has a control character in it")
    }
    if text.hasPrefix("//") {
      throw Objection(reason: "it has no scheme", hint: "write `https:` in front of it")
    }
    let scheme = text.utf8.prefix(while: isOfScheme)
    guard scheme.endIndex < text.endIndex, text.utf8[scheme.endIndex] == UInt8(ascii: ":"), scheme.count > 1 else {
      return .files
    }
    switch Substring(scheme).lowercased() {
    case "file": return .files
    case "http", "https":
      try checkHost(text.utf8[scheme.endIndex...].dropFirst())
      return .web
    default:
      throw Objection(
        reason: "`\(Substring(scheme)):` is not a scheme that tiles come by", hint: "use `https:`, `http:` or a path")
    }
  }

  private static func isOfScheme(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// - Parameter rest: What stands behind the scheme and its colon.
  private static func checkHost(_ rest: Substring.UTF8View) throws(Objection) {
    guard rest.starts(with: "//".utf8) else { throw Objection(reason: "`//` is missing behind its scheme") }
    let authority = rest.dropFirst(2).prefix { !endsAuthority($0) }
    let host = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[$0...].dropFirst() } ?? authority
    guard let first = host.first, first != UInt8(ascii: ":") else { throw Objection(reason: "it names no host") }
    // Few hosts have bytes beyond ASCII: only those are looked at character by character.
    if host.contains(where: { $0 == 0x20 || $0 >= 0x80 }), Substring(host).contains(where: \.isWhitespace) {
      throw Objection(reason: "its host `\(Substring(host))` has a space in it")
    }
    // The last colon outside brackets, of IPv6 addresses and of placeholders, stands before a port.
    guard let colon = host.lastIndex(of: UInt8(ascii: ":")),
      !host[colon...].contains(where: { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "}") })
    else { return }
    let port = Substring(host[colon...].dropFirst())
    guard let number = Int(port), (1...65_535).contains(number) else {
      throw Objection(reason: "`\(port)` is not a port, a number from 1 to 65535")
    }
  }

  /// A byte behind which host and port have ended.
  private static func endsAuthority(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }

  /// The path that a `file:` address stands for.
  private static func path(of text: String) -> String {
    guard text.lowercased().hasPrefix("file:") else { return text }
    var path = text.dropFirst(5)
    if path.hasPrefix("//") {
      path = path.dropFirst(2)
      if path.hasPrefix("localhost/") { path = path.dropFirst(9) }
    }
    return PercentEncoding.decoded(path)
  }
}

extension TileAddress {
  /// Gives each placeholder its meaning.
  ///
  /// - Parameters:
  ///   - values: Of `values:`.
  ///   - subdomains: `a`, `b`, `c` where the document has none.
  ///   - pixelRatio: Device pixels in a logical pixel; `{r}` is `@2x` from 1.5 on.
  /// - Returns: `nil` for a placeholder without meaning, which ``reportMistakes(values:range:in:)`` finds.
  func naming(values: [String: String], subdomains: [String]?, pixelRatio: Double) -> TileNaming? {
    var pieces: [TileNaming.Piece] = []
    for part in template.parts {
      switch part {
      case .text(let text): pieces.append(.text(place == .web ? escapedText(text, isFirst: pieces.isEmpty) : text))
      case .name(let name):
        if let placeholder = TilePlaceholder(rawValue: name) {
          pieces.append(.tile(placeholder))
        } else if let value = values[name] {
          pieces.append(.text(place == .web ? AddressEscaping.escaped(value, isValue: true) : value))
        } else if isKey(name) {
          pieces.append(.text(Credential.keyPlaceholder))
        } else {
          return nil
        }
      }
    }
    return TileNaming(
      pieces: pieces, subdomains: subdomains ?? ["a", "b", "c"], ratioMark: pixelRatio >= 1.5 ? "@2x" : "")
  }

  /// Reports placeholders without meaning, and an address that is the same for many tiles.
  /// - Returns: True when there is nothing to report.
  func reportMistakes(values: [String: String], range: SourceRange, in context: ReadingContext) -> Bool {
    let unknown = template.names.filter {
      TilePlaceholder(rawValue: $0) == nil && values[$0] == nil && !isKey($0)
    }
    if !unknown.isEmpty {
      for name in unknown { context.report(.unknownPlaceholder(name, values: values.keys.sorted(), at: range)) }
      return false
    }
    if uses(.quadkey) || (uses(.level) && uses(.column) && (uses(.row) || uses(.flippedRow))) { return true }
    let missing = [[TilePlaceholder.level], [.column], [.row, .flippedRow]].filter { !$0.contains { uses($0) } }
    context.report(.sameForManyTiles(missing.map { $0[0] }, at: range))
    return false
  }

  /// Whether a name stands for the key of a credential, which is filled in when a request is sent.
  private func isKey(_ name: String) -> Bool { place == .web && "{\(name)}" == Credential.keyPlaceholder }

  /// The template with values in their places, for ``LayerKind/addresses``.
  func filled(with values: [String: String]) -> String {
    template.parts.map { part in
      switch part {
      case .text(let text): text
      case .name(let name): values[name] ?? "{\(name)}"
      }
    }.joined()
  }

  func uses(_ placeholder: TilePlaceholder) -> Bool { template.names.contains(placeholder.rawValue) }

  /// A host outside ASCII stays as it is: its encoding is another one, and the network's to do.
  private func escapedText(_ text: String, isFirst: Bool) -> String {
    guard isFirst, let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
      text.utf8[colon...].starts(with: "://".utf8)
    else { return AddressEscaping.escaped(text) }
    let host = text.utf8[colon...].dropFirst(3).prefix { !Self.endsAuthority($0) }
    return text[..<colon].lowercased() + "://" + Substring(host)
      + AddressEscaping.escaped(String(text[host.endIndex...]))
  }
}

extension String {
  var trimmingSpaces: String {
    let start = drop { $0.isWhitespace }
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}

extension Diagnostic {
  /// - Parameter what: Whose address it should be.
  static func unusableAddress(
    _ text: String, _ objection: TileAddress.Objection, of what: String = "tiles", at range: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .badURLTemplate, "`\(text)` cannot be the address of \(what): \(objection.reason)", at: range,
      hint: objection.hint.map { Hint($0) })
  }

  fileprivate static func unknownPlaceholder(_ name: String, values: [String], at range: SourceRange) -> Diagnostic {
    let known = TilePlaceholder.allCases.map(\.rawValue) + values
    let place = range.place(of: "{\(name)}") ?? range
    let meant = TilePlaceholder.meant(by: name)?.rawValue ?? Suggestion.nearest(to: name, among: known)
    let hint: Hint =
      if let meant, place == range {
        Hint("did you mean `{\(meant)}`?")
      } else if let meant {
        .didYouMean("{\(meant)}", at: place)
      } else if name.lowercased().hasPrefix("bbox") {
        Hint("use a `wms` layer: an address by box is that of a service that draws pictures, not of tiles")
      } else {
        Hint("give `\(name)` a value under `values:`, or write `{{` for a brace")
      }
    return Diagnostic(.badURLTemplate, "`{\(name)}` stands for nothing of a tile", at: place, hint: hint)
  }

  fileprivate static func sameForManyTiles(_ missing: [TilePlaceholder], at range: SourceRange) -> Diagnostic {
    let names = missing.map { "`{\($0.rawValue)}`" }
    let list = names.count > 1 ? names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1] : names[0]
    return Diagnostic(
      .badURLTemplate, "the address has no \(list): many tiles would share one", at: range,
      hint: Hint("write `{z}`, `{x}` and `{y}` where level, column and row stand, or `{q}` for a quadkey"))
  }
}

extension SourceRange {
  /// Where a word stands in the text of a range of one line; `nil` where the text shows it otherwise (an escape, a parameter).
  fileprivate func place(of word: String) -> SourceRange? {
    guard start.line == end.line, let line = file.line(Int(start.line)) else { return nil }
    let scalars = Array(line.unicodeScalars)
    let wanted = Array(word.unicodeScalars)
    let (first, last) = (Int(start.column) - 1, min(Int(end.column) - 1, scalars.count) - wanted.count)
    guard first <= last, let index = (first...last).first(where: { Array(scalars[$0..<$0 + wanted.count]) == wanted })
    else { return nil }
    return SourceRange(
      file, SourcePosition(line: Int(start.line), column: index + 1),
      SourcePosition(line: Int(start.line), column: index + 1 + wanted.count))
  }
}
