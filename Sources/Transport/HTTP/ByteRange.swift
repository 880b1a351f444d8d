/// Some bytes of a file on the web (RFC 9110, section 14).
package struct ByteRange: Sendable, Hashable {
  /// From the first byte of the file.
  package let offset: Int
  /// At least 1.
  package let count: Int

  /// - Parameters: Not negative, at least 1, and their sum below 2^62.
  package init(offset: Int, count: Int) {
    precondition(offset >= 0 && count > 0 && offset < 1 << 61 && count < 1 << 61, "a range without bytes")
    (self.offset, self.count) = (offset, count)
  }

  /// The last byte, which belongs to it.
  var last: Int { offset + count - 1 }

  /// The value of `Range`.
  var text: String { "bytes=\(offset)-\(last)" }

  /// This part of a file that came as a whole; shorter where the file ends in it, empty behind its end.
  package func part(of whole: [UInt8]) -> [UInt8] {
    offset < whole.count ? Array(whole[offset..<min(whole.count, offset + count)]) : []
  }
}

extension Request {
  /// What asks for the part that is wanted. A part of a compressed file could not be read, so none is asked for.
  var rangeHeaders: [(name: String, value: String)] {
    range.map { [("Range", $0.text), ("Accept-Encoding", "identity")] } ?? []
  }

  /// Why an answer is not what was asked for, lower case: other bytes, or those of another version of the file.
  func partProblem(of answer: NetworkAnswer) -> String? {
    guard let range, isContent(answer.status) else { return nil }
    if let version, let said = answer.headers.version, said != version {
      return
        "of another version of the file (`\(said.prefix(80))`, after `\(version.prefix(80))`): it was changed while "
        + "it was read"
    }
    guard answer.status == Self.partialContent else { return nil }
    let wanted = "where bytes \(range.offset) to \(range.last) were asked for"
    guard let said = answer.headers.contentRange else { return "a part without `Content-Range`, \(wanted)" }
    guard let given = ContentRange(said) else { return "a part with `Content-Range: \(said.prefix(80))`, \(wanted)" }
    let isCutByItsEnd = given.size.map { given.last == $0 - 1 && given.last < range.last } ?? false
    guard given.first == range.offset, given.last == range.last || isCutByItsEnd else {
      return "bytes \(given.first) to \(given.last) of the file, \(wanted)"
    }
    guard answer.body.count == given.last - given.first + 1 else {
      return "\(answer.body.count) bytes, which the server calls bytes \(given.first) to \(given.last)"
    }
    return nil
  }
}

extension AnswerHeaders {
  /// What changes with the file: its `ETag`, else its `Last-Modified`.
  var version: String? { entityTag ?? lastModified }
}

/// The value of `Content-Range`: `bytes 0-499/1234`, `bytes 0-499/*`.
private struct ContentRange {
  let first: Int
  let last: Int
  /// Of the whole file, where it is said.
  let size: Int?

  init?(_ text: String) {
    let words = text.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let parts = words[1].split(separator: "/")
    guard parts.count == 2 else { return nil }
    let ends = parts[0].split(separator: "-")
    guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last else {
      return nil
    }
    (self.first, self.last) = (first, last)
    if parts[1] == "*" {
      size = nil
    } else {
      guard let size = Self.number(parts[1]), last < size else { return nil }
      self.size = size
    }
  }

  private static func number(_ text: Substring) -> Int? {
    guard (1...18).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(text)
  }
}
