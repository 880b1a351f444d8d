internal import CPROJ

/// What PROJ says of one reference.
extension PROJObject {
  private static let geographicTypes = [PJ_TYPE_GEOGRAPHIC_2D_CRS, PJ_TYPE_GEOGRAPHIC_3D_CRS]

  private var type: PJ_TYPE { functions.pointee.proj_get_type(pointer) }

  /// In degrees or another angle.
  var isGeographic: Bool { Self.geographicTypes.contains(unbound.type) }

  /// The reference with an x and a y that this one is or holds; `nil` for heights, geocentric and local ones.
  var horizontalReference: PROJObject? {
    guard functions.pointee.proj_is_crs(pointer) != 0 else { return nil }
    if type == PJ_TYPE_COMPOUND_CRS {
      return adopt(functions.pointee.proj_crs_get_sub_crs(context.pointer, pointer, 0))?.horizontalReference
    }
    let type = unbound.type
    guard type == PJ_TYPE_PROJECTED_CRS || Self.geographicTypes.contains(type) else { return nil }
    return hasHeight ? adopt(functions.pointee.proj_crs_demote_to_2D(context.pointer, nil, pointer)) ?? self : self
  }

  /// With a third axis, as a `VERTCS` of Esri's with a geodetic datum makes it.
  private var hasHeight: Bool {
    let object = unbound
    guard
      let system = adopt(functions.pointee.proj_crs_get_coordinate_system(context.pointer, object.pointer))
    else { return false }
    return functions.pointee.proj_cs_get_axis_count(context.pointer, system.pointer) > 2
  }

  /// Without the datum shift that a WKT or a PROJ string may carry (`TOWGS84`).
  var withoutDatumShift: PROJObject { unbound }

  private var unbound: PROJObject {
    guard type == PJ_TYPE_BOUND_CRS else { return self }
    return adopt(functions.pointee.proj_get_source_crs(context.pointer, pointer)) ?? self
  }

  /// The reference in longitude and latitude that it is projected from; itself when it is one.
  var geodeticBase: PROJObject? {
    let object = unbound
    if object.isGeographic { return object }
    return object.adopt(functions.pointee.proj_crs_get_geodetic_crs(context.pointer, object.pointer))
  }

  /// How it stands to another one, whatever order their axes are in.
  func relation(to other: PROJObject) -> ReferenceRelation {
    if isEquivalent(to: other) { return .equal }
    guard let signature = ProjectionSignature(self), let theirs = ProjectionSignature(other) else { return .different }
    return signature.matches(theirs) ? .nearlyEqual : .different
  }

  func isEquivalent(to other: PROJObject) -> Bool {
    let (own, theirs) = (inEastNorthOrder ?? self, other.inEastNorthOrder ?? other)
    return functions.pointee.proj_is_equivalent_to_with_ctx(
      context.pointer, own.pointer, theirs.pointer, PJ_COMP_EQUIVALENT_EXCEPT_AXIS_ORDER_GEOGCRS) != 0
  }

  /// The axis of x (0) or y (1).
  ///
  /// - Parameter asDefined: The first (0) or second (1) of the definition, whichever that is.
  func axis(_ index: Int32, asDefined: Bool = false) -> (name: String, factor: Double, unit: String)? {
    // In the order of x and y, which is the second thing that an authority's definition does not say.
    let object = asDefined ? unbound : (unbound.inEastNorthOrder ?? unbound)
    guard
      let system = adopt(functions.pointee.proj_crs_get_coordinate_system(context.pointer, object.pointer))
    else { return nil }
    var name: UnsafePointer<CChar>?
    var unit: UnsafePointer<CChar>?
    var factor = 0.0
    let found = functions.pointee.proj_cs_get_axis_info(
      context.pointer, system.pointer, index, &name, nil, nil, &factor, &unit, nil, nil)
    guard found != 0, factor > 0, factor.isFinite else { return nil }
    return (name.map { String(cString: $0) } ?? "", factor, unit.map { String(cString: $0) } ?? "")
  }

  var ellipsoid: Ellipsoid? {
    guard let ellipsoid = adopt(functions.pointee.proj_get_ellipsoid(context.pointer, unbound.pointer)) else {
      return nil
    }
    var (major, inverse) = (0.0, 0.0)
    let found = functions.pointee.proj_ellipsoid_get_parameters(
      context.pointer, ellipsoid.pointer, &major, nil, nil, &inverse)
    guard found != 0, major > 0 else { return nil }
    return Ellipsoid(semiMajorAxis: major, inverseFlattening: inverse)
  }

