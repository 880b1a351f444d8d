internal import CPROJ

/// One operation of PROJ between two references: with a list PROJ chooses by position, which makes seams.
struct PinnedOperation {
  /// With x east and y north, in degrees or units of the references.
  let object: PROJObject
  let name: String
  /// In metres; `nil` where nobody knows.
  let accuracy: Double?
  /// True when PROJ knows no real operation between the datums and takes them for the same.
  let isBallpark: Bool

  /// The same in another context, for another thread.
  func copied(into context: PROJContext) throws(GeodesyError) -> PinnedOperation {
    guard let copy = context.copy(object) else {
      throw .libraryMissing(reason: context.lastError ?? "PROJ has no memory for an operation")
    }
    return PinnedOperation(object: copy, name: name, accuracy: accuracy, isBallpark: isBallpark)
  }
}

/// A grid that is not on this machine, and what it would give.
package struct MissingGrid: Sendable, Hashable {
  /// `us_noaa_conus.tif`
  package let file: String
  /// PROJ's name of the operation that needs it.
  package let operationName: String
  /// Of that operation, in metres.
  package let accuracy: Double
}

extension PROJObject {
  /// False for an operation that PROJ can do in one direction only, as that to an icosahedral map.
  var hasInverse: Bool { functions.pointee.proj_pj_info(pointer).has_inverse != 0 }

  /// The first grid of an operation that is not there.
  fileprivate var missingGrid: String? {
    (0..<functions.pointee.proj_coordoperation_get_grid_used_count(context.pointer, pointer)).lazy.compactMap { index in
      var name: UnsafePointer<CChar>?
      var isThere: Int32 = 0
      let found = self.functions.pointee.proj_coordoperation_get_grid_used(
        self.context.pointer, self.pointer, index, &name, nil, nil, nil, nil, nil, &isThere)
      return found != 0 && isThere == 0 ? name.map { String(cString: $0) } : nil
    }.first
  }
}

/// The operations that PROJ knows between two references, without its network and without grids that are not there: asked
/// for once, for the choice among them differs from map to map.
struct OperationCandidates {
  /// In PROJ's order, the most relevant first.
  private let all: [Candidate]
  /// PROJ's word when there is none.
  let reason: String

  /// What the choice among operations goes by.
  struct Traits {
    /// In metres; `nil` where nobody knows.
    var accuracy: Double?
    var isBallpark: Bool
    /// In degrees; `nil`: anywhere.
    var area: Extent?
  }

  private struct Candidate {
    let object: PROJObject
    let traits: Traits
  }

  init(from source: PROJObject, to target: PROJObject) {
    source.context.forgetErrors()
    all = Self.list(from: source, to: target, PROJ_GRID_AVAILABILITY_DISCARD_OPERATION_IF_MISSING_GRID)
    reason = source.context.lastError ?? "PROJ knows no operation between them"
  }

  /// The operation that is pinned for an area in degrees of longitude and latitude; `nil`: where both references are used.
  func best(over area: Extent?) -> PinnedOperation? {
    guard let index = Self.choice(among: all.map(\.traits), over: area), let object = all[index].object.inEastNorthOrder
    else { return nil }
    return PinnedOperation(
      object: object, name: Self.name(all[index].object), accuracy: all[index].traits.accuracy,
      isBallpark: all[index].traits.isBallpark)
  }

  /// Which operation is pinned: of those that are meant for all of the area the most accurate one, else the one that is
  /// meant for most of it. One that takes two datums for the same is the last resort.
  static func choice(among candidates: [Traits], over area: Extent?) -> Int? {
    let real = candidates.indices.filter { !candidates[$0].isBallpark }
    guard let area, area.isFinite else { return real.first ?? candidates.indices.first }
    func accuracy(_ index: Int) -> Double { candidates[index].accuracy ?? .infinity }
    let wholly = real.filter { index in candidates[index].area.map { share(of: area, in: $0) == 1 } ?? true }
    if let best = wholly.min(by: { accuracy($0) < accuracy($1) }) { return best }
    let partly = real.map { (index: $0, share: share(of: area, in: candidates[$0].area ?? area)) }.filter {
      $0.share > 0
    }
    let most = partly.min { ($1.share, accuracy($0.index)) < ($0.share, accuracy($1.index)) }
    return most?.index ?? candidates.indices.first { candidates[$0].isBallpark } ?? real.first
  }

