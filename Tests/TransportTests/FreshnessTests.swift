import Testing

@testable import Transport

@Suite struct FreshnessTests {
  /// date -u -d @1768478400: Thu Jan 15 12:00:00 2026
  static let now = 1_768_478_400.0

  /// A line of headers, as `name: value | name: value`.
  private func headers(_ text: String) -> AnswerHeaders {
    var headers = AnswerHeaders()
    for line in text.split(separator: "|") { Array(line.utf8.drop { $0 == 0x20 }).withUnsafeBytes { headers.take($0) } }
    return headers
  }

  /// Lifetimes in seconds; `nil` for what may not be stored.
  @Test(
    arguments: [
      ("", 604_800), ("Cache-Control: max-age=60", 60), ("cache-control: MAX-AGE=\"60\", public", 60),
      ("Cache-Control: s-maxage=60", 60), ("Cache-Control: max-age=10, s-maxage=60", 10),
      ("Cache-Control: max-age=60 | Age: 20", 40), ("Cache-Control: max-age=60 | Age: 90", 0),
      ("Cache-Control: max-age=60 | Expires: Thu, 15 Jan 2026 13:00:00 GMT", 60),
      ("Cache-Control: no-store", nil), ("Cache-Control: max-age=60 | Cache-Control: no-store", nil),
      ("Cache-Control: private, max-age=60", 60), ("Cache-Control: no-cache, max-age=60", 0),
      ("Expires: Thu, 15 Jan 2026 13:00:00 GMT", 3600),
      ("Expires: Thu, 15 Jan 2026 13:00:00 GMT | Date: Thu, 15 Jan 2026 12:30:00 GMT", 1800),
      ("Expires: 0", 0), ("Expires: -1 | Last-Modified: Thu, 15 Jan 2015 12:00:00 GMT", 0),
      ("Last-Modified: Wed, 26 Nov 2025 12:00:00 GMT", 5 * 86_400),
      ("Last-Modified: Wed, 26 Nov 2025 12:00:00 GMT | Age: 100", 5 * 86_400),
      ("Last-Modified: Thu, 15 Jan 2026 11:00:00 GMT", 86_400),
      ("Last-Modified: Sat, 15 Jan 2000 12:00:00 GMT", 30 * 86_400),
      ("Last-Modified: Thu, 15 Jan 2026 14:00:00 GMT", 604_800), ("Last-Modified: yesterday", 604_800),
      ("Cache-Control: max-age=99999999999999999999999", 365 * 86_400), ("Cache-Control: max-age=-5", 604_800),
      ("Cache-Control: max-age=60 | Age: -9223372036854775808", 60), ("Vary: *", nil),
      ("Vary: Accept-Encoding", 604_800),
      ("Cache-Control: ,,=,", 604_800),
    ] as [(String, Int?)])
  func readsALifetime(text: String, seconds: Int?) {
    let freshness = Freshness.of(headers(text), now: Self.now)
    #expect(freshness?.freshUntil == seconds.map { Int(Self.now) + $0 })
  }

  @Test(
    arguments: [
      ("", 86_400), ("Cache-Control: max-age=60", 60), ("Last-Modified: Sat, 15 Jan 2000 12:00:00 GMT", 86_400),
      ("Cache-Control: no-store", nil),
    ] as [(String, Int?)])
  func givesAnAbsentTileALifetimeOfItsOwn(text: String, seconds: Int?) {
    let freshness = Freshness.of(headers(text), isAbsent: true, now: Self.now)
    #expect(freshness?.freshUntil == seconds.map { Int(Self.now) + $0 })
  }

  @Test(
    arguments: [
      ("Cache-Control: max-age=60", 60 + 30 * 86_400), ("Cache-Control: max-age=60, stale-if-error=600", 660),
      ("Cache-Control: max-age=60, stale-if-error=99999999", 60 + 30 * 86_400),
      ("Cache-Control: max-age=60, must-revalidate", nil), ("Cache-Control: no-cache", nil),
    ] as [(String, Int?)])
  func saysHowLongItMayStandIn(text: String, seconds: Int?) {
    let freshness = Freshness.of(headers(text), now: Self.now)
    #expect(freshness?.staleUntil == seconds.map { Int(Self.now) + $0 } ?? 0)
  }

  // date -u -d '1994-11-06 08:49:37' +%s, and so on; two digits of a year are at most 50 years ahead.
  @Test(
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
      ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
      ("Thu, 29 Feb 2024 12:00:00 GMT", 1_709_208_000), ("Sunday, 06-Nov-75 08:49:37 GMT", 3_340_255_777),
      ("Sunday, 06-Nov-77 08:49:37 GMT", 247_654_177),
      ("", nil), ("0", nil), ("Sun, 32 Nov 1994 08:49:37 GMT", nil), ("Sun, 06 Nob 1994 08:49:37 GMT", nil),
      ("Sun, 06 Nov 1994 24:49:37 GMT", nil), ("Sun, 06 Nov 1994 08:49 GMT", nil),
      ("Sun, 06 Nov 99999 08:49:37 GMT", nil),
      ("Sun, +6 Nov 1994 08:49:37 GMT", nil),
    ] as [(String, Int?)])
  func readsADate(text: String, seconds: Int?) {
    #expect(HTTPDate.seconds(text, now: Self.now) == seconds.map(Double.init))
  }

  @Test(
    arguments: [
      ("Retry-After: 120", 120), ("Retry-After: Thu, 15 Jan 2026 12:02:00 GMT", 120),
      ("Retry-After: Thu, 15 Jan 2026 11:00:00 GMT", 0), ("Retry-After: soon", nil), ("Retry-After: -1", nil),
      ("Retry-After: 1e9", nil), ("Retry-After:", nil), ("Retry-After: 99999999999999999999", nil),
    ] as [(String, Double?)])
  func readsHowLongToWait(text: String, seconds: Double?) {
    #expect(headers(text).retryDelay(now: Self.now) == seconds)
  }

  @Test func dropsALineThatIsTooLong() {
    #expect(headers("ETag: " + String(repeating: "x", count: 9000)).entityTag == nil)
    #expect(headers("no colon").contentType == nil)
    #expect(headers("Content-Type:  image/png \t\r\n").contentType == "image/png")
  }
}
