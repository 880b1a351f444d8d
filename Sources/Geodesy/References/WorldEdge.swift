extension SpatialReference {
  /// The world as a box around 0, 0, for references that show all of it as one: tiles end there because the world does. `nil`
  /// for all others.
  package var worldEdge: Extent? {
    switch self {
    case .webMercator: return TilingScheme.webMercatorWorld
    case .wgs84: return TilingScheme.wgs84World
    default: break
    }
    if let offset { return offset.world }
    // Longitudes from another meridian than Greenwich's end somewhere else.
    guard facts.isGeographic, facts.isCutAt180, let width = facts.worldWidth else { return nil }
    return Extent(xmin: -width / 2, ymin: -width / 4, xmax: width / 2, ymax: width / 4)
  }
}
