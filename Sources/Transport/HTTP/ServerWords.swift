import Diagnostics
import DocumentModel

/// What a server says of a request that it refuses: the words of a short answer in plain text, JSON or XML.
package enum ServerWords {
  /// Longer answers are pages for people, not words for a message.
  private static let longestBody = 4096
  /// In characters.
  private static let longestWords = 200

  /// - Returns: One line without markup; `nil` for an answer without words, or with a page.
  static func said(_ answer: WireAnswer, to request: Request, hiding secrets: Secrets) -> String? {
    let own = Secrets(ofAddress: request.address)
    return words(of: answer.body, contentType: answer.headers.contentType) { own.hiding(in: secrets.hiding(in: $0)) }
  }

  /// - Parameter hide: Takes secrets out, before the words are cut: half a secret would not be found any more.
  package static func words(
    of body: [UInt8], contentType: String?, hiding hide: (String) -> String = { $0 }
  ) -> String? {
    guard !body.isEmpty, body.count <= longestBody, let text = String(validating: body, as: UTF8.self) else {
      return nil
    }
    let type = (contentType ?? "").lowercased()
    let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    // Some services send their reports as HTML.
    let isReport = start.hasPrefix("<") && start.contains("ExceptionReport")
    guard isReport || !type.contains("html"), !start.lowercased().hasPrefix("<!doctype html"),
      !start.lowercased().hasPrefix("<html")
    else { return nil }
    let plain =
      if start.hasPrefix("<") { withoutMarkup(start) } else { wordsOfJSON(start) ?? String(start) }
    let line = plain.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : String($0) }.joined()
    let words = Address.redacted(words: hide(line.split(whereSeparator: \.isWhitespace).joined(separator: " ")))
    guard words.contains(where: { $0.isLetter || $0.isNumber }) else { return nil }
    return words.count > longestWords ? words.prefix(longestWords) + "…" : words
  }

  /// The keys under which services say what is wrong, in JSON; the clearest first.
  private static let keys = ["errorDetails", "message", "msg", "error_description", "details", "error", "detail"]

  /// - Returns: `nil` for what is not JSON, or has none of the known keys.
  private static func wordsOfJSON(_ text: Substring) -> String? {
    guard text.hasPrefix("{"),
      let node = try? JSONText.read(SourceFile(path: "", bytes: Array(text.utf8)))
    else { return nil }
    for key in keys {
      guard let value = node[key] else { continue }
      let words = texts(in: value).joined(separator: " ")
      if !words.isEmpty { return words }
    }
    return nil
  }

  /// The text of a scalar, those of a list, or what an object says under a known key.
  private static func texts(in node: Node) -> [String] {
    switch node.content {
    case .scalar(.text(let text)): [text]
    case .scalar: []
    case .sequence(let items): items.flatMap(texts)
    case .mapping: keys.lazy.compactMap { node[$0] }.map(texts).first { !$0.isEmpty } ?? []
    }
  }

  /// The text between the tags of XML.
  private static func withoutMarkup(_ text: Substring) -> String {
    var result = ""
    var isTag = false
    for character in text {
      switch character {
      case "<": isTag = true
      case ">" where isTag:
        isTag = false
        result += " "
      default: if !isTag { result.append(character) }
      }
    }
    return [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
      .reduce(result) { $0.replacing($1.0, with: $1.1) }
  }
}
