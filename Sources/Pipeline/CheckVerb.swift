import Diagnostics
import DocumentModel
import Resolving

/// `check`: everything that can be known without rendering.
package struct CheckVerb: Sendable {
  let run: Run
  /// Asks services what they hold, and each layer's server for one tile.
  let isOnline: Bool

  /// - Parameter isOnline: When not, neither the network nor the cache is looked at: the findings are the same on every
  ///   computer.
  package init(_ run: Run, isOnline: Bool = false) {
    self.run = run
    self.isOnline = isOnline
  }

  /// Checks documents; the report is the same with any number of processors.
  package func check(_ paths: [String]) async -> CheckOutcome {
    let found = DocumentFinder.find(paths)
    if let missing = found.missing.first { return .wrongUsage("`\(missing.path)`: \(missing.reason)") }
    let results = await Parallel.map(found.documents) { await check($0.path, isNamed: $0.isNamed) }
    var findings = found.findings + results.flatMap(\.findings) + run.loader.projectFindings
    findings +=
      Collisions(
        among: results.flatMap(\.renditions), inputs: results.reduce(into: []) { $0.formUnion($1.inputs) }
      ).findings
    let documents = results.filter(\.counts)
    return .report(
      Report(
        diagnostics: findings, documents: documents.map(\.path), toolVersion: Version.text))
  }

  private func check(_ path: String, isNamed: Bool) async -> CheckResult {
    let checked = await run.open(path, asksServices: isOnline)
    guard checked.loaded.isMapDocument || isNamed else {
      return CheckResult(path: path, counts: false, findings: [.notAMapDocument(path)], renditions: [])
    }
    var findings = checked.findings
    var renditions: [PlacedRendition] = []
    if let opened = checked.opened {
      findings += opened.pictureFindings(run.symbolPictures)
      let resolver = Resolver(document: opened.document, knowledge: opened.knowledge)
      let all = opened.document.renditions(RenditionOptions(), findings: &findings)
      let views = opened.document.views(of: all)
      findings += resolver.findings(over: views)
      if isOnline, let first = views.first { findings += await run.probe(opened, in: first) }
      for one in all {
        findings += one.findings(in: resolver)
      }
      if !checked.loaded.isTemplate {
        renditions = all.map { PlacedRendition(document: path, rendition: $0) }
      }
    }
    return CheckResult(
      path: path, counts: true, findings: run.placed(findings, in: checked), renditions: renditions,
      inputs: renditions.isEmpty ? [] : checked.inputs)
  }
}

package enum CheckOutcome: Sendable {
  case report(Report)
  case wrongUsage(String)
}

private struct CheckResult: Sendable {
  let path: String
  /// It is a map document, not some other YAML file.
  let counts: Bool
  let findings: [Diagnostic]
  let renditions: [PlacedRendition]
  /// What the document is made from; absolute.
  var inputs: Set<String> = []
}

extension MapDocument {
  /// Every view that `check` looks at: those of the outputs, and each bookmark, which may be asked for by name.
  fileprivate func views(of renditions: [Rendition]) -> [ViewChoice] {
    var views = renditions.map(\.choice)
    let shown = Set(views.map(\.bookmark))
    views += bookmarks.filter { !shown.contains($0.name.value) }.map { ViewChoice(bookmark: $0.name.value) }
    return views
  }
}
