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

/// The choice of an operation among those that PROJ knows, without its network and without grids that are not there.
struct OperationChoice {
  let best: PinnedOperation?
  /// PROJ's word when there is none.
  let reason: String

  /// - Parameter area: In degrees of longitude and latitude; `nil`: where both references are used.
  init(from source: PROJObject, to target: PROJObject, over area: Extent?) {
    source.context.forgetErrors()
    var best: PinnedOperation?
    if let area {
      // Those that are meant for all of the area: the most accurate one.
      best = Self.candidates(from: source, to: target, over: area, PROJ_SPATIAL_CRITERION_STRICT_CONTAINMENT)
        .filter { !$0.isBallpark }
        .min { ($0.accuracy ?? .infinity) < ($1.accuracy ?? .infinity) }
    }
    if best == nil {
      // Those that are meant for a part of it: in PROJ's order, which is by that part and then by accuracy.
      let others = Self.candidates(from: source, to: target, over: area, PROJ_SPATIAL_CRITERION_PARTIAL_INTERSECTION)
      best = others.first { !$0.isBallpark } ?? others.first
    }
    let lastError = source.context.lastError
    if let found = best, let inOrder = found.object.inEastNorthOrder {
      self.best = PinnedOperation(
        object: inOrder, name: found.name, accuracy: found.accuracy, isBallpark: found.isBallpark)
    } else {
      self.best = nil
    }
    reason = lastError ?? "PROJ knows no operation between them"
  }

  private static func candidates(
    from source: PROJObject, to target: PROJObject, over area: Extent?, _ criterion: PROJ_SPATIAL_CRITERION
  ) -> [PinnedOperation] {
    let functions = source.functions
    let context = source.context.pointer
    guard let factory = functions.pointee.proj_create_operation_factory_context(context, nil) else { return [] }
    defer { functions.pointee.proj_operation_factory_context_destroy(factory) }
    functions.pointee.proj_operation_factory_context_set_spatial_criterion(context, factory, criterion)
    functions.pointee.proj_operation_factory_context_set_grid_availability_use(
      context, factory, PROJ_GRID_AVAILABILITY_DISCARD_OPERATION_IF_MISSING_GRID)
    if let area = area.flatMap(inRange) {
      functions.pointee.proj_operation_factory_context_set_area_of_interest(
        context, factory, area.xmin, area.ymin, area.xmax, area.ymax)
    }
    guard let list = functions.pointee.proj_create_operations(context, source.pointer, target.pointer, factory) else {
      return []
    }
    defer { functions.pointee.proj_list_destroy(list) }
    return (0..<functions.pointee.proj_list_get_count(list)).compactMap { index in
      guard let object = source.adopt(functions.pointee.proj_list_get(context, list, index)),
        functions.pointee.proj_coordoperation_is_instantiable(context, object.pointer) != 0
      else { return nil }
      let accuracy = functions.pointee.proj_coordoperation_get_accuracy(context, object.pointer)
      return PinnedOperation(
        object: object, name: name(object), accuracy: accuracy >= 0 ? accuracy : nil,
        isBallpark: functions.pointee.proj_coordoperation_has_ballpark_transformation(context, object.pointer) != 0)
    }
  }

  /// Without the changes of axis order, of which positions here know nothing.
  private static func name(_ object: PROJObject) -> String {
    let steps = object.name.split(separator: " + ").filter { !$0.hasPrefix("axis order change") }
    return steps.isEmpty ? "identity" : steps.joined(separator: " + ")
  }

  /// West of -180 or east of 180 is the other side of the antimeridian: PROJ wants west > east there.
  private static func inRange(_ area: Extent) -> Extent? {
    guard area.isFinite, area.ymin <= area.ymax, area.xmin <= area.xmax else { return nil }
    let (south, north) = (max(-90, min(90, area.ymin)), max(-90, min(90, area.ymax)))
    guard area.width < 360 else { return Extent(xmin: -180, ymin: south, xmax: 180, ymax: north) }
    func wrapped(_ longitude: Double) -> Double {
      -180...180 ~= longitude ? longitude : longitude - 360 * ((longitude + 180) / 360).rounded(.down)
    }
    return Extent(xmin: wrapped(area.xmin), ymin: south, xmax: wrapped(area.xmax), ymax: north)
  }
}
