import Diagnostics

@testable import DocumentModel
@testable import LayerSources

/// YAML alone: every finding lies in the text, and the tree can be written and compared.
struct YAMLTarget: FuzzTarget {
  static let name = "yaml"
  func run(_ bytes: [UInt8]) {
    let file = SourceFile(path: "map.yaml", bytes: bytes)
    let (node, findings) = YAMLReader.read(file)
    for finding in findings where finding.range.end < finding.range.start { broken("a range ends behind its start") }
    if node == nil, findings.isEmpty { broken("what is not read is explained") }
  }
}

/// A whole document: all keys of all kinds, and the reports.
struct DocumentTarget: FuzzTarget {
  static let name = "document"
  func run(_ bytes: [UInt8]) {
    let file = SourceFile(path: "map.yaml", bytes: bytes)
    let (node, findings) = YAMLReader.read(file)
    guard let node else { return }
    let context = ReadingContext(kinds: layerKinds)
    _ = DocumentReader.read(node, path: file.path, files: [file], projectRoot: "/nonexistent", in: context)
    let all = FindingPlaces.fill((findings + context.findings).sorted(), from: node)
    for finding in all where finding.range.end < finding.range.start { broken("a range ends behind its start") }
  }
}

/// Reads an expression, works it out for difficult values, and shows where its mistakes stand.
struct ExpressionTarget: FuzzTarget {
  static let name = "expression"
  private let values: [ExpressionValue] = [
    .null, .integer(.min), .integer(-1), .integer(0), .decimal(.nan), .decimal(1e308), .text("a%_\\"), .boolean(true),
    .integer(.max),
  ]

  func run(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    do {
      let expression = try Expression(text)
      for start in values.indices {
        let fields = expression.fieldNames.indices.map { values[(start + $0) % values.count] }
        if case .decimal(let number)? = try? expression.value(fields), !number.isFinite { broken("numbers are finite") }
      }
    } catch {
      let length = text.unicodeScalars.count
      if error.all.isEmpty { broken("what is refused is explained") }
      for one in error.all where one.range.lowerBound < 0 || one.range.upperBound > length {
        broken("a range in the text")
      }
      let yaml = SourceFile(path: "map.yaml", bytes: Array("where: ".utf8) + bytes)
      guard let node = YAMLReader.read(yaml).node?["where"] else { return }
      let context = ReadingContext(kinds: layerKinds)
      _ = Expression.read(node, in: context)
      for finding in context.findings where !node.range.holds(finding.range) { broken("a finding lies in its value") }
    }
  }
}

struct CacheConfigurationTarget: FuzzTarget {
  static let name = "conf"
  func run(_ bytes: [UInt8]) {
    _ = try? CacheConfiguration(conf: bytes, path: "conf.xml")
    _ = try? XMLElement.root(of: bytes)
  }
}
