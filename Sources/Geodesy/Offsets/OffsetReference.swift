/// The references of Chinese map providers, which no authority has a code for: their names are mapdoc's own.
enum OffsetReference: String, Sendable, CaseIterable {
  /// Longitude and latitude as AutoNavi and Tencent give them.
  case gcj02 = "GCJ02:4326"
  /// The tiles of AutoNavi: those, projected as if they were of WGS 84.
  case gcj02Mercator = "GCJ02:3857"
  /// Longitude and latitude as Baidu gives them.
  case bd09 = "BD09:4326"
  /// The tiles of Baidu.
  case bd09Mercator = "BD09:mercator"

  var shift: ChineseShift { self == .gcj02 || self == .gcj02Mercator ? .gcj02 : .bd09 }

  /// What leads from its longitudes and latitudes to its x and y; `nil` where they are the same.
  var projection: Projection? {
    switch self {
    case .gcj02, .bd09: nil
    case .gcj02Mercator: .spherical
    case .bd09Mercator: .baidu
    }
  }

  /// The one of the same shift in degrees.
  var inDegrees: OffsetReference { shift == .gcj02 ? .gcj02 : .bd09 }
  var reference: SpatialReference { SpatialReference(normalised: rawValue) }

  enum Projection: Sendable, Hashable {
    case spherical, baidu

    var name: String { self == .spherical ? "Popular Visualisation Pseudo-Mercator" : "Baidu's polynomials" }

    func forward(_ place: Position) -> Position? {
      self == .spherical ? SphericalMercator.forward(place) : BaiduMercator.forward(place)
    }

    func inverse(_ position: Position) -> Position? {
      self == .spherical ? SphericalMercator.inverse(position) : BaiduMercator.inverse(position)
    }

    func forward(_ extent: Extent) -> Extent? {
      self == .spherical ? SphericalMercator.forward(extent) : BaiduMercator.forward(extent)
    }

    func inverse(_ extent: Extent) -> Extent? {
      self == .spherical ? SphericalMercator.inverse(extent) : BaiduMercator.inverse(extent)
    }
  }

  /// Its own longitude and latitude, shifted as they are.
  func degrees(_ position: Position) -> Position? {
    if let projection { return projection.inverse(position) }
    return position.isFinite && abs(position.y) <= 90 ? position : nil
  }

  /// All that it can show, in its units: the whole world, which is shifted in China only.
  var world: Extent {
    switch self {
    case .gcj02, .bd09: return TilingScheme.wgs84World
    case .gcj02Mercator: return TilingScheme.webMercatorWorld
    case .bd09Mercator:
      let (x, y) = (180 * BaiduMercator.metresPerDegree, BaiduMercator.northEdge)
      return Extent(xmin: -x, ymin: -y, xmax: x, ymax: y)
    }
  }

  var facts: ReferenceFacts {
    switch self {
    case .gcj02: Self.facts("GCJ-02 longitude and latitude", like: .wgs84, limit: 90, self)
    case .gcj02Mercator: Self.facts("GCJ-02 / Pseudo-Mercator", like: .webMercator, limit: 85.06, self)
    case .bd09: Self.facts("BD-09 longitude and latitude", like: .wgs84, limit: 90, self)
    case .bd09Mercator: Self.facts("BD-09 / Baidu Mercator", like: .webMercator, limit: 74, self)
    }
  }

  private static func facts(
    _ name: String, like other: ReferenceFacts, limit: Double, _ reference: OffsetReference
  ) -> ReferenceFacts {
    ReferenceFacts(
      name: name, isGeographic: other.isGeographic, metresPerUnit: other.metresPerUnit, unitName: other.unitName,
      xAxisName: other.xAxisName, yAxisName: other.yAxisName, isNorthFirst: false,
      areaOfUse: Extent(xmin: -180, ymin: -limit, xmax: 180, ymax: limit), ellipsoid: .wgs84, isCutAt180: true,
      worldWidth: reference.world.width)
  }
}

extension SpatialReference {
  /// Set for the references of Chinese map providers.
  var offset: OffsetReference? {
    // Nearly every reference is told apart by its first letters.
    definition.hasPrefix("GCJ02:") || definition.hasPrefix("BD09:") ? OffsetReference(rawValue: definition) : nil
  }

  /// True for the references of Chinese map providers, which lie beside WGS 84 inside China, and which PROJ does not
  /// know.
  package var isChineseOffset: Bool { offset != nil }
}
