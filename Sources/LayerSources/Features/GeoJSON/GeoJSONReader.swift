import DocumentModel
import Geodesy

/// Reads GeoJSON (RFC 7946, and its form of 2008 with `crs`) as a stream: a collection, a feature, a geometry, or one such
/// value after another (newline-delimited, RFC 8142), the members of an object in any order.
///
/// What is wrong with one feature leaves that one out, and is said at the end; what is no JSON ends the reading, or in a text
/// of several values the value.
struct GeoJSONReader: ~Copyable {
  typealias Taker = FeatureBatchBuilder.Taker

  /// Positions of one feature.
  static let positionLimit = 20_000_000
  /// Collections of geometries in collections.
  static let depthLimit = 16

  let source: any ByteReading
  var scanner: JSONScanner
  var builder: FeatureBatchBuilder
  var names: FieldNames
  /// The place of `id` among the fields, which stands beside `properties`.
  let idField: Int?
  var facts = GeoJSONFacts()
  /// The first mistake in the current feature.
  var mistake: TextProblem?

  /// Esri's JSON in place of GeoJSON: an answer to a query, or a file of one.
  let isEsri: Bool
  /// Fields of a query that hold milliseconds since 1970, of Esri's JSON.
  private let dateFields: [Int]

  /// - Parameters:
  ///   - isSurvey: Looks at all features, also for what the query does not ask for.
  ///   - dates: As ``dateFields``, by name.
  ///   - number: Of its first feature, where it is a page of many.
  init(
    _ source: any ByteReading, _ query: FeatureQuery, isInDegrees: Bool = true, isSurvey: Bool = false,
    isEsri: Bool = false, dates: Set<String> = [], number: Int = 0
  ) {
    self.source = source
    self.isEsri = isEsri
    dateFields = dates.isEmpty ? [] : query.fieldNames.indices.filter { dates.contains(query.fieldNames[$0]) }
    scanner = JSONScanner(source)
    builder = FeatureBatchBuilder(
      query, isInDegrees: isInDegrees, survey: isSurvey ? FeatureSurvey(wanted: query.fieldNames) : nil,
      number: number)
    names = FieldNames(query.fieldNames)
    idField = query.fieldNames.firstIndex(of: "id")
  }

  var survey: FeatureSurvey? { builder.survey }

  /// Reads all of it.
  ///
  /// - Throws: What is wrong, after everything that can be read has been handed over.
  mutating func read(_ take: Taker) throws(SourceError) {
    var end: SourceError?
    do throws(GeoJSONStop) {
      try values(take)
    } catch {
      switch error {
      case .text(let problem): facts.note(mistake ?? problem)
      case .taker(let failure): throw failure
      }
    }
    try builder.deliver(take)
    if let failure = scanner.window.failure { end = failure }
    if let end { throw end }
    if let failure = builder.conditionFailure { throw failure.asError }
    if let error = facts.error(in: source) { throw error }
  }

  // MARK: - The whole text

  private mutating func values(_ take: Taker) throws(GeoJSONStop) {
    var count = 0
    // A text sequence has a record separator before each value; else each has a line of its own.
    var isSequence = ["geojsonl", "geojsons", "ndjson", "jsonl"].contains(
      PathResolution.suffix(of: source.path).lowercased())
    var separator: UInt8 = 0x0A
    while true {
      while scanner.next() == 0x1E {
        scanner.window.advance()
        (isSequence, separator) = (true, 0x1E)
      }
      let byte = scanner.next()
      if scanner.window.isDone() { break }
      count += 1
      let start = scanner.offset
      do throws(GeoJSONStop) {
        if count > 1, byte != UInt8(ascii: "{") { throw .text(scanner.unexpected("a further feature is expected")) }
        try object(isWhole: true, take)
      } catch {
        // In a text of several values, what is damaged ends where the next one begins.
        guard case .text(let problem) = error, isSequence || count > 1 || facts.features > 0, !facts.isCollection else {
          throw error
        }
        let end = leave(to: separator, from: start)
        let found = mistake ?? problem
        let cut = TextProblem(offset: end, reason: "the value ends here before it is whole")
        facts.note(found.offset < end ? found : cut)
        mistake = nil
        builder.dropFeature()
      }
    }
    if count == 0 { throw .text(scanner.problem("there is nothing in it; a GeoJSON object is expected")) }
  }

  /// Goes on at the first byte of a kind behind an offset, or at the end, wherever the scanner has come to.
  /// - Returns: Where that is.
  private mutating func leave(to separator: UInt8, from start: Int) -> Int {
    var window = ByteWindow(source, from: start)
    _ = window.skip(to: separator, or: separator, keepingFrom: nil, limit: 0)
    let end = window.offset
    scanner = JSONScanner(source, from: end)
    return end
  }

