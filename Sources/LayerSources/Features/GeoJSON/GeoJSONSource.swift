import DocumentModel
import Geodesy

/// A text of GeoJSON that has been looked through once.
struct GeoJSONSource: FeatureSource {
  let description: LayerDescription
  let damage: SourceError?
  let remarks: [SourceRemark]
  private let bytes: any ByteReading
  private let kept: KeptFeatures?
  /// The layer's, else the text's.
  private let reference: SpatialReference

  /// Looks through all of it: for its fields, its extent, and what is wrong with it.
  /// - Parameters:
  ///   - declared: The layer's `srs`.
  ///   - isRemote: It was fetched.
  ///   - wanted: The fields that will be asked for; `nil`: nothing need be kept.
  /// - Throws: What is wrong where nothing of it can be read.
  init(
    _ bytes: any ByteReading, declared: SpatialReference?, isRemote: Bool, wanted: [String]? = nil
  ) throws(SourceError) {
    self.bytes = bytes
    // Which way rings run is told by whether they may cross the antimeridian.
    let isInDegrees = declared?.facts.isGeographic ?? true
    var reader = GeoJSONReader(
      bytes, FeatureQuery(fieldNames: wanted ?? []), isInDegrees: isInDegrees, isSurvey: true)
    var kept = wanted.map { KeptFeatures(fieldNames: $0) }
    var damage: SourceError?
    do throws(SourceError) {
      try reader.read { batch throws(SourceError) in kept?.add(batch) }
    } catch { damage = error }
    let survey = reader.survey ?? FeatureSurvey()
    if let damage, survey.count == 0 { throw damage }
    var own = SpatialReference.wgs84
    if let crs = reader.facts.crs, declared == nil {
      do throws(GeodesyError) {
        own = try SpatialReference.parse(crs.name)
      } catch {
        throw .unknownReference(definition: crs.name, path: bytes.path, reason: "\(error)")
      }
    }
    reference = declared ?? own
    self.damage = damage ?? reader.facts.errorBeyondDegrees(of: reference, in: bytes)
    // What is damaged is read again, for its error behind what can be read.
    self.kept = self.damage == nil && reference.facts.isGeographic == isInDegrees ? kept : nil
    remarks =
      survey.fields.isFull
      ? [.metadataDisagrees("its features have more than the \(FieldSurvey.limit) fields that are looked at")] : []
    description = LayerDescription(
      tilingSchemes: [],
      fullExtent: reference.facts.isGeographic ? survey.coverage.inDegrees : survey.coverage.box, isRemote: isRemote,
      features: FeatureDescription(
        reference: own, fields: survey.fields.fields, count: survey.count, kinds: survey.kinds))
  }

  func read(
    _ query: FeatureQuery, _ take: (FeatureBatch) throws(SourceError) -> Void
  ) async throws(SourceError) {
    if let kept, try kept.answer(query, take) { return }
    var reader = GeoJSONReader(bytes, query, isInDegrees: reference.facts.isGeographic)
    try reader.read(take)
    if let error = reader.facts.errorBeyondDegrees(of: reference, in: bytes) { throw error }
  }
}

extension GeoJSONFacts {
  /// What is wrong with numbers that can be no degrees, where they are said to be some.
  func errorBeyondDegrees(of reference: SpatialReference, in bytes: any ByteReading) -> SourceError? {
    guard let beyondDegrees, reference.facts.isGeographic else { return nil }
    let (offset, x, y) = beyondDegrees
    let isSwapped = abs(x) <= 90 && abs(y) <= 180
    return .badCoordinates(
      path: bytes.path, place: TextPlace.words(offset, in: bytes),
      reason: "`[\(x), \(y)]` is no longitude and latitude, which its numbers are said to be",
      hint: isSwapped
        ? "positions are written x (longitude) first, then y (latitude)"
        : "say what its numbers are in, as in `srs: EPSG:25832`")
  }
}
