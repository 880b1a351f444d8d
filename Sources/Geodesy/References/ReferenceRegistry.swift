import Synchronization

/// What PROJ has said of spatial references, kept for the process: each question is asked once.
///
/// Everything of PROJ that is not a projector's own lives in one context behind one lock.
final class ReferenceRegistry: Sendable {
  static let shared = ReferenceRegistry()

  private let state = Mutex(RegistryState())

  /// The normalised reference of a definition that PROJ reads.
  func reference(for definition: String) throws(GeodesyError) -> SpatialReference {
    try state.withLock { state in state.reference(for: definition) }.get()
  }

  /// - Precondition: The reference was made by ``SpatialReference/parse(_:)``.
  func facts(of reference: SpatialReference) -> ReferenceFacts {
    state.withLock { state in
      guard let facts = state.facts(of: reference) else {
        preconditionFailure("a spatial reference that was not parsed: \(reference.definition)")
      }
      return facts
    }
  }

  func relation(of reference: SpatialReference, to other: SpatialReference) -> ReferenceRelation {
    state.withLock { state in state.relation(of: reference, to: other) }
  }

  /// Moves positions of a reference to degrees of longitude and latitude on its own datum, or back; what has no
  /// counterpart is `nil`.
  func geographic(_ positions: [Position], of reference: SpatialReference, inverse: Bool = false) -> [Position?] {
    state.withLock { state in state.geographic(positions, of: reference, inverse: inverse) }
  }

  /// The reference in Esri's dialect of WKT 1.
  func esriWKT(of reference: SpatialReference) throws(GeodesyError) -> String {
    try state.withLock { state in state.esriWKT(of: reference) }.get()
  }

  /// The reference in GDAL's dialect of WKT 1.
  func simpleWKT(of reference: SpatialReference) throws(GeodesyError) -> String {
    try state.withLock { state in state.simpleWKT(of: reference) }.get()
  }

  /// The operation between two references that is pinned for an area, copied into a context of its own.
  func operation(
    from source: SpatialReference, to target: SpatialReference, over area: Extent?
  ) throws(GeodesyError) -> PinnedOperation {
    let lent: Result<Lent<PinnedOperation>, GeodesyError> = state.withLock { state in
      do throws(GeodesyError) {
        let pinned = try state.operation(from: source, to: target, over: area)
        return .success(Lent(value: try pinned.copied(into: PROJContext())))
      } catch {
        return .failure(error)
      }
    }
    return try lent.get().value
  }

  /// A grid that is not there and would give a more accurate operation for all of an area than the pinned one.
  func missingGrid(
    from source: SpatialReference, to target: SpatialReference, over area: Extent, accuracy: Double?
  ) -> MissingGrid? {
    state.withLock { state in state.missingGrid(from: source, to: target, over: area, accuracy: accuracy) }
  }
}

/// Carries a fresh copy out of the lock.
///
/// Sendable because it holds the only reference to an operation in a context that was made for it: nothing behind the
/// lock can reach either.
private struct Lent<Value>: @unchecked Sendable { let value: Value }

/// The part of ``ReferenceRegistry`` that is behind the lock.
struct RegistryState {
  /// More distinct definitions than that are not a map's: the tables start anew.
  static let tableLimit = 4096

  private var context: PROJContext?
  private var references: [String: Result<SpatialReference, GeodesyError>] = [:]
  private var objects: [String: PROJObject] = [:]
  private var facts: [String: ReferenceFacts] = [:]
  private var geographicOperations: [String: PROJObject] = [:]
  private var relations: [ReferencePair: ReferenceRelation] = [:]
  private var candidates: [ReferencePair: OperationCandidates] = [:]
  private var operations: [OperationKey: PinnedOperation] = [:]

  private struct ReferencePair: Hashable {
    let first: SpatialReference
    let second: SpatialReference
  }

  private struct OperationKey: Hashable {
    let source: SpatialReference
    let target: SpatialReference
    let area: Extent?
  }

  init() {}

  mutating func reference(for definition: String) -> Result<SpatialReference, GeodesyError> {
    if let known = references[definition] { return known }
    if references.count >= Self.tableLimit { self = RegistryState() }
    let result: Result<SpatialReference, GeodesyError>
    do throws(GeodesyError) {
      let object = try Self.load(definition, in: openContext())
      let reference = ReferenceIdentification(object, definition: definition).reference
      // A definition that became a code has that code's own facts, so its object is not kept.
      if reference.definition == definition { objects[definition] = object }
      result = .success(reference)
    } catch {
      result = .failure(error)
    }
    references[definition] = result
    return result
  }

