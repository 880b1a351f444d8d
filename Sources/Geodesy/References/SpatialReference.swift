/// A coordinate reference system, as a document, a package or a service names it.
///
/// Equal (`==`) means: the same after normalising the aliases of Web Mercator and WGS 84. Whether two definitions that are
/// written differently mean the same is PROJ's to say: ``SpatialReference/relation(to:)``.
package struct SpatialReference: Hashable, Sendable {
  /// The normalised definition, which PROJ reads: `EPSG:3857`, `ESRI:102003`, WKT, a PROJ string or PROJJSON.
  package let definition: String

  /// - Parameter definition: Already normalised; documents and sources go through ``init(parsing:)``.
  init(normalised definition: String) { self.definition = definition }

  package static let webMercator = SpatialReference(normalised: "EPSG:3857")
  package static let wgs84 = SpatialReference(normalised: "EPSG:4326")
}