  /// East of Greenwich, in degrees; 0 where nothing is said.
  var primeMeridian: Double {
    guard let meridian = adopt(functions.pointee.proj_get_prime_meridian(context.pointer, unbound.pointer)) else {
      return 0
    }
    var (longitude, factor) = (0.0, 0.0)
    let found = functions.pointee.proj_prime_meridian_get_parameters(
      context.pointer, meridian.pointer, &longitude, &factor, nil)
    return found != 0 ? longitude * factor * 180 / .pi : 0
  }

  /// In degrees; `xmax` is beyond 180 when it crosses the antimeridian.
  var areaOfUse: Extent? {
    var (west, south, east, north) = (0.0, 0.0, 0.0, 0.0)
    let found = functions.pointee.proj_get_area_of_use(
      context.pointer, pointer, &west, &south, &east, &north, nil)
    guard found != 0, west >= -180, south >= -90, north <= 90, south <= north else { return nil }
    return Extent(xmin: west, ymin: south, xmax: west > east ? east + 360 : east, ymax: north)
  }

  /// Takes over a handle that PROJ has made.
  func adopt(_ made: OpaquePointer?) -> PROJObject? { made.map { PROJObject($0, in: context) } }
}

/// How a reference leads from longitude and latitude to x and y, without its datum.
private struct ProjectionSignature {
  private let method: String
  private let methodName: String
  /// By name, in units of SI.
  private let parameters: [String: Double]
  private let unit: Double
  private let primeMeridian: Double

  init?(_ object: PROJObject) {
    guard let axis = object.axis(0) else { return nil }
    unit = axis.factor
    primeMeridian = object.primeMeridian
    if object.isGeographic {
      (method, methodName, parameters) = ("", "", [:])
      return
    }
    let functions = object.functions
    let context = object.context.pointer
    let projected = object.withoutDatumShift
    guard
      let conversion = projected.adopt(functions.pointee.proj_crs_get_coordoperation(context, projected.pointer))
    else { return nil }
    var name: UnsafePointer<CChar>?
    var code: UnsafePointer<CChar>?
    guard
      functions.pointee.proj_coordoperation_get_method_info(context, conversion.pointer, &name, nil, &code) != 0
    else { return nil }
    let words = [code, name].compactMap { $0.map { String(cString: $0) } }
    method = words.first { !$0.isEmpty } ?? ""
    methodName = words.last ?? ""
    var parameters: [String: Double] = [:]
    for index in 0..<functions.pointee.proj_coordoperation_get_param_count(context, conversion.pointer) {
      var (value, factor) = (0.0, 0.0)
      var name: UnsafePointer<CChar>?
      let found = functions.pointee.proj_coordoperation_get_param(
        context, conversion.pointer, index, &name, nil, nil, &value, nil, &factor, nil, nil, nil, nil)
      guard found != 0, let name else { return nil }
      parameters[String(cString: name)] = value * factor
    }
    self.parameters = parameters
  }

  /// Of projections about one place, that place, in degrees; `nil` for all others.
  var center: Position? {
    func degrees(_ names: [String]) -> Double? { names.lazy.compactMap { parameters[$0] }.first.map { $0 * 180 / .pi } }
    guard let kind = Self.centered[methodName], abs(primeMeridian) < 1e-12,
      let longitude = degrees(["Longitude of natural origin", "Longitude of topocentric origin", "lon_0"])
    else { return nil }
    let latitude = degrees(["Latitude of natural origin", "Latitude of topocentric origin", "lat_0"]) ?? 0
    return Position(x: longitude, y: kind == .anywhere ? latitude : 0)
  }

  /// Of Goode's homolosine: two lobes north of the equator, four south of it.
  var lobes: [Extent] {
    guard methodName == "Interrupted Goode Homolosine", abs(primeMeridian) < 1e-12,
      let longitude = parameters["Longitude of natural origin"]
    else { return [] }
    let shift = longitude * 180 / .pi
    // A meridian between two lobes belongs to the western one, the equator to the southern ones.
    let aside = 1e-9
    let north = [(-180.0, -40.0), (-40, 180)].map { Extent(xmin: $0 + aside, ymin: aside, xmax: $1, ymax: 90) }
    let south = [(-180.0, -100.0), (-100, -20), (-20, 80), (80, 180)].map {
      Extent(xmin: $0 + aside, ymin: -90, xmax: $1, ymax: 0)
    }
    return (north + south).map { $0.shifted(x: shift) }
  }

