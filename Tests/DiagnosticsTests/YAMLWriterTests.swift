import Testing

@testable import Diagnostics

@Suite struct YAMLWriterTests {
  @Test func writesBlocks() {
    let value: JSONValue = [
      "document": "maps/harbour.yaml", "map": ["srs": "EPSG:3857", "extent": [1, 2.5, -3, 4], "frame": []],
      "layers": [["id": "a", "tiles": 20, "kinds": ["x", "y"]], ["id": "b", "none": [:]]],
      "nested": [[["a"]], [[1, 2]]], "deep": [[["k": 1]]], "code": nil,
    ]
    #expect(
      value.yamlText() == """
        document: maps/harbour.yaml
        map:
          srs: EPSG:3857
          extent: [1, 2.5, -3, 4]
          frame: []
        layers:
          - id: a
            tiles: 20
            kinds:
              - x
              - y
          - id: b
            none: {}
        nested:
          - - - a
          - - [1, 2]
        deep:
          - - k: 1
        code: null

        """)
  }

  @Test(arguments: [JSONValue.string("x"), .int(3), .array([]), .object([:])])
  func writesAScalarAlone(value: JSONValue) {
    #expect(value.yamlText() == "\(value == .string("x") ? "x" : value.text())\n")
  }

  /// Plain where the core schema of YAML 1.2 reads the same text (section 10.3.2), else in quotes.
  @Test(arguments: [
    ("harbour", "harbour"), ("no", "no"), ("yes", "yes"), ("off", "off"), ("0b1", "0b1"), ("1_000", "1_000"),
    ("12:30", "12:30"), ("http://a/b", "http://a/b"), ("a#b", "a#b"), ("-a", "-a"), ("?a", "?a"), (":a", ":a"),
    ("1.2.3", "1.2.3"), ("e5", "e5"), ("1e", "1e"), ("+", "+"), (".", "."), ("{z}/{x}", "\"{z}/{x}\""),
    ("a{z}", "a{z}"), ("Køge", "Køge"), ("it's", "it's"), ("a \"b\"", "a \"b\""), ("..", ".."), ("-.nan", "-.nan"),
    ("", "\"\""), (" a", "\" a\""), ("a ", "\"a \""), ("a: b", "\"a: b\""), ("a:", "\"a:\""), ("a #b", "\"a #b\""),
    ("#a", "\"#a\""), ("- a", "\"- a\""), ("-", "\"-\""), ("? a", "\"? a\""), ("*a", "\"*a\""), ("&a", "\"&a\""),
    ("!a", "\"!a\""), ("|", "\"|\""), (">", "\">\""), ("'a", "\"'a\""), ("\"a", "\"\\\"a\""), ("%a", "\"%a\""),
    ("@a", "\"@a\""), ("`a`", "\"`a`\""), ("[a", "\"[a\""), (", a", "\", a\""), ("---", "\"---\""),
    ("null", "\"null\""), ("~", "\"~\""), ("True", "\"True\""), ("false", "\"false\""), ("<<", "\"<<\""),
    ("1", "\"1\""), ("-12", "\"-12\""), ("012", "\"012\""), ("1.", "\"1.\""), (".5", "\".5\""), ("1e5", "\"1e5\""),
    ("+1.5E-3", "\"+1.5E-3\""), ("0o17", "\"0o17\""), ("0xFf", "\"0xFf\""), ("-.inf", "\"-.inf\""),
    (".NaN", "\".NaN\""),
    ("a\nb", "\"a\\nb\""), ("a\tb", "\"a\\tb\""), ("\u{85}", "\"\\u0085\""), ("\u{2028}", "\"\\u2028\""),
    ("\u{FEFF}a", "\"\\ufeffa\""), ("\u{0}", "\"\\u0000\""),
  ])
  func quotesOnlyWhereItMust(text: String, written: String) {
    #expect(YAMLText.scalar(text) == written)
    #expect(JSONValue.object(["k": .string(text)]).yamlText() == "k: \(written)\n")
  }
}
