import DocumentModel
import Geodesy
import Transport

/// A layer of features of a service of ArcGIS, which is asked when it is read: page by page, or by windows of object ids where
/// the server knows no pages.
struct ArcGISFeatureSource: FeatureSource {
  let description: LayerDescription
  let service: ArcGISFeatureService
  private let query: ArcGISFeatureQuery
  private let template: AddressedTiles.RequestTemplate
  private let services: any ServiceAsking

  var version: String? { service.version }
  /// What of the service's own look has no counterpart.
  var remarks: [SourceRemark] = []

  /// Of one layer of one picture.
  private static let mostPages = 20_000
  /// After so many the server is asked how many features there are: one that goes on for ever is found out.
  private static let pagesBeforeCount = 50
  /// Answers in a row without a feature that has not been here, though more are promised.
  private static let mostEmpty = 10

  /// - Parameter asked: The layer's `srs`: what the server is asked for, in place of its own.
  init(
    _ service: ArcGISFeatureService, at address: ServiceAddress, definition: String?, asked: SpatialReference?,
    _ template: AddressedTiles.RequestTemplate, _ services: any ServiceAsking
  ) throws(SourceError) {
    self.service = service
    self.template = template
    self.services = services
    query = try ArcGISFeatureQuery(service, at: address, definition: definition, reference: asked)
    var extent = service.extent
    if let own = extent, let asked, asked != service.reference {
      extent = (try? Projector(from: service.reference, to: asked))?.project(own)
    }
    var features = FeatureDescription(
      reference: asked ?? service.reference, fields: service.fields.map { ($0.name, $0.type) },
      kinds: service.kind.map { [$0] } ?? [], renderer: service.look.renderer, labels: service.look.labels)
    features.opacity = service.opacity
    // A reference that the layer's `srs` names is asked for, whatever the map is in.
    features.isAskedInAny = asked == nil
    features.scales = service.scales.map { ArcGISDrawing.ofOGC($0) }
    description = LayerDescription(
      tilingSchemes: [], fullExtent: extent, attribution: service.copyright, title: service.title, isRemote: true,
      features: features)
  }

  func read(
    _ query: FeatureQuery, _ take: (FeatureBatch) throws(SourceError) -> Void
  ) async throws(SourceError) {
    let reference = query.reference ?? description.features?.reference
    var reading = Reading(query, service, in: reference)
    if service.hasPages {
      try await readPages(&reading, take)
    } else {
      try await readWindows(&reading, take)
    }
    if let failure = reading.failure { throw failure }
  }

  // MARK: - Pages

  private func readPages(
    _ reading: inout Reading, _ take: (FeatureBatch) throws(SourceError) -> Void
  ) async throws(SourceError) {
    var (offset, empty) = (0, 0)
    var count: Int?
    for number in 0..<Self.mostPages {
      if number == Self.pagesBeforeCount { count = await countOfAll(reading.query) }
      let body = try await answer(to: query.page(at: offset, reading.query))
      let page = try reading.read(body, take)
      // Servers that leave out what does not fit give short and even empty pages, and say that there is more. One that says
      // nothing may have more behind a full page.
      if !page.hasMore, page.count < service.pageSize { return }
      empty = page.count == 0 ? empty + 1 : 0
      // It gives the first page whatever page it is asked for, or promises more and gives none.
      if page.isRepeated || empty == Self.mostEmpty { return try await readWindows(&reading, take) }
      // A page of features may have come to it meanwhile.
      if let count, reading.seen.count > count + service.pageSize {
        throw .unreadable(
          path: query.shown, place: nil,
          reason: "the service says that it has \(count) features, and goes on giving more after \(reading.seen.count)")
      }
      offset += page.count > 0 ? page.count : service.pageSize
    }
    throw tooMany
  }

  private var tooMany: SourceError {
    .unreadable(
      path: query.shown, place: nil,
      reason:
        "the service has more than the \(Self.mostPages) pages of features that are asked for; a `definition`, or a "
        + "`minScale` of the layer, would ask for fewer")
  }

