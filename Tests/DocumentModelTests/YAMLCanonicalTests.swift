import Diagnostics
import Testing

@testable import DocumentModel

@Suite struct YAMLCanonicalTests {
  @Test(arguments: [
    ("{a: 1, b: [x, y]}", "b:\n  - 'x'\n  - \"y\"\na: 1 # comment"),
    ("a: 1.5", "a: 1.50"), ("a: 0x10", "a: 16"), ("a: ~", "a:"), ("a: &x [1]\nb: *x", "b: [1]\na: [1]"),
  ])
  func isTheSameForTheSameContent(_ one: String, _ other: String) throws {
    #expect(try node(one).canonicalText() == node(other).canonicalText())
  }

  @Test(arguments: [
    ("a: 1", "a: \"1\""), ("a: true", "a: 'true'"), ("a: null", "a: 'null'"), ("a: 1", "a: 1.0"), ("[a, b]", "[ab]"),
    ("[[a], b]", "[[a, b]]"), ("[x, y]", "[y, x]"), ("{a: b}", "[a, b]"), ("['1:a']", "['1', 'a']"), ("a: []", "a: {}"),
    ("a: ''", "a: ~"), ("a: é", "a: \"e\\u0301\""),
  ])
  func differsWhereContentDiffers(_ one: String, _ other: String) throws {
    #expect(try node(one).canonicalText() != node(other).canonicalText())
  }
}
