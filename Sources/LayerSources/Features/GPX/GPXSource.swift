import Diagnostics
import DocumentModel
import Geodesy

/// A GPX file that has been looked through once.
struct GPXSource: FeatureSource {
  let description: LayerDescription
  let damage: SourceError?
  let layers: [GPXLayer]
  private let bytes: any ByteReading
  private let kept: KeptFeatures?

  /// - Parameters:
  ///   - layer: One of OGR's names; `nil`: way points, routes and tracks together.
  ///   - wanted: The fields that will be asked for; `nil`: nothing need be kept.
  /// - Throws: `badKey` for another name; what is wrong where nothing can be read.
  init(_ bytes: any ByteReading, layer: String?, isRemote: Bool, wanted: [String]? = nil) throws(SourceError) {
    self.bytes = bytes
    if let layer {
      guard let known = GPXLayer(rawValue: layer) else {
        throw .notOffered(layer, among: GPXLayer.allCases.map(\.rawValue), of: "a GPX file")
      }
      layers = [known]
    } else {
      layers = GPXLayer.whole
    }
    var reader = GPXReader(bytes, layers, FeatureQuery(fieldNames: wanted ?? []), isSurvey: true)
    var kept = wanted.map { KeptFeatures(fieldNames: $0) }
    var damage: SourceError?
    do throws(SourceError) {
      try reader.read { batch throws(SourceError) in kept?.add(batch) }
    } catch { damage = error }
    let survey = reader.survey ?? FeatureSurvey()
    if let damage, survey.count == 0 { throw damage }
    self.damage = damage
    // What is damaged is read again, for its error behind what can be read.
    self.kept = damage == nil ? kept : nil
    var fields: [(name: String, type: ExpressionType)] = []
    for layer in layers { fields += layer.fields.filter { field in !fields.contains { $0.name == field.name } } }
    fields += survey.fields.fields.filter { field in !fields.contains { $0.name == field.name } }
    description = LayerDescription(
      tilingSchemes: [], fullExtent: survey.coverage.inDegrees, title: reader.title, isRemote: isRemote,
      features: FeatureDescription(
        reference: .wgs84, fields: fields, count: survey.count, kinds: survey.kinds))
  }

  func read(
    _ query: FeatureQuery, _ take: (FeatureBatch) throws(SourceError) -> Void
  ) async throws(SourceError) {
    if let kept, try kept.answer(query, take) { return }
    var reader = GPXReader(bytes, layers, query)
    try reader.read(take)
  }
}

extension SourceError {
  /// A layer that a file does not have, or that must be named.
  static func notOffered(_ name: String?, among known: [String], of what: String) -> SourceError {
    let shown = known.prefix(30).map { "`\($0)`" }.joined(separator: ", ")
    let more = known.count > 30 ? " and \(known.count - 30) more" : ""
    guard let name else {
      return .badKey(
        key: "layer", reason: "\(what) has \(known.count) layers, and nothing says which: \(shown)\(more)",
        hint: known.first.map { "add `layer: \($0)`, or another of them" })
    }
    let near = Suggestion.nearest(to: name, among: known)
    return .badKey(
      key: "layer",
      reason: "\(what) has no layer `\(name.prefix(80))`; it has \(known.isEmpty ? "none" : shown + more)",
      hint: near.map { "did you mean `\($0)`?" })
  }
}
