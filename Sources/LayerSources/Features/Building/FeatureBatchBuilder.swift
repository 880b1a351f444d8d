import DocumentModel
import Geodesy

/// Puts together the batches of a source while it is read: what does not meet the query's condition, or lies outside of its
/// box, is dropped as soon as that is known.
struct FeatureBatchBuilder {
  typealias Taker = (FeatureBatch) throws(SourceError) -> Void

  /// Handed over when either is reached; one feature may be larger.
  private static let positionsOfBatch = 1 << 16
  private static let featuresOfBatch = 1 << 13

  let query: FeatureQuery
  private let isInDegrees: Bool
  /// The current feature's shapes are added to its paths.
  private(set) var batch: FeatureBatch
  /// The current feature's values, in the order of the query.
  private var row: [ExpressionValue]
  /// Of the names that the condition has, where each stands in a row.
  private let conditionPlaces: [Int?]
  private var conditionValues: [ExpressionValue]
  /// Where the current feature and its last shape began.
  private var firstFeature = 0
  private var firstPath = 0
  private var firstPosition = 0
  /// The first ring of each polygon of the current shape.
  private var polygons: [Int] = []
  private(set) var number: Int
  private(set) var conditionFailure: ConditionFailure?
  /// A field whose whole numbers are collected, also of features that are left out.
  var identifierField: Int?
  private(set) var identifiers: [Int] = []
  /// Set for a survey: what all features are, whether they are wanted or not.
  var survey: FeatureSurvey?

  /// A feature of which the condition cannot be said to hold or not.
  struct ConditionFailure {
    let number: Int
    let error: ExpressionError
    var count: Int
  }

  /// - Parameter isInDegrees: Rings may jump across the antimeridian, which is no edge of theirs.
  init(_ query: FeatureQuery, isInDegrees: Bool, survey: FeatureSurvey? = nil, number: Int = 0) {
    self.number = number
    self.query = query
    self.isInDegrees = isInDegrees
    self.survey = survey
    batch = FeatureBatch(fieldNames: query.fieldNames)
    row = [ExpressionValue](repeating: .null, count: query.fieldNames.count)
    let names = query.condition?.fieldNames ?? []
    conditionPlaces = names.map { query.fieldNames.firstIndex(of: $0) }
    conditionValues = [ExpressionValue](repeating: .null, count: names.count)
  }

  // MARK: - Shapes

  @inline(__always)
  mutating func add(_ x: Double, _ y: Double) { batch.paths.add(x, y) }

  @inline(__always)
  mutating func endPath() { batch.paths.endPath() }

  /// How many positions the current shape has so far.
  var positions: Int { batch.paths.x.count - firstPosition }

  /// Of the paths that have been ended; where a polygon begins.
  var pathCount: Int { batch.paths.count }

  /// The paths from a number on are the rings of one polygon, the outer one first; taken back where they are none.
  mutating func endPolygon(from path: Int) { polygons.append(path) }

  /// The paths since the last shape are one; rings without a word of ``endPolygon(from:)`` are one polygon.
  mutating func endShape(_ kind: ShapeKind) {
    endPath()
    if kind == .polygon { orient() }
    appendShape(kind)
  }

  private mutating func appendShape(_ kind: ShapeKind) {
    if batch.paths.count > firstPath {
      batch.features.append(
        FeatureBatch.Feature(
          kind: kind, paths: firstPath..<batch.paths.count, number: number, row: batch.rowCount))
    }
    startShape()
  }

  /// The paths since the last shape are rings as Esri has them: outer ones clockwise, holes counterclockwise, in any order.
  mutating func endShapeOfEsri() {
    endPath()
    guard batch.paths.count > firstPath else { return }
    // Whoever writes them the other way round begins with an outer one too.
    if isCounterclockwise(firstPath) == false {
      for path in firstPath..<batch.paths.count { batch.paths.reverse(path) }
    }
    appendShape(.polygon)
  }

  /// The paths since the last shape are forgotten.
  mutating func dropShape() {
    polygons.removeAll(keepingCapacity: true)
    batch.paths.cut(toPaths: firstPath, positions: firstPosition)
  }

  /// Turns outer rings counterclockwise and holes clockwise, whichever way they were written.
  private mutating func orient() {
    var next = polygons.makeIterator()
    var start = next.next()
    for path in firstPath..<batch.paths.count {
      while let passed = start, passed < path { start = next.next() }
      let isOuter = path == firstPath || path == start
      if let isCounterclockwise = isCounterclockwise(path), isCounterclockwise != isOuter { batch.paths.reverse(path) }
    }
  }

  /// `nil` for a ring round a pole, whose direction says which.
  private func isCounterclockwise(_ path: Int) -> Bool? {
    let range = batch.paths.range(of: path)
    if isInDegrees, batch.paths.jumps(in: range) {
      return PathUnwrapping(period: 360).isCounterclockwise(batch.paths.path(path))
    }
    return batch.paths.signedArea(of: path) >= 0
  }

