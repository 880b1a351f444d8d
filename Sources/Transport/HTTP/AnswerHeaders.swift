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

  private enum Name: String, CaseIterable {
    case contentType = "content-type"
    case contentLength = "content-length"
    case contentRange = "content-range"
    case cacheControl = "cache-control"
    case expires, date, age
    case entityTag = "etag"
    case lastModified = "last-modified"
    case retryAfter = "retry-after"
    case location, vary
    case tileInfo = "x-ve-tile-info"

    private static let all = allCases.map { (bytes: Array($0.rawValue.utf8), name: $0) }

    /// Most of what servers send means nothing here: no text is made of it.
    init?(_ line: Slice<UnsafeRawBufferPointer>) {
      for (bytes, name) in Self.all where bytes.count == line.count {
        guard zip(bytes, line).allSatisfy({ $0 == $1 | 0x20 }) else { continue }
        self = name
        return
      }
      return nil
    }
  }

  /// A longer line is dropped as a whole.
  static let longestLine = 8192

  /// Takes one line `Name: value`, with or without its line end. A list that is spread over lines is joined by commas.
  mutating func take(_ line: UnsafeRawBufferPointer) {
    guard line.count <= Self.longestLine, let colon = line.firstIndex(of: UInt8(ascii: ":")),
      let name = Name(line[..<colon])
    else { return }
    let value = Self.trimmed(line[(colon + 1)...])
    switch name {
    case .contentType: contentType = value
    case .contentLength: contentLength = Int(value)
    case .contentRange: contentRange = value
    case .cacheControl: cacheControl = Self.joined(cacheControl, value)
    case .expires: expires = value
    case .date: date = value
    case .age: age = value
    case .entityTag: entityTag = value
    case .lastModified: lastModified = value
    case .retryAfter: retryAfter = value
    case .location: location = value
    case .vary: vary = Self.joined(vary, value)
    case .tileInfo: tileInfo = value
    }
  }

  private static func joined(_ before: String?, _ value: String) -> String {
    before.map { "\($0), \(value)" } ?? value
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