  // MARK: - Windows of object ids

  private func readWindows(
    _ reading: inout Reading, _ take: (FeatureBatch) throws(SourceError) -> Void
  ) async throws(SourceError) {
    let body = try await answer(to: query.identifiers(reading.query))
    let ids = try Self.identifiers(in: body, source: query.shown).filter { !reading.seen.contains($0) }
    guard ids.count / service.pageSize < Self.mostPages else { throw tooMany }
    var waiting = stride(from: 0, to: ids.count, by: service.pageSize).reversed().map { start in
      ids[start..<min(ids.count, start + service.pageSize)]
    }
    var (missing, empty) = (0, 0)
    while let window = waiting.popLast(), let first = window.first, let last = window.last {
      let body = try await answer(to: query.window(first...last, reading.query))
      let known = reading.seen.count
      let page = try reading.read(body, take)
      let rest = window.filter { !reading.seen.contains($0) }[...]
      empty = reading.seen.count > known ? 0 : empty + 1
      if page.hasMore, window.count > 1, empty < Self.mostEmpty {
        // It has less room than it says.
        let half = (rest.count + 1) / 2
        for part in [rest.dropFirst(half), rest.prefix(half)] where !part.isEmpty { waiting.append(part) }
      } else {
        missing += rest.count
      }
      if empty >= Self.mostEmpty {
        missing += waiting.reduce(0) { $0 + $1.count }
        break
      }
    }
    guard missing > 0 else { return }
    reading.fail(
      .unreadable(
        path: query.shown, place: nil,
        reason: "the service names \(ids.count) more features by their ids, and \(missing) of them are in no answer"))
  }

  /// `nil` where the server does not say.
  private func countOfAll(_ asked: FeatureQuery) async -> Int? {
    guard let body = try? await answer(to: query.count(asked)) else { return nil }
    return try? JSONElement(of: body, source: query.shown).child("count")?.whole
  }

  private static func identifiers(in body: [UInt8], source: String) throws(SourceError) -> [Int] {
    let json = try JSONElement(of: body, source: source)
    guard let items = json.child("objectIds")?.items else {
      // No feature at all is written as null.
      if json.node.entry("objectIds") != nil { return [] }
      throw json.failure("`objectIds` is missing")
    }
    var ids: [Int] = []
    ids.reserveCapacity(items.count)
    for item in items {
      guard let id = item.whole else { throw item.failure("\(item.node.shown.prefix(60)) is no id of an object") }
      ids.append(id)
    }
    return ids.sorted()
  }

  private func answer(to address: String) async throws(SourceError) -> [UInt8] {
    let shown = Address.redacted(address)
    return try await services.fetch(
      template.request(forDescriptionAt: address), expecting: "features as Esri's JSON"
    ) { response throws(UnusableAnswer) in
      let head = String(decoding: response.body.prefix(4096), as: UTF8.self)
      if head.contains("\"error\"") || head.contains("\"messages\"") {
        if let failure = ArcGISAnswer.failure(in: response.body, source: shown) {
          throw UnusableAnswer(reason: failure.words)
        }
      }
      let format = PictureFormat(of: response.body)
      guard format == .json else { throw UnusableAnswer(reason: "\(format.words), not JSON") }
    }.body
  }
}

/// What reading page after page keeps.
private struct Reading {
  /// With the object ids, by which pages are told apart.
  let query: FeatureQuery
  private let wanted: FeatureQuery
  /// What the geometries were asked for in.
  private let reference: SpatialReference?
  private let dates: Set<String>
  private let identifier: Int
  private var number = 0
  private(set) var seen: Set<Int> = []
  /// The first thing that is wrong with a page that was read all the same.
  private(set) var failure: SourceError?

  struct Page {
    var count: Int
    var hasMore: Bool
    /// All of its features have been here before.
    var isRepeated: Bool
  }

