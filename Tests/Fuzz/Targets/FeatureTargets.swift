import DocumentModel
import Geodesy

@testable import LayerSources

/// GeoJSON, and Esri's JSON, read by the direct reader.
struct GeoJSONTarget: FuzzTarget {
  static let name = "geojson"

  func run(_ bytes: [UInt8]) {
    let source = MemoryBytes(path: "fuzz", bytes: bytes)
    for isEsri in [false, true] {
      let query = FeatureQuery(fieldNames: ["name", "id"])
      var survey = GeoJSONReader(source, query, isSurvey: true, isEsri: isEsri)
      var surveyed = 0
      try? survey.read { batch throws(SourceError) in surveyed += Set(batch.features.map(\.row)).count }
      var reader = GeoJSONReader(source, query, isEsri: isEsri)
      var count = 0
      try? reader.read { batch throws(SourceError) in
        checkFeatures(batch)
        count += Set(batch.features.map(\.row)).count
      }
      if count != survey.survey?.count ?? 0 || count != surveyed {
        broken("the survey counts \(survey.survey?.count ?? 0) features of \(count), and hands over \(surveyed)")
      }
    }
  }
}

/// GPX, read by the direct reader.
struct GPXTarget: FuzzTarget {
  static let name = "gpx"

  func run(_ bytes: [UInt8]) {
    let source = MemoryBytes(path: "fuzz", bytes: bytes)
    for layers in [GPXLayer.whole, [.trackPoints], [.routePoints]] {
      var reader = GPXReader(source, layers, FeatureQuery(fieldNames: ["name", "ele", "gpxx_Depth"]))
      try? reader.read { batch throws(SourceError) in checkFeatures(batch) }
    }
  }
}

/// What every batch keeps.
private func checkFeatures(_ batch: FeatureBatch) {
  if batch.values.count != batch.rowCount * batch.fieldNames.count { broken("each row has a value for each field") }
  if batch.paths.x.count != batch.paths.y.count { broken("as many x as y") }
  var (last, number) = (0, 0)
  for feature in batch.features {
    if feature.paths.lowerBound != last || feature.paths.isEmpty {
      broken("features have their paths one after another")
    }
    if feature.number < number || feature.row >= batch.rowCount { broken("features stand in their order") }
    (last, number) = (feature.paths.upperBound, feature.number)
  }
  if last != batch.paths.count || batch.paths.ends.last ?? 0 != batch.paths.x.count {
    broken("no path is without a feature")
  }
  if !batch.paths.x.allSatisfy(\.isFinite) || !batch.paths.y.allSatisfy(\.isFinite) { broken("coordinates are finite") }
}
