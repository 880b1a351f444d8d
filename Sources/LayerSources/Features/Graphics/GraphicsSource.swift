import DocumentModel
import Geodesy

/// Graphics of a document as a source of features: one for each, several where a geometry is a collection.
struct GraphicsSource: FeatureSource {
  let description: LayerDescription
  private let graphics: [Graphic]
  private let reference: SpatialReference

  init(_ graphics: [Graphic], in reference: SpatialReference) {
    self.graphics = graphics
    self.reference = reference
    var survey = FeatureSurvey()
    for graphic in graphics {
      for (name, value) in graphic.attributes {
        var name = name
        if let field = name.withUTF8({ survey.fields.number(of: $0) }) { survey.fields.note(value.type, of: field) }
      }
    }
    var builder = FeatureBatchBuilder(FeatureQuery(fieldNames: []), isInDegrees: false, survey: survey)
    do throws(SourceError) {
      try Self.add(graphics, to: &builder) { _ throws(SourceError) in }
    } catch {
      // Nobody takes anything, so nobody objects.
    }
    survey = builder.survey ?? survey
    description = LayerDescription(
      tilingSchemes: [],
      fullExtent: reference.facts.isGeographic ? survey.coverage.inDegrees : survey.coverage.box,
      features: FeatureDescription(
        reference: reference, fields: survey.fields.fields, count: survey.count, kinds: survey.kinds))
  }

  var ownSymbols: [Symbol] { graphics.flatMap { $0.symbols ?? [] } }

  func read(
    _ query: FeatureQuery, _ take: (FeatureBatch) throws(SourceError) -> Void
  ) async throws(SourceError) {
    var builder = FeatureBatchBuilder(query, isInDegrees: reference.facts.isGeographic)
    try Self.add(graphics, to: &builder, take)
    if let failure = builder.conditionFailure { throw failure.asError }
  }

  private static func add(
    _ graphics: [Graphic], to builder: inout FeatureBatchBuilder, _ take: FeatureBatchBuilder.Taker
  ) throws(SourceError) {
    let names = builder.query.fieldNames
    for graphic in graphics {
      for (name, value) in graphic.attributes {
        if let field = names.firstIndex(of: name) { builder.set(value, of: field) }
      }
      builder.ownSymbols = graphic.symbols
      for part in graphic.parts { add(part, to: &builder) }
      try builder.endFeature(take)
    }
    try builder.deliver(take)
  }

  private static func add(_ part: GeoJSONGeometry.Part, to builder: inout FeatureBatchBuilder) {
    switch part {
    case .point(let place):
      builder.add(place.x, place.y)
      builder.endShape(.point)
    case .line(let places):
      for place in places { builder.add(place.x, place.y) }
      builder.endShape(.line)
    case .polygon(let rings):
      for ring in rings {
        for place in ring { builder.add(place.x, place.y) }
        builder.endPath()
      }
      builder.endShape(.polygon)
    }
  }
}
