import Diagnostics
import DocumentModel

/// Fields that a layer's keys name and its source does not have: a slip that would draw nothing, and say nothing.
enum FieldRule {
  /// One finding for each field, at the first key that names it; none where the source does not say which fields it has.
  static func findings(of layer: Layer, _ features: FeatureDescription?, in document: MapDocument) -> [Diagnostic] {
    guard case .features(_, let keys) = layer.content, let features, features.areFieldsKnown else { return [] }
    let known = Set(features.fields.map(\.name))
    let named: [(keys: [String], fields: [String])] = [
      (["where"], keys.condition?.value.fieldNames ?? []),
      (["renderer", "symbol"], keys.renderer.map { keys.fields(of: $0) } ?? []),
      (["labels"], keys.fields(of: keys.labels ?? [])), (["callouts"], keys.callouts?.fieldNames ?? []),
    ]
    var seen: Set<String> = []
    return named.flatMap { part in
      part.fields.filter { !known.contains($0) && seen.insert($0).inserted }.map { field in
        let range = document.valueRange(ofFirst: part.keys, in: layer)
        let names = features.fields.map { "`\($0.name)`" }
        return Diagnostic(
          .unknownField,
          "layer `\(layer.id)` has no field `\(field)`; it has \(names.isEmpty ? "none" : Words.list(names))",
          at: range,
          hint: Suggestion.nearest(to: field, among: features.fields.map(\.name)).map { Hint("did you mean `\($0)`?") },
          layer: layer.id)
      }
    }
  }
}

extension FeatureKeys {
  fileprivate func fields(of renderer: FeatureRenderer) -> [String] {
    FeatureKeys().fieldNames(renderer: renderer, labels: [])
  }

  fileprivate func fields(of labels: [LabelClass]) -> [String] {
    FeatureKeys().fieldNames(renderer: nil, labels: labels)
  }
}
