/// The response headers that mean something here, as the server wrote them; all others are dropped as they come.
package struct AnswerHeaders: Sendable, Hashable {
  package var contentType: String?
  package var contentLength: Int?
  package var contentRange: String?
  package var cacheControl: String?
  package var expires: String?
  package var date: String?
  package var age: String?
  package var entityTag: String?
  package var lastModified: String?
  package var retryAfter: String?
  package var location: String?
  package var vary: String?
  /// `X-VE-Tile-Info` of Bing's tile servers.
  package var tileInfo: String?

  package init() {}

  /// Of the names that are looked for.
  private static let firstLetters = Set("cedalrvx".utf8)

  /// A longer line is dropped as a whole.
  static let longestLine = 8192

  /// Takes one line `Name: value`, with or without its line end. A list that is spread over lines is joined by commas.
  mutating func take(_ line: UnsafeRawBufferPointer) {
    guard line.count <= Self.longestLine, let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
    let place: WritableKeyPath<AnswerHeaders, String?>
    // Most of what servers send means nothing here: no text is made of it.
    guard let first = line.first, Self.firstLetters.contains(first | 0x20) else { return }
    switch String(decoding: line[..<colon], as: UTF8.self).lowercased() {
    case "content-type": place = \.contentType
    case "content-range": place = \.contentRange
    case "cache-control": place = \.cacheControl
    case "expires": place = \.expires
    case "date": place = \.date
    case "age": place = \.age
    case "etag": place = \.entityTag
    case "last-modified": place = \.lastModified
    case "retry-after": place = \.retryAfter
    case "location": place = \.location
    case "vary": place = \.vary
    case "x-ve-tile-info": place = \.tileInfo
    case "content-length":
      contentLength = Int(Self.trimmed(line[(colon + 1)...]))
      return
    default: return
    }
    let value = Self.trimmed(line[(colon + 1)...])
    let isList = place == \.cacheControl || place == \.vary
    if isList, let before = self[keyPath: place] {
      self[keyPath: place] = before + ", " + value
    } else {
      self[keyPath: place] = value
    }
  }

  private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
    let isSpace: (UInt8) -> Bool = { $0 <= 0x20 }
    let start = bytes.drop(while: isSpace)
    guard let last = start.lastIndex(where: { !isSpace($0) }) else { return "" }
    return String(decoding: start[...last], as: UTF8.self)
  }
}

extension AnswerHeaders {
  /// How long the server wants to be left alone, in seconds; `nil` where it does not say or says nonsense.
  package func retryDelay(now: Double) -> Double? {
    guard let retryAfter else { return nil }
    if !retryAfter.isEmpty, retryAfter.utf8.count <= 9, retryAfter.utf8.allSatisfy({ (48...57).contains($0) }) {
      return Double(retryAfter)
    }
    return HTTPDate.seconds(retryAfter, now: now).map { max(0, $0 - now) }
  }
}