  private mutating func startShape() {
    polygons.removeAll(keepingCapacity: true)
    firstPath = batch.paths.count
    firstPosition = batch.paths.x.count
  }

  // MARK: - Values

  @inline(__always)
  mutating func set(_ value: ExpressionValue, of field: Int) { row[field] = value }

  /// Puts another value in place of one that is set.
  mutating func change(_ field: Int, _ body: (ExpressionValue) -> ExpressionValue) {
    if row[field] != .null { row[field] = body(row[field]) }
  }

  func isSet(_ field: Int) -> Bool { row[field] != .null }

  /// Symbols of the current feature alone.
  var ownSymbols: [Symbol]?

  // MARK: - Features

  /// The current feature is complete: it is kept where it is wanted, and the next one begins.
  mutating func endFeature(_ take: Taker) throws(SourceError) {
    dropShape()
    if let identifierField, case .integer(let id) = row[identifierField] { identifiers.append(id) }
    survey?.note(batch, from: firstFeature)
    if batch.features.count > firstFeature, isWanted() {
      batch.values += row
      batch.addRow(symbols: ownSymbols)
    } else {
      forgetFeature()
    }
    number += 1
    startFeature()
    if batch.paths.x.count >= Self.positionsOfBatch || batch.features.count >= Self.featuresOfBatch {
      try deliver(take)
    }
  }

  /// The current feature is left out, and mostly counts all the same.
  mutating func dropFeature(isCounted: Bool = true) {
    forgetFeature()
    if isCounted { number += 1 }
    startFeature()
  }

  /// Hands over what has come together.
  mutating func deliver(_ take: Taker) throws(SourceError) {
    // What is left of one that has no end.
    forgetFeature()
    if !batch.features.isEmpty { try take(batch) }
    batch.removeAll()
    startFeature()
  }

  private mutating func startFeature() {
    firstFeature = batch.features.count
    startShape()
    // In place: a row of its own for each feature would be an allocation.
    for field in row.indices { row[field] = .null }
    ownSymbols = nil
  }

  private mutating func forgetFeature() {
    dropShape()
    if firstFeature < batch.features.count {
      let path = batch.features[firstFeature].paths.lowerBound
      let position = path == 0 ? 0 : batch.paths.ends[path - 1]
      batch.paths.cut(toPaths: path, positions: position)
      batch.features.removeSubrange(firstFeature...)
    }
    startShape()
  }

  private mutating func isWanted() -> Bool { survey != nil || meetsCondition() && touchesBox() }

  private mutating func meetsCondition() -> Bool {
    guard let condition = query.condition else { return true }
    for (index, place) in conditionPlaces.enumerated() { conditionValues[index] = place.map { row[$0] } ?? .null }
    do throws(ExpressionError) {
      return try condition.holds(conditionValues)
    } catch {
      if conditionFailure == nil {
        conditionFailure = ConditionFailure(number: number, error: error, count: 1)
      } else {
        conditionFailure?.count += 1
      }
      return false
    }
  }

  private func touchesBox() -> Bool {
    guard let box = query.box else { return true }
    let first = batch.features[firstFeature].paths.lowerBound
    return batch.paths.mayTouch(box, batch.paths.positions(of: first..<batch.paths.count), period: query.period)
  }
}

extension FeatureBatchBuilder.ConditionFailure {
  var asError: SourceError {
    let others = count > 1 ? ", and of \(count - 1) more" : ""
    return .undecided(
      reason: "of feature \(number + 1)\(others) it cannot be said whether `where` holds: \(error.reason)",
      hint: error.hint)
  }
}

/// What all features of a source are, where the source does not say.
struct FeatureSurvey {
  var fields: FieldSurvey
  private(set) var kinds: Set<ShapeKind> = []
  private(set) var coverage = GroundCoverage()
  private(set) var count = 0

  /// - Parameter wanted: Fields of which values are collected too.
  init(wanted: [String] = []) { fields = FieldSurvey(wanted: wanted) }

  mutating func note(_ batch: FeatureBatch, from first: Int) {
    guard batch.features.count > first else { return }
    count += 1
    for feature in batch.features[first...] {
      kinds.insert(feature.kind)
      for path in feature.paths {
        let range = batch.paths.range(of: path)
        coverage.add(x: batch.paths.x[range], y: batch.paths.y[range])
      }
    }
  }
}

extension PathList {
  /// Whether two neighbours lie more than half the world apart, in degrees.
  fileprivate func jumps(in range: Range<Int>) -> Bool {
    for index in range.dropFirst() where abs(x[index] - x[index - 1]) > 180 { return true }
    return false
  }
}