  private enum CenterKind { case anywhere, onEquator }

  /// By the methods' names in PROJ.
  private static let centered: [String: CenterKind] = [
    "Orthographic": .anywhere, "PROJ ortho": .anywhere, "Vertical Perspective": .anywhere, "PROJ nsper": .anywhere,
    "PROJ tpers": .anywhere, "Gnomonic": .anywhere, "PROJ gnom": .anywhere, "PROJ airy": .anywhere,
    "Azimuthal Equidistant": .anywhere, "Modified Azimuthal Equidistant": .anywhere,
    "Lambert Azimuthal Equal Area": .anywhere, "Lambert Azimuthal Equal Area (Spherical)": .anywhere,
    "Stereographic": .anywhere, "Oblique Stereographic": .anywhere,
    "Geostationary Satellite (Sweep X)": .onEquator, "Geostationary Satellite (Sweep Y)": .onEquator,
    "Transverse Mercator": .onEquator, "Transverse Mercator (South Orientated)": .onEquator,
  ]

  func matches(_ other: ProjectionSignature) -> Bool {
    method == other.method && Self.same(unit, other.unit) && Self.same(primeMeridian, other.primeMeridian)
      && parameters.count == other.parameters.count
      && parameters.allSatisfy { name, value in other.parameters[name].map { Self.same($0, value) } ?? false }
  }

  private static func same(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 1e-9 * max(1, abs(a), abs(b)) }
}

extension ReferenceFacts {
  /// - Parameter projected: Moves degrees of longitude and latitude to the reference.
  init(_ object: PROJObject, projected: ([Position]) -> [Position?]) {
    let (x, y) = (object.axis(0), object.axis(1))
    let area = object.areaOfUse
    let isGeographic = object.isGeographic
    let factor = x?.factor ?? (isGeographic ? .pi / 180 : 1)
    name = object.name
    self.isGeographic = isGeographic
    let isInDegrees = isGeographic && abs(factor - .pi / 180) < 1e-12
    metresPerUnit =
      isInDegrees ? Self.metresPerDegree : isGeographic ? factor * Ellipsoid.wgs84.semiMajorAxis : factor
    unitName = x?.unit ?? ""
    xAxisName = x?.name ?? ""
    yAxisName = y?.name ?? ""
    isNorthFirst = y != nil && x?.name != y?.name && object.axis(0, asDefined: true)?.name == y?.name
    areaOfUse = area
    ellipsoid = object.ellipsoid ?? .wgs84
    if isGeographic {
      isCutAt180 = object.primeMeridian == 0
      worldWidth = isInDegrees ? 360 : 2 * .pi / factor
    } else {
      let middle = area.map { min(max($0.center.y, -60), 60) } ?? 0
      (isCutAt180, worldWidth) = Self.ends(at: middle, factor, projected)
      let projection = ProjectionSignature(object)
      (mapCenter, lobes) = (projection?.center, projection?.lobes ?? [])
    }
  }

  /// Whether the two sides of the antimeridian lie far apart on the map, and how far, when that is the same everywhere:
  /// then the picture repeats.
  private static func ends(
    at latitude: Double, _ metresPerUnit: Double, _ projected: ([Position]) -> [Position?]
  ) -> (Bool, Double?) {
    let ends = projected([
      Position(x: -179.9, y: latitude), Position(x: 179.9, y: latitude), Position(x: -179.9, y: latitude / 2 + 20),
      Position(x: 179.9, y: latitude / 2 + 20), Position(x: 0, y: latitude),
    ])
    guard let west = ends[0], let east = ends[1] else { return (false, nil) }
    // A tenth of a degree to both sides is 22 km at most, where the map is not torn.
    guard east.x - west.x > 5_000_000 / metresPerUnit else { return (false, nil) }
    guard let otherWest = ends[2], let otherEast = ends[3], let middle = ends[4] else { return (true, nil) }
    let width = east.x - west.x
    let isCylindrical =
      abs(otherEast.x - otherWest.x - width) < 1e-6 * width && abs(west.y - east.y) < 1e-6 * width
      && abs(west.y - middle.y) < 1e-6 * width && abs((west.x + east.x) / 2) < 1e-6 * width
    return (true, isCylindrical ? width * 180 / 179.9 : nil)
  }
}