  init(_ query: FeatureQuery, _ service: ArcGISFeatureService, in reference: SpatialReference?) {
    wanted = query
    self.reference = reference
    dates = Set(service.fields.filter(\.isDate).map(\.name))
    var names = query.fieldNames
    if let place = names.firstIndex(of: service.identifier) {
      identifier = place
    } else {
      identifier = names.count
      names.append(service.identifier)
    }
    self.query = FeatureQuery(
      fieldNames: names, condition: query.condition, reference: query.reference, box: query.box,
      resolution: query.resolution)
  }

  /// - Parameter failure: Is told after everything that can be read.
  mutating func fail(_ failure: SourceError) { self.failure = self.failure ?? failure }

  /// - Returns: What the page says of itself.
  /// - Throws: What the taker throws; `unreadable` for a page in another reference than it was asked for in.
  mutating func read(
    _ body: [UInt8], _ take: (FeatureBatch) throws(SourceError) -> Void
  ) throws(SourceError) -> Page {
    // The server has looked at the box.
    let all = FeatureQuery(fieldNames: query.fieldNames, condition: query.condition)
    var reader = GeoJSONReader(
      MemoryBytes(path: "answer", bytes: body), all, isInDegrees: reference?.facts.isGeographic ?? false, isEsri: true,
      dates: dates, number: number)
    reader.builder.identifierField = identifier
    let before = seen
    // Which reference they are in may stand behind them.
    var batches: [FeatureBatch] = []
    do throws(SourceError) {
      try reader.read { batch throws(SourceError) in
        batches.append(batch.leavingOut(before, identifier: identifier, keeping: wanted.fieldNames))
      }
    } catch {
      guard case .unreadable = error else { throw error }
      fail(error)
    }
    try checkReference(body, at: reader.facts.reference)
    for batch in batches where !batch.features.isEmpty { try take(batch) }
    let ids = reader.builder.identifiers
    seen.formUnion(ids)
    number += reader.facts.features
    return Page(
      count: reader.facts.features, hasMore: reader.facts.hasMore,
      isRepeated: !ids.isEmpty && ids.allSatisfy { before.contains($0) })
  }

  /// Some proxies in front of a server do not hand on what they are asked for.
  /// - Parameter place: Of the object `spatialReference` in the answer.
  private func checkReference(_ body: [UInt8], at place: Range<Int>?) throws(SourceError) {
    guard let place, let reference, reference.definition.hasPrefix("EPSG:") || reference.definition.hasPrefix("ESRI:"),
      let json = try? JSONElement(of: Array(body[place]), source: "answer"),
      json.child("wkid")?.whole != nil || json.child("latestWkid")?.whole != nil,
      let given = try? json.spatialReference(), given != reference
    else { return }
    throw .unreadable(
      path: "answer", place: "byte \(place.lowerBound)",
      reason: "the service answers in \(given.definition), and was asked for \(reference.definition); with `srs: "
        + "\(given.definition)` it is asked for what it gives")
  }
}

extension FeatureBatch {
  /// The features whose object ids have not been seen, with the fields that were asked for.
  fileprivate func leavingOut(_ seen: Set<Int>, identifier: Int, keeping names: [String]) -> FeatureBatch {
    let width = fieldNames.count
    var isNew: [Bool] = []
    isNew.reserveCapacity(rowCount)
    for row in 0..<rowCount {
      if case .integer(let id) = values[row * width + identifier] {
        isNew.append(!seen.contains(id))
      } else {
        isNew.append(true)
      }
    }
    if names.count == width, isNew.allSatisfy(\.self) { return self }
    var kept = FeatureBatch(fieldNames: names)
    kept.paths = paths
    kept.features = features.filter { isNew[$0.row] }
    for row in 0..<rowCount {
      kept.values += values[row * width..<row * width + names.count]
      kept.addRow()
    }
    return kept
  }
}
