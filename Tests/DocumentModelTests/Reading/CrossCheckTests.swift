import Diagnostics
import Testing

@testable import DocumentModel

@Suite struct CrossCheckTests {
  @Test func idsAreUniqueAcrossGroups() {
    let text = small(end: "  - {id: g, type: group, layers: [{id: ↓base, type: debug}, {id: ↓g, type: debug}]}\n")
    expectTyped(in: text, [.duplicateIdentifier, .duplicateIdentifier])
    #expect(document(MarkedText(text).text).findings.first?.message == "layer id `base` is used already, in line 3")
  }

  @Test func anIdOfALayerThatCannotBeUsedCountsToo() {
    expectTyped(
      in: small(end: "  - {id: b, type: ↓rastre}\n  - {id: ↓b, type: debug}\n"),
      [.unknownValue, .duplicateIdentifier])
  }

  @Test func bookmarkNamesAreUnique() {
    expectTyped(
      in: small(end: "bookmarks:\n  - {name: a, extent: [0, 0, 1, 1]}\n  - {name: ↓a, extent: [0, 0, 2, 2]}\n"),
      [.duplicateIdentifier])
  }

  @Test func outputIdsAreUnique() {
    expectTyped(
      in: small(end: "outputs:\n  - {id: a, path: a.png}\n  - ↓{id: a, path: b.png}\n"), [.duplicateIdentifier])
  }

  @Test func bookmarksThatAreNamedExist() {
    let text = small(
      "initialExtent: {bookmark: ↓harbor}\n",
      end: "bookmarks:\n  - {name: harbour, extent: [0, 0, 1, 1]}\noutputs:\n  - {bookmarks: [harbour, ↓port]}\n")
    expectTyped(in: text, [.unknownBookmark, .unknownBookmark])
    let findings = document(MarkedText(text).text).findings
    #expect(findings.map { $0.hint?.text } == ["did you mean `harbour`?", "name one of its bookmarks: `harbour`"])
  }

  @Test func layersThatAreFittedExist() {
    expectTyped(in: small("initialExtent: {fit: base}\n"), [])
    expectTyped(in: small("initialExtent: {fit: ↓track}\n"), [.unknownItem])
    expectTyped(in: small("initialExtent: {fit: g}\n", end: "  - {id: g, type: ↓rastre}\n"), [.unknownValue])
  }

  @Test func bookmarksDoNotGoRoundInACircle() {
    let text = small(
      end: """
        bookmarks:
          - {name: start, extent: {bookmark: a}}
          - {name: a, extent: {bookmark: ↓b}}
          - {name: b, extent: {bookmark: a}}
          - {name: self, extent: {bookmark: ↓self}}
          - {name: fine, extent: [0, 0, 1, 1]}

        """)
    expectTyped(in: text, [.bookmarkCycle, .bookmarkCycle])
    #expect(
      document(MarkedText(text).text).findings.first?.message
        == "bookmarks refer to one another in a circle: `a` -> `b` -> `a`")
  }

  @Test func aNameThatCannotBeIsRefusedWhereItIsGivenOnly() {
    expectTyped(
      in: small(
        "initialExtent: {bookmark: a/b}\n",
        end: "bookmarks:\n  - {name: ↓a/b, extent: [0, 0, 1, 1]}\noutputs:\n  - {bookmarks: [a/b]}\n"),
      [.badIdentifier])
  }

  @Test(arguments: ["a/b", "..", "\"a\\\\b\"", "\"\""])
  func bookmarkNamesBecomePartOfFileNames(_ name: String) {
    expectTyped(in: small(end: "bookmarks:\n  - {name: ↓\(name), extent: [0, 0, 1, 1]}\n"), [.badIdentifier])
  }

  @Test(arguments: [
    ("{path: ↓a.gif}", [Code.unknownFormat]), ("{path: ↓a}", [.unknownFormat]), ("{path: ↓a.pdf}", [.notYetSupported]),
    ("{path: a.JPEG}", []), ("{path: a.gif, format: png}", []), ("{path: ↓\"a/\"}", [.wrongType]),
    ("{path: a.png, ↓quality: 80}", [.conflictingKeys]), ("{path: a.jpg, quality: ↓0}", [.outOfRange]),
    ("{path: a.webp, quality: 1}", []),
    ("{format: ↓gif}", [.unknownValue]), ("{↓palette: true}", [.notYetSupported]), ("{bookmarks: all}", []),
    ("{georeference: ↓geotiff}", [.notYetSupported]), ("↓5", [.wrongType]),
  ])
  func outputsAreChecked(_ text: String, _ codes: [Code]) {
    expectTyped(in: small(end: "outputs:\n  - \(text)\n"), codes)
  }

  @Test func namesEverySecretOfAnAddress() {
    let address = "https://u:pw1@example.org/{z}/{x}/{y}?key=abc&style=light&token=def"
    let findings = document(small().replacing("https://example.org/{z}/{x}/{y}.png", with: address)).findings
    #expect(
      findings.map(\.message) == [
        "a password before `@`, the value of `key` and the value of `token` in this address are secrets that are written "
          + "into the document"
      ])
  }

  @Test(arguments: [
    ("https://u:pass@example.org/{z}", true), ("https://u:${env:P}@example.org/{z}", false),
    ("https://example.org/{z}?apikey=abc", true),
    ("https://example.org/{z}?API_KEY=abc", true), ("https://example.org/{z}?style=a&token=abc#x", true),
    ("https://example.org/{z}?%74oken=abc", true), ("https://example.org/{z}?subscription_key=abc", true),
    ("https://example.org/{z}?Access-Token=abc", true), ("https://example.org/{z}?%zz=abc", false),
    ("https://example.org/{z}?apikey={key}", false), ("https://example.org/{z}?token=", false),
    ("https://example.org/{z}?keyword=abc", false),
    ("https://example.org:8080/{z}", false), ("https://example.org/@{z}:{x}", false),
  ])
  func noSecretStandsInAnAddress(_ address: String, _ isSecret: Bool) {
    let text = small().replacing("https://example.org/{z}/{x}/{y}.png", with: "\"\(address)\"")
    let findings = document(text).findings
    #expect(findings.map(\.code) == (isSecret ? [.literalSecret] : []))
    #expect(!findings.contains { $0.message.contains("abc") || $0.message.contains("pass@") }, "a secret is shown")
  }
}
