import Diagnostics

/// Finds where in a document's tree its findings point, and which layer they are about.
package struct FindingPlaces {
  private var findings: [Diagnostic]
  /// Findings by the exact place of a key or a value.
  private var exact: [SourceRange: [Int]] = [:]
  /// Findings that point into the inside of something: the innermost found so far.
  private var inside: [Int] = []
  private var layerIDs: [String] = []

  /// Fills in `layer` and `path` where they are missing; what a tree does not hold keeps neither.
  ///
  /// - Parameter dataFiles: Findings in one of these are about the value that names it.
  package static func fill(
    _ findings: [Diagnostic], from tree: Node, dataFiles: [Located<SourceFile>] = []
  ) -> [Diagnostic] {
    guard !findings.isEmpty else { return findings }
    var places = FindingPlaces(findings: findings)
    for (index, finding) in findings.enumerated() {
      let origin = dataFiles.first { $0.value == finding.range.file }
      places.exact[origin?.range ?? finding.range, default: []].append(index)
    }
    places.visit(tree, path: Path(), isLayers: false) { $0.mark($1, $2) }
    places.inside = findings.indices.filter { places.findings[$0].path == nil }
    if !places.inside.isEmpty { places.visit(tree, path: Path(), isLayers: false) { $0.enclose($1, $2) } }
    return places.findings
  }

  private init(findings: [Diagnostic]) { self.findings = findings }

  /// The way to a node, made into text only for a finding.
  private struct Path {
    enum Step {
      case key(String)
      case index(Int)
    }
    var steps: [Step] = []

    func adding(_ step: Step) -> Path {
      var path = self
      path.steps.append(step)
      return path
    }

    var text: String {
      steps.reduce(into: "") { text, step in
        switch step {
        case .key(let key):
          let isPlain =
            !key.isEmpty
            && key.utf8.allSatisfy { byte in
              byte == 45 || byte == 95 || (48...57).contains(byte) || (65...90).contains(byte)
                || (97...122).contains(byte)
            }
          if isPlain { text += text.isEmpty ? key : "." + key } else { text += "[\"\(key)\"]" }
        case .index(let index): text += "[\(index)]"
        }
      }
    }
  }

  /// Goes through a tree, parents before their children, and shows the place of each key and each value.
  private mutating func visit(
    _ node: Node, path: Path, isLayers: Bool, _ look: (inout FindingPlaces, SourceRange, Path) -> Void
  ) {
    look(&self, node.range, path)
    switch node.content {
    case .scalar: return
    case .sequence(let items):
      for (index, item) in items.enumerated() {
        let id = isLayers ? item["id"]?.plainText : nil
        if let id, !id.isEmpty { layerIDs.append(id) }
        visit(item, path: path.adding(.index(index)), isLayers: false, look)
        if let id, !id.isEmpty { layerIDs.removeLast() }
      }
    case .mapping(let entries):
      let mayHoldLayers = path.steps.isEmpty || !layerIDs.isEmpty
      for entry in entries {
        let own = path.adding(.key(entry.key))
        look(&self, entry.keyRange, own)
        visit(entry.value, path: own, isLayers: mayHoldLayers && entry.key == "layers", look)
      }
    }
  }

  /// Gives findings at exactly this place its path.
  private mutating func mark(_ range: SourceRange, _ path: Path) {
    guard let indices = exact[range] else { return }
    for index in indices where findings[index].path == nil {
      findings[index].path = path.text
      if findings[index].layer == nil { findings[index].layer = layerIDs.last }
    }
  }

  /// Gives findings inside of this place its path: children come after their parents, so the innermost wins.
  private mutating func enclose(_ range: SourceRange, _ path: Path) {
    for index in inside where range.holds(findings[index].range) {
      findings[index].path = path.text
      findings[index].layer = layerIDs.last ?? findings[index].layer
    }
  }
}

extension SourceRange {
  func holds(_ other: SourceRange) -> Bool {
    file == other.file && start <= other.start && other.end <= end
  }
}
