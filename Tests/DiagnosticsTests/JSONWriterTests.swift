import Testing

@testable import Diagnostics

@Suite struct JSONWriterTests {
  static let sample: JSONValue = [
    "srs": "EPSG:3857", "extent": [1, 2.5, -3, 4e21], "empty": [], "none": [:],
    "layers": [["id": "a", "code": nil], ["id": "b", "ok": true]], "off": false,
  ]

  @Test func writesOneLine() {
    #expect(
      Self.sample.text() == """
        {"srs":"EPSG:3857","extent":[1,2.5,-3,4e+21],"empty":[],"none":{},"layers":[{"id":"a","code":null},\
        {"id":"b","ok":true}],"off":false}
        """)
  }

  @Test func writesALineForEachMember() {
    #expect(
      Self.sample.text(pretty: true) == """
        {
          "srs": "EPSG:3857",
          "extent": [1, 2.5, -3, 4e+21],
          "empty": [],
          "none": {},
          "layers": [
            {
              "id": "a",
              "code": null
            },
            {
              "id": "b",
              "ok": true
            }
          ],
          "off": false
        }
        """)
  }

  @Test(arguments: [
    ("", #""""#), ("a\"b\\c", #""a\"b\\c""#), ("\n\r\t", #""\n\r\t""#), ("\u{0}\u{1F}\u{7F}", #""\u0000\u001f\u007f""#),
    ("Køge 東京 🗺", "\"Køge 東京 🗺\""), ("</script>", "\"</script>\""), ("\u{8}\u{C}\u{B}", #""\u0008\u000c\u000b""#),
  ])
  func escapesWhatItMust(text: String, written: String) {
    #expect(JSONValue.string(text).text() == written)
  }

  /// As ECMAScript's `Number::toString` writes them: `node -p 'String(x)'`.
  @Test(arguments: [
    (0, "0"), (-0.0, "0"), (1, "1"), (-25000, "-25000"), (0.1, "0.1"), (1.5, "1.5"), (123.456, "123.456"),
    (0.000001, "0.000001"), (0.0000015, "0.0000015"), (1e-7, "1e-7"), (1.25e-7, "1.25e-7"),
    (.leastNonzeroMagnitude, "5e-324"),
    (1e15, "1000000000000000"), (1e16, "10000000000000000"), (123_456_789_012_345_683_968, "123456789012345680000"),
    (1e21, "1e+21"), (1.5e300, "1.5e+300"), (1.7976931348623157e308, "1.7976931348623157e+308"),
    (20037508.342789244, "20037508.342789244"), (156543.03392804097, "156543.03392804097"),
    (9_007_199_254_740_992, "9007199254740992"), (0.30000000000000004, "0.30000000000000004"), (100.5, "100.5"),
  ])
  func writesTheShortestNumber(number: Double, written: String) {
    #expect(JSONValue.double(number).text() == written)
    #expect(Double(written) == number)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func writesNullForWhatIsNoNumber(number: Double) {
    #expect(JSONValue.double(number).text() == "null")
  }

  @Test func everyNumberReadsBack() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let number = Double(bitPattern: random.next())
      guard number.isFinite else { continue }
      #expect(NumberText.of(number).flatMap(Double.init) == number)
    }
  }
}
