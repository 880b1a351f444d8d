import Diagnostics

/// The picture of a symbol: the path of a file, or the picture itself as a `data:` address (RFC 2397).
struct SymbolPictureText: DocumentValue, Hashable {
  let form: MarkerSymbol.Form

  static var words: String { "a path, or a picture as a `data:` address" }
  static var schema: JSONValue { FilePath.schema }

  static func read(_ node: Node, in context: ReadingContext) -> SymbolPictureText? {
    guard case .scalar(.text(let text)) = node.content else { return file(node, in: context) }
    do throws(DataAddress.Problem) {
      guard let picture = try embedded(text) else { return file(node, in: context) }
      return SymbolPictureText(form: .embedded(picture))
    } catch {
      context.report(
        Diagnostic(
          .wrongType, "the picture in `\(text.prefix(30))` cannot be read: \(error.reason)", at: node.range,
          hint: Hint("write the path of a file, or `data:image/png;base64,` and the bytes of the picture in base64")))
      return nil
    }
  }

  private static func file(_ node: Node, in context: ReadingContext) -> SymbolPictureText? {
    FilePath.read(node, in: context).map { SymbolPictureText(form: .file($0.resolved)) }
  }

  /// The picture of a `data:` address; `nil` for a path.
  static func embedded(_ text: String) throws(DataAddress.Problem) -> EmbeddedPicture? {
    guard text.prefix(5).lowercased() == "data:" else { return nil }
    return EmbeddedPicture(try DataAddress.bytes(of: text))
  }
}

/// A `data:` address: what it names stands in it.
package enum DataAddress {
  package struct Problem: Error {
    /// Lower case.
    package let reason: String
  }

  /// Of a picture of a symbol.
  package static let byteLimit = 16 << 20

  /// - Parameter text: Begins with `data:`.
  /// - Throws: ``Problem``.
  package static func bytes(of text: String) throws(Problem) -> [UInt8] {
    guard let comma = text.firstIndex(of: ",") else { throw Problem(reason: "no comma stands before the bytes") }
    let body = text[text.index(after: comma)...].utf8
    guard body.count <= byteLimit * 4 / 3 + 4 else {
      throw Problem(reason: "it is longer than the \(byteLimit) bytes that are read")
    }
    let isBase64 = text[..<comma].lowercased().hasSuffix(";base64")
    let bytes = isBase64 ? base64(body) : unescaped(body)
    guard let bytes, !bytes.isEmpty else {
      throw Problem(reason: isBase64 ? "what follows the comma is not base64" : "its escapes are not two digits each")
    }
    return bytes
  }

  /// RFC 4648, with either alphabet, with or without padding; blanks are left out. `nil` for anything else.
  package static func base64(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (bits, count, padding): (UInt32, Int, Int) = (0, 0, 0)
    for letter in text {
      let value: UInt32
      switch letter {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = UInt32(letter) - 65
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = UInt32(letter) - 71
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = UInt32(letter) + 4
      case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
      case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
      case UInt8(ascii: "="):
        padding += 1
        continue
      case 0x20, 0x09, 0x0A, 0x0D: continue
      default: return nil
      }
      if padding > 0 { return nil }
      bits = bits << 6 | value
      count += 1
      if count % 4 != 1 { bytes.append(UInt8(truncatingIfNeeded: bits >> [0, 0, 4, 2][count % 4])) }
      if count % 4 == 0 { bits = 0 }
    }
    let isWhole = padding == 0 || (count + padding) % 4 == 0 && padding < 3
    return count % 4 != 1 && isWhole ? bytes : nil
  }

  /// `%3C` and so on.
  private static func unescaped(_ text: some Sequence<UInt8>) -> [UInt8]? {
    func digit(_ letter: UInt8) -> UInt8? { Character(Unicode.Scalar(letter)).hexDigitValue.map { UInt8($0) } }
    var bytes: [UInt8] = []
    var letters = text.makeIterator()
    while let letter = letters.next() {
      guard letter == UInt8(ascii: "%") else {
        bytes.append(letter)
        continue
      }
      guard let high = letters.next().flatMap(digit), let low = letters.next().flatMap(digit) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }
}
