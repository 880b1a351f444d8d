import Diagnostics
import Testing

@testable import DocumentModel

@Suite struct YAMLHostileTests {
  private func codes(_ text: String) -> [Code] {
    YAMLReader.read(SourceFile(path: "m", bytes: Array(text.utf8))).findings.map(\.code)
  }

  @Test(arguments: ["[", "{a: ", "- ", "? ", "&a [", "[{"])
  func stopsDeepNesting(_ opening: String) {
    #expect(codes(String(repeating: opening, count: 100_000)) == [.tooLarge])
  }

  @Test func takesNestingUpToItsBound() throws {
    let text = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    _ = try node(text)
    #expect(codes("[\(text)]") == [.tooLarge])
  }

  @Test(.timeLimit(.minutes(10)), arguments: ["\"", "'", ""])
  func readsAScalarOfTenMegabytes(_ quote: String) throws {
    let text = "a: " + quote + String(repeating: "0123456789 ", count: 950_000) + "x" + quote
    guard case .scalar(.text(let value)) = try node(text).at("a")?.content else {
      Issue.record("no text")
      return
    }
    #expect(value.utf8.count == 10_450_001)
  }

  @Test func refusesATextPastTheBoundBeforeParsing() {
    let file = SourceFile(path: "m", bytes: Array("a: [1, 2, 3]".utf8))
    #expect(YAMLReader.read(file, limits: .init(bytes: 11)).findings.map(\.code) == [.tooLarge])
    #expect(YAMLReader.read(file, limits: .init(bytes: 12)).findings.isEmpty)
    var few = YAMLReader.Limits()
    few.nodes = 100
    few.aliasNodes = 0
    let many = SourceFile(path: "m", bytes: Array("[\(String(repeating: "1,", count: 200))]".utf8))
    #expect(YAMLReader.read(many, limits: few).findings.map(\.code) == [.tooLarge])
  }

  // Each would take minutes were any step of it quadratic.
  @Test(
    .timeLimit(.minutes(10)),
    arguments: [
      String(repeating: "&a x,", count: 50_000), String(repeating: "!!str x,", count: 50_000),
      String(repeating: "&a !!str 'é\u{2028}',", count: 30_000), String(repeating: "{},", count: 60_000),
    ])
  func readsLongLinesOfPropertiesInLinearTime(_ items: String) {
    _ = YAMLReader.read(SourceFile(path: "m", bytes: Array("[\(items)]".utf8)))
  }

  @Test(.timeLimit(.minutes(10)))
  func readsAMapOfManyKeysInLinearTime() throws {
    let text = (0..<50_000).map { "k\($0): 1\n" }.joined()
    guard case .mapping(let entries) = try node(text).content else { return }
    #expect(entries.count == 50_000)
  }

  @Test(.timeLimit(.minutes(10)), arguments: ["*a, ", "!x y, ", "? [], ", "&b x, *a, "])
  func reportsABoundedNumberOfMistakes(_ mistake: String) {
    #expect(codes("[\(String(repeating: mistake, count: 60_000))]").count <= 1000)
  }

  /// Mutations of real documents: whatever comes, reading ends, and ranges lie in the text.
  @Test(.timeLimit(.minutes(10)), arguments: 0..<8)
  func survivesMutatedDocuments(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let signs = Array("-:,[]{}#&*!|>'\"%@`?~<=\t \n\r\\0\u{FEFF}".utf8) + [0xC3, 0xA9, 0xFF, 0x00, 0xE2, 0x80, 0xA8]
    for _ in 0..<1500 {
      var bytes = Self.documents[Int.random(in: 0..<Self.documents.count, using: &random)]
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[at] = signs[Int.random(in: 0..<signs.count, using: &random)]
        case 1: bytes.insert(signs[Int.random(in: 0..<signs.count, using: &random)], at: at)
        case 2: bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 1...8, using: &random)))
        case 3: bytes.insert(contentsOf: bytes[at..<min(bytes.count, at + 20)], at: at / 2)
        default: bytes.swapAt(at, Int.random(in: 0..<bytes.count, using: &random))
        }
        if bytes.isEmpty { bytes = [UInt8(ascii: "a")] }
      }
      let file = SourceFile(path: "m", bytes: bytes)
      let (node, findings) = YAMLReader.read(file)
      #expect(node != nil || !findings.isEmpty)
      let lines = bytes.count { $0 == 0x0A } + 1
      for finding in findings { expectInside(finding.range, lines: lines, bytes) }
      if let node { walk(node) { expectInside($0.range, lines: lines, bytes) } }
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func survivesRandomBytes() {
    var random = SeededGenerator(seed: 99)
    for _ in 0..<3000 {
      let count = Int.random(in: 1...200, using: &random)
      let isText = Bool.random(using: &random)
      let bytes = (0..<count).map { _ in
        isText ? UInt8.random(in: 9...126, using: &random) : UInt8.random(in: 0...255, using: &random)
      }
      let (node, findings) = YAMLReader.read(SourceFile(path: "m", bytes: bytes))
      #expect(node != nil || !findings.isEmpty)
    }
  }

  private func expectInside(_ range: SourceRange, lines: Int, _ bytes: [UInt8]) {
    let isInside =
      range.start.line >= 1 && range.start.column >= 1 && range.start <= range.end && Int(range.end.line) <= lines + 1
    #expect(isInside, "\(range.place) of \(lines) lines in \(String(decoding: bytes, as: UTF8.self))")
  }

  private func walk(_ node: Node, _ visit: (Node) -> Void) {
    visit(node)
    switch node.content {
    case .scalar: break
    case .sequence(let items): for item in items { walk(item, visit) }
    case .mapping(let entries): for entry in entries { walk(entry.value, visit) }
    }
  }

  private static let documents: [[UInt8]] = [
    """
    mapdoc: 1
    title: "Zürich–Łódź"
    canvas: {size: [800, 600], dpi: 96, background: "#f8f8f8"}
    layers:
      - &base
        id: base
        type: xyz
        url: 'https://example.org/{z}/{x}/{y}.png'
      - <<: *base
        id: other
        opacity: 0.5
    metadata:
      text: |
        one
        two
      folded: >-
        three
        four
    """,
    "{\n\t\"type\": \"FeatureCollection\",\n\t\"features\": [{\"a\": [1.5, -2e3, null, true]}, \"\\u00e9\"]\n}\n",
    "%YAML 1.2\n--- !!map\na: &x !!str 12\r\nb: *x\r\n? c\r\n: - 1\r\n  - ~\r\n...\n",
    "- a: b\n  c: [d, {e: f}]\n-\n  - g # h\n  - 'i'' j'\n- k\n  l\n",
  ].map { Array($0.utf8) }
}
