internal import CPROJ

extension SpatialReference {
  /// The reference as Esri's dialect of WKT 1, in one line: what a `.prj` file beside a picture holds.
  ///
  /// Web Mercator and WGS 84 do not open PROJ for it.
  /// - Throws: ``GeodesyError/unknownReference(definition:reason:)`` where Esri's dialect has no words for the reference,
  ///   ``GeodesyError/notDescribable(_:)`` for those of Chinese map providers, ``GeodesyError/libraryMissing(reason:)``.
  package func esriWKT() throws(GeodesyError) -> String {
    switch self {
    case .wgs84: Self.esriWGS84
    case .webMercator: Self.esriWebMercator
    case _ where isChineseOffset: throw .notDescribable(self)
    default: try ReferenceRegistry.shared.esriWKT(of: self)
    }
  }

  /// `projinfo -q --single-line -o WKT1_ESRI EPSG:4326`
  private static let esriWGS84 =
    "GEOGCS[\"GCS_WGS_1984\",DATUM[\"D_WGS_1984\",SPHEROID[\"WGS_1984\",6378137.0,298.257223563]],"
    + "PRIMEM[\"Greenwich\",0.0],UNIT[\"Degree\",0.0174532925199433]]"

  /// `projinfo -q --single-line -o WKT1_ESRI EPSG:3857`
  private static let esriWebMercator =
    "PROJCS[\"WGS_1984_Web_Mercator_Auxiliary_Sphere\",\(esriWGS84),PROJECTION[\"Mercator_Auxiliary_Sphere\"],"
    + "PARAMETER[\"False_Easting\",0.0],PARAMETER[\"False_Northing\",0.0],PARAMETER[\"Central_Meridian\",0.0],"
    + "PARAMETER[\"Standard_Parallel_1\",0.0],PARAMETER[\"Auxiliary_Sphere_Type\",0.0],UNIT[\"Meter\",1.0]]"
}

extension PROJObject {
  /// Esri's dialect of WKT 1 in one line; `nil` where it has no words for the object.
  var esriWKT: String? {
    "MULTILINE=NO".withCString { option in
      let options: [UnsafePointer<CChar>?] = [option, nil]
      return functions.pointee.proj_as_wkt(context.pointer, withoutDatumShift.pointer, PJ_WKT1_ESRI, options)
        .map { String(cString: $0) }
    }
  }
}
