import Testing

@testable import LayerSources

@Suite struct XMLElementTests {
  @Test func keepsNamesTextsAndLines() throws {
    let root = try XMLElement.root(
      of: Array("<?xml version='1.0'?>\n<a:top xmlns:a='x'>\n <b/>\n <c> one <![CDATA[& two]]>\n</c></a:top>".utf8))
    #expect(root.name == "top")
    #expect(root.line == 2)
    #expect(root.children.map(\.name) == ["b", "c"])
    #expect(root.child("c")?.text == "one & two")
    #expect(root.child("c")?.line == 4)
  }

  @Test func resolvesTheFiveEntitiesOfXML() throws {
    let root = try XMLElement.root(of: Array("<a>&lt;&amp;&gt;&quot;&apos;&#233;</a>".utf8))
    #expect(root.text == "<&>\"'é")
  }

  @Test func readsOtherEncodings() throws {
    // A UTF-16 text with its mark, as Windows writes it.
    let text = "<?xml version=\"1.0\" encoding=\"utf-16\"?><a>Malmö</a>"
    var bytes: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 { bytes += [UInt8(unit & 255), UInt8(unit >> 8)] }
    #expect(try XMLElement.root(of: bytes).text == "Malmö")
  }

  /// Texts that must be refused quickly, and a word of the reason.
  static let hostile: [(String, String)] = [
    ("", "empty"),
    ("<a><b></a>", "mismatch"),
    ("<a>", "ends too early"),
    ("<a><b>text", "ends too early"),
    ("<a/><b/>", "goes on"),
    ("<!DOCTYPE a><a/>", "document type"),
    ("<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>", "document type"),
    ("<!DOCTYPE a SYSTEM 'http://127.0.0.1:1/x.dtd'><a/>", "document type"),
    (bomb, "document type"),
    ("<a>&unknown;</a>", "unknown"),
    (String(repeating: "<a>", count: 100) + String(repeating: "</a>", count: 100), "too deep"),
    ("<a>" + String(repeating: "<b/>", count: 60_000) + "</a>", "too many"),
    ("<a>" + String(repeating: " ", count: 5 << 20) + "</a>", "more than"),
    ("<a>\u{1}</a>", "Char"),
  ]

  /// The billion laughs, each entity ten of the one before.
  static let bomb =
    "<!DOCTYPE a [<!ENTITY e0 'ha'>"
    + (1...12).map { "<!ENTITY e\($0) '" + String(repeating: "&e\($0 - 1);", count: 10) + "'>" }.joined()
    + "]><a>&e12;</a>"

  @Test(arguments: hostile)
  func refuses(_ text: String, _ word: String) {
    do throws(XMLElement.Failure) {
      _ = try XMLElement.root(of: Array(text.utf8))
      Issue.record("it was read")
    } catch {
      #expect(error.reason.contains(word), "\(error)")
    }
  }

  @Test func saysTheLineOfTheElementThatIsWrong() {
    do throws(XMLElement.Failure) {
      _ = try XMLElement.root(of: Array("<a>\n<b>\n</c>\n</a>".utf8))
      Issue.record("it was read")
    } catch {
      #expect(error.line == 2, "where the element that is not closed begins")
    }
  }
}
