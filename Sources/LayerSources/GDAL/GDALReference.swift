internal import CGDAL
import Geodesy

/// The spatial reference of a data set of GDAL.
enum GDALReference {
  /// By its authority's name where it has one that PROJ knows, else by its definition.
  ///
  /// What GDAL has to say meanwhile goes to whoever listens.
  /// - Returns: `nil` for one that says nothing.
  /// - Throws: `unknownReference`.
  static func parsed(
    _ reference: OpaquePointer, in path: String, _ functions: mapdoc_gdal
  ) throws(SourceError) -> SpatialReference? {
    if let authority = functions.OSRGetAuthorityName(reference, nil),
      let code = functions.OSRGetAuthorityCode(reference, nil),
      let known = try? SpatialReference.parse("\(String(cString: authority)):\(String(cString: code))")
    {
      return known
    }
    var text: UnsafeMutablePointer<CChar>?
    _ = GDALLog(functions).listening { functions.OSRExportToWktEx(reference, &text, nil) }
    defer { functions.VSIFree(text) }
    guard let text, text.pointee != 0 else { return nil }
    let definition = String(cString: text)
    do throws(GeodesyError) {
      return try SpatialReference.parse(definition)
    } catch {
      throw .unknownReference(definition: String(definition.prefix(80)), path: path, reason: "\(error)")
    }
  }
}