  /// An operation for all of an area that would be more accurate than the one that is pinned, and whose grid is not there;
  /// `nil` when there is none. Asks PROJ anew, so it is asked for only where a finding is made of it.
  static func missingGrid(
    from source: PROJObject, to target: PROJObject, over area: Extent, accuracy: Double?
  ) -> MissingGrid? {
    let all = list(from: source, to: target, PROJ_GRID_AVAILABILITY_IGNORED)
    let better = all.compactMap { candidate -> MissingGrid? in
      let traits = candidate.traits
      guard !traits.isBallpark, let its = traits.accuracy, its < accuracy ?? .infinity,
        traits.area.map({ share(of: area, in: $0) == 1 }) ?? true, let file = candidate.object.missingGrid
      else { return nil }
      return MissingGrid(file: file, operationName: name(candidate.object), accuracy: its)
    }
    return better.min { $0.accuracy < $1.accuracy }
  }

  /// How much of an area lies in another, in any frame of the world: 1 for all of it.
  private static func share(of area: Extent, in other: Extent) -> Double {
    let shares = [-360.0, 0, 360].map { distance -> Double in
      let moved = area.shifted(x: distance)
      if other.contains(moved) { return 1 }
      guard let both = moved.intersection(other) else { return 0 }
      return both.width * both.height / (moved.width * moved.height)
    }
    return shares.max() ?? 0
  }

  private static func list(
    from source: PROJObject, to target: PROJObject, _ availability: PROJ_GRID_AVAILABILITY_USE
  ) -> [Candidate] {
    let functions = source.functions
    let context = source.context.pointer
    guard let factory = functions.pointee.proj_create_operation_factory_context(context, nil) else { return [] }
    defer { functions.pointee.proj_operation_factory_context_destroy(factory) }
    functions.pointee.proj_operation_factory_context_set_spatial_criterion(
      context, factory, PROJ_SPATIAL_CRITERION_PARTIAL_INTERSECTION)
    functions.pointee.proj_operation_factory_context_set_grid_availability_use(context, factory, availability)
    guard let list = functions.pointee.proj_create_operations(context, source.pointer, target.pointer, factory) else {
      return []
    }
    defer { functions.pointee.proj_list_destroy(list) }
    return (0..<functions.pointee.proj_list_get_count(list)).compactMap { index in
      guard let object = source.adopt(functions.pointee.proj_list_get(context, list, index)) else { return nil }
      // An operation whose grid is not there cannot be made: it is listed only to be named.
      let isUsable = functions.pointee.proj_coordoperation_is_instantiable(context, object.pointer) != 0
      guard isUsable || availability == PROJ_GRID_AVAILABILITY_IGNORED else { return nil }
      let stated = functions.pointee.proj_coordoperation_get_accuracy(context, object.pointer)
      let accuracy = stated < 0 && object.isConversion ? 0 : stated
      let isBallpark = functions.pointee.proj_coordoperation_has_ballpark_transformation(context, object.pointer) != 0
      return Candidate(
        object: object,
        traits: Traits(accuracy: accuracy >= 0 ? accuracy : nil, isBallpark: isBallpark, area: object.areaOfUse))
    }
  }

  /// Without the changes of axis order, of which positions here know nothing.
  private static func name(_ object: PROJObject) -> String {
    let steps = object.name.split(separator: " + ").filter { !$0.hasPrefix("axis order change") }
    return steps.isEmpty ? "identity" : steps.joined(separator: " + ")
  }
}

extension PROJObject {
  /// An operation that changes no datum, nor any of its steps: exact by definition (ISO 19111), which PROJ does not state.
  fileprivate var isConversion: Bool {
    switch functions.pointee.proj_get_type(pointer) {
    case PJ_TYPE_CONVERSION: return true
    case PJ_TYPE_CONCATENATED_OPERATION:
      let count = functions.pointee.proj_concatoperation_get_step_count(context.pointer, pointer)
      return count > 0
        && (0..<count).allSatisfy { index in
          adopt(functions.pointee.proj_concatoperation_get_step(context.pointer, pointer, index))?.isConversion == true
        }
    default: return false
    }
  }
}
