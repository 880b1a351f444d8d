/// A coordinate reference system, as a document, a package or a service names it.
///
/// Equal (`==`) means: the same after normalising the aliases of Web Mercator and WGS 84. Whether two definitions that are
/// written differently mean the same is PROJ's to say: ``SpatialReference/relation(to:)``.
package struct SpatialReference: Hashable, Sendable, CustomStringConvertible {
  /// The normalised definition, which PROJ reads: `EPSG:3857`, `ESRI:102003`, WKT, a PROJ string or PROJJSON; or a Chinese
  /// map provider's, which it does not: `GCJ02:3857`.
  package let definition: String

  /// - Parameter definition: Already normalised; documents and sources go through ``parse(_:)``.
  init(normalised definition: String) { self.definition = definition }

  package static let webMercator = SpatialReference(normalised: "EPSG:3857")
  package static let wgs84 = SpatialReference(normalised: "EPSG:4326")

  /// Understands a reference in any of its notations: an authority's code (`EPSG:25832`, a URN or an address of OGC), a
  /// bare WKID, WKT 1 and 2, a PROJ string, PROJJSON; `GCJ02:4326`, `GCJ02:3857`, `BD09:4326` and `BD09:mercator`.
  ///
  /// Axis order plays no part, for positions are always x, y here: CRS:84 is EPSG:4326. Text that PROJ identifies as an
  /// authority's code becomes that code. Web Mercator and WGS 84, under any alias and in their common notations, do not
  /// open PROJ; anything else does once, and is remembered for the process.
  /// - Throws: ``GeodesyError/unknownReference(definition:reason:)`` with PROJ's word,
  ///   ``GeodesyError/libraryMissing(reason:)``.
  package static func parse(_ text: String) throws(GeodesyError) -> SpatialReference {
    switch ReferenceNotation(text) {
    case .known(let reference): return reference
    case .definition(let definition): return try ReferenceRegistry.shared.reference(for: definition)
    case .unreadable(let reason): throw .unknownReference(definition: text, reason: reason)
    }
  }

  /// The definition that a text stands for, without asking PROJ whether there is such a reference; `nil` for what names none.
  /// Texts with one definition are one reference; what is named by a code never opens PROJ here.
  package static func definition(of text: String) -> String? {
    switch ReferenceNotation(text) {
    case .known(let reference): reference.definition
    case .definition(let definition): definition
    case .unreadable: nil
    }
  }

  /// The reference of an Esri service or package: EPSG's code below 32768, Esri's own from there on.
  /// - Parameter latest: What Esri calls it today (`latestWkid`), which is preferred.
  /// - Throws: As ``parse(_:)``.
  package init(wkid: Int, latest: Int? = nil) throws(GeodesyError) { self = try Self.parse(String(latest ?? wkid)) }

  /// `EPSG:25832`, or a short name for a definition in words.
  package var description: String {
    guard definition.utf8.count > 40 || definition.contains(where: { "[{+".contains($0) }) else { return definition }
    let name = facts.name
    return name.isEmpty || name == "unknown" ? String(definition.prefix(60)) : name
  }

  /// As people call it: `ETRS89 / UTM zone 32N`.
  package var name: String { facts.name }

  /// What is known of the reference; asked of PROJ once for the process, and built in for Web Mercator and WGS 84.
  package var facts: ReferenceFacts {
    switch self {
    case .webMercator: .webMercator
    case .wgs84: .wgs84
    default: offset?.facts ?? ReferenceRegistry.shared.facts(of: self)
    }
  }
}