  mutating func facts(of reference: SpatialReference) -> ReferenceFacts? {
    if let known = facts[reference.definition] { return known }
    guard let object = try? object(reference) else { return nil }
    let made = ReferenceFacts(object) { positions in
      self.geographic(positions, of: reference, inverse: true)
    }
    facts[reference.definition] = made
    return made
  }

  mutating func relation(of reference: SpatialReference, to other: SpatialReference) -> ReferenceRelation {
    if reference == other { return .equal }
    let pair = ReferencePair(first: reference, second: other)
    if let known = relations[pair] { return known }
    guard let first = try? object(reference), let second = try? object(other) else { return .different }
    let relation = first.relation(to: second)
    relations[pair] = relation
    return relation
  }

  mutating func geographic(_ positions: [Position], of reference: SpatialReference, inverse: Bool) -> [Position?] {
    guard let operation = try? geographicOperation(reference) else { return positions.map { _ in nil } }
    var moved = positions
    // The operation leads from degrees to the reference, so it is the way there that is inverse.
    operation.transform(&moved, inverse: !inverse)
    return moved.map { $0.isFinite ? $0 : nil }
  }

  mutating func esriWKT(of reference: SpatialReference) -> Result<String, GeodesyError> {
    text(of: reference, "Esri's WKT", \.esriWKT)
  }

  mutating func simpleWKT(of reference: SpatialReference) -> Result<String, GeodesyError> {
    text(of: reference, "WKT 1", \.simpleWKT)
  }

  private mutating func text(
    of reference: SpatialReference, _ dialect: String, _ written: (PROJObject) -> String?
  ) -> Result<String, GeodesyError> {
    do throws(GeodesyError) {
      let object = try object(reference)
      if let text = written(object) { return .success(text) }
      let reason = object.context.lastError ?? "PROJ cannot write it as \(dialect)"
      return .failure(.unknownReference(definition: reference.definition, reason: reason))
    } catch {
      return .failure(error)
    }
  }

  mutating func operation(
    from source: SpatialReference, to target: SpatialReference, over area: Extent?
  ) throws(GeodesyError) -> PinnedOperation {
    let key = OperationKey(source: source, target: target, area: area)
    if let known = operations[key] { return known }
    if operations.count >= Self.tableLimit { operations = [:] }
    let candidates = try candidates(from: source, to: target)
    guard let pinned = candidates.best(over: area) else {
      throw .noOperation(from: source, to: target, reason: candidates.reason)
    }
    operations[key] = pinned
    return pinned
  }

  mutating func missingGrid(
    from source: SpatialReference, to target: SpatialReference, over area: Extent, accuracy: Double?
  ) -> MissingGrid? {
    guard let source = try? object(source), let target = try? object(target) else { return nil }
    return OperationCandidates.missingGrid(from: source, to: target, over: area, accuracy: accuracy)
  }

  private mutating func candidates(
    from source: SpatialReference, to target: SpatialReference
  ) throws(GeodesyError) -> OperationCandidates {
    let pair = ReferencePair(first: source, second: target)
    if let known = candidates[pair] { return known }
    let made = OperationCandidates(from: try object(source), to: try object(target))
    candidates[pair] = made
    return made
  }

  /// From degrees of longitude and latitude on the reference's own datum to the reference.
  private mutating func geographicOperation(_ reference: SpatialReference) throws(GeodesyError) -> PROJObject? {
    if let known = geographicOperations[reference.definition] { return known }
    let object = try object(reference)
    guard let base = object.geodeticBase else { return nil }
    let made = OperationCandidates(from: base, to: object.withoutDatumShift).best(over: nil)?.object
    geographicOperations[reference.definition] = made
    return made
  }

  private mutating func object(_ reference: SpatialReference) throws(GeodesyError) -> PROJObject {
    if let known = objects[reference.definition] { return known }
    let made = try Self.load(reference.definition, in: openContext())
    objects[reference.definition] = made
    return made
  }

  private mutating func openContext() throws(GeodesyError) -> PROJContext {
    if let context { return context }
    let made = try PROJContext()
    context = made
    return made
  }

  /// The horizontal reference that a definition means.
  private static func load(_ definition: String, in context: PROJContext) throws(GeodesyError) -> PROJObject {
    guard let object = context.object(definition) else {
      var reason = context.lastError ?? "PROJ does not understand it"
      guard context.hasDatabase else { throw .libraryMissing(reason: "PROJ's database `proj.db` is not there") }
      // The commonest mistake: Esri's codes under EPSG's name.
      if definition.hasPrefix("EPSG:"), context.object("ESRI:" + definition.dropFirst(5)) != nil {
        reason += "; it is one of Esri's codes: `ESRI:\(definition.dropFirst(5))`"
      }
      throw .unknownReference(definition: definition, reason: reason)
    }
    guard let horizontal = object.horizontalReference else {
      throw .notOfMaps(definition: definition)
    }
    return horizontal
  }
}
