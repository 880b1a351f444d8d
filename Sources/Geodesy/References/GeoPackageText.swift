internal import CPROJ

extension SpatialReference {
  /// The reference as WKT 1, in one line: what `definition` of a GeoPackage's `gpkg_spatial_ref_sys` holds.
  ///
  /// - Throws: ``GeodesyError/unknownReference(definition:reason:)`` where it cannot be written so,
  ///   ``GeodesyError/libraryMissing(reason:)``.
  package func geoPackageWKT() throws(GeodesyError) -> String {
    switch self {
    case .wgs84: Self.wgs84Text
    case .webMercator: Self.webMercatorText
    case _ where isChineseOffset: throw .notDescribable(self)
    default: try ReferenceRegistry.shared.simpleWKT(of: self)
    }
  }

  /// `projinfo -q --single-line -o WKT1_GDAL EPSG:4326`, as the specification itself writes it.
  private static let wgs84Text =
    "GEOGCS[\"WGS 84\",DATUM[\"WGS_1984\",SPHEROID[\"WGS 84\",6378137,298.257223563,AUTHORITY[\"EPSG\",\"7030\"]],"
    + "AUTHORITY[\"EPSG\",\"6326\"]],PRIMEM[\"Greenwich\",0,AUTHORITY[\"EPSG\",\"8901\"]],"
    + "UNIT[\"degree\",0.0174532925199433,AUTHORITY[\"EPSG\",\"9122\"]],AXIS[\"Latitude\",NORTH],"
    + "AXIS[\"Longitude\",EAST],AUTHORITY[\"EPSG\",\"4326\"]]"

  /// `projinfo -q --single-line -o WKT1_GDAL EPSG:3857`
  private static let webMercatorText =
    "PROJCS[\"WGS 84 / Pseudo-Mercator\",GEOGCS[\"WGS 84\",DATUM[\"WGS_1984\",SPHEROID[\"WGS 84\",6378137,298.257223563,"
    + "AUTHORITY[\"EPSG\",\"7030\"]],AUTHORITY[\"EPSG\",\"6326\"]],PRIMEM[\"Greenwich\",0,AUTHORITY[\"EPSG\",\"8901\"]],"
    + "UNIT[\"degree\",0.0174532925199433,AUTHORITY[\"EPSG\",\"9122\"]],AUTHORITY[\"EPSG\",\"4326\"]],"
    + "PROJECTION[\"Mercator_1SP\"],PARAMETER[\"central_meridian\",0],PARAMETER[\"scale_factor\",1],"
    + "PARAMETER[\"false_easting\",0],PARAMETER[\"false_northing\",0],UNIT[\"metre\",1,AUTHORITY[\"EPSG\",\"9001\"]],"
    + "AXIS[\"Easting\",EAST],AXIS[\"Northing\",NORTH],EXTENSION[\"PROJ4\",\"+proj=merc +a=6378137 +b=6378137 "
    + "+lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +wktext +no_defs\"],AUTHORITY[\"EPSG\",\"3857\"]]"
}

extension PROJObject {
  /// WKT 1 in one line as GDAL writes it; `nil` where it has no words for the object.
  var simpleWKT: String? {
    "MULTILINE=NO".withCString { option in
      let options: [UnsafePointer<CChar>?] = [option, nil]
      return functions.pointee.proj_as_wkt(context.pointer, withoutDatumShift.pointer, PJ_WKT1_GDAL, options)
        .map { String(cString: $0) }
    }
  }
}