  /// What an object said so far.
  struct Members {
    var type: String?
    var typeOffset = 0
    var coordinates: Coordinates?
    var hasCoordinates = false
    var hasGeometry = false
    var hasFeatures = false
  }

  /// Coordinates that have been read, and what they can be.
  struct Coordinates {
    /// Arrays around the numbers: 1 for a position.
    var depth: Int
    var offset: Int
  }

  /// A collection, a feature or a geometry.
  private mutating func object(isWhole: Bool, _ take: Taker) throws(GeoJSONStop) {
    let start = scanner.offset
    guard scanner.take(UInt8(ascii: "{")) else {
      let stop = scanner.unexpected("a GeoJSON object is expected")
      if isWhole { throw .text(stop) }
      note(stop)
      try text { scanner throws(TextProblem) in try scanner.skipValue() }
      return endFeature(at: start)
    }
    var members = Members()
    names.startOver()
    builder.survey?.fields.startFeature()
    try eachMember { reader, key, offset throws(GeoJSONStop) in
      switch key {
      case .type: (members.type, members.typeOffset) = (try reader.word(), offset)
      case .features where isWhole:
        members.hasFeatures = true
        try reader.features(take)
      case .geometry:
        members.hasGeometry = true
        if reader.isEsri { try reader.esriGeometry() } else { try reader.geometry(depth: 0) }
      case .attributes where reader.isEsri: try reader.properties()
      case .exceededTransferLimit where reader.isEsri && isWhole: reader.facts.hasMore = try reader.flag()
      case .spatialReference where reader.isEsri && isWhole:
        let start = reader.scanner.offset
        try reader.skip()
        reader.facts.reference = start..<reader.scanner.offset
      case .coordinates:
        members.hasCoordinates = true
        members.coordinates = try reader.coordinates()
      case .geometries:
        members.hasCoordinates = true
        try reader.geometries(depth: 1)
        members.coordinates = nil
      case .properties: try reader.properties()
      case .id: try reader.identifier()
      case .crs where isWhole: try reader.crs()
      default: try reader.skip()
      }
    }
    if isEsri { return try endEsri(members, isWhole: isWhole, at: start, take) }
    switch members.type {
    case "FeatureCollection" where isWhole:
      if !members.hasFeatures { note(TextProblem(offset: start, reason: "this collection has no list `features`")) }
      builder.dropFeature(isCounted: false)
      if let mistake { facts.note(mistake) }
      mistake = nil
    case "Feature":
      if !members.hasGeometry {
        note(TextProblem(offset: start, reason: "this feature has no `geometry`, which may be null"))
      }
      try endFeature(at: start, take)
    case let type?:
      finish(type, members.coordinates, members.hasCoordinates, at: members.typeOffset, start: start)
      if !isWhole {
        note(
          TextProblem(
            offset: members.typeOffset, reason: "`\(shown(type))` stands where a `Feature` is expected"))
      }
      try endFeature(at: start, take)
    case nil:
      if isWhole, !members.hasFeatures, !members.hasGeometry, !members.hasCoordinates {
        throw .text(TextProblem(offset: start, reason: "an object without `type` is no GeoJSON"))
      }
      note(TextProblem(offset: start, reason: "this object has no `type`"))
      try endFeature(at: start, take)
    }
  }

  private mutating func features(_ take: Taker) throws(GeoJSONStop) {
    guard scanner.next() == UInt8(ascii: "[") else {
      note(scanner.unexpected("the list of features is expected"))
      return try skip()
    }
    facts.isCollection = true
    try eachItem { reader throws(GeoJSONStop) in try reader.object(isWhole: false, take) }
  }

  // MARK: - Features

  mutating func endFeature(at start: Int, _ take: Taker) throws(GeoJSONStop) {
    facts.features += 1
    for field in dateFields { builder.change(field, EsriDate.text) }
    if mistake != nil { return endFeature(at: start) }
    do throws(SourceError) {
      try builder.endFeature(take)
    } catch { throw .taker(error) }
  }

  /// The current feature is left out for its mistake.
  private mutating func endFeature(at start: Int) {
    if let mistake { facts.note(mistake) }
    mistake = nil
    builder.dropFeature()
  }

  mutating func note(_ problem: TextProblem) { if mistake == nil { mistake = problem } }
}

/// What ends the reading.
enum GeoJSONStop: Error {
  case text(TextProblem)
  /// Whoever takes the features wants no more.
  case taker(SourceError)
}
