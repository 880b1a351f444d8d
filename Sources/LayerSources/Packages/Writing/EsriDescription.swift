import Diagnostics
import Geodesy

/// A spatial reference in the words of Esri's software, for what is written.
struct EsriReferenceText: Sendable {
  let wkt: String
  /// `nil` for a reference without a number of Esri's or EPSG's.
  let wkid: (own: Int, latest: Int)?

  /// - Throws: `cannotHold` for a reference without such words, for levels that begin at corners of their own, and for tiles
  ///   before the scheme's origin, which caches of Esri's have no name for.
  init(_ tileset: Tileset, in target: String) throws(PackageError) {
    try tileset.checkOneOrigin(in: target)
    let reference = tileset.scheme.reference
    do { wkt = try reference.esriWKT() } catch {
      throw .cannotHold(
        reason: "\(target) cannot describe \(reference), the reference of layer `\(tileset.id)`: \(error)", hint: nil)
    }
    let parts = reference.definition.split(separator: ":")
    if reference == .webMercator {
      wkid = (102_100, 3857)
    } else if parts.count == 2, ["EPSG", "ESRI"].contains(parts[0]), let number = Int(parts[1]) {
      wkid = (number, number)
    } else {
      wkid = nil
    }
    let isPlaceable = tileset.ranges.allSatisfy { range in
      range.columns.lowerBound >= 0 && range.rows.lowerBound >= 0 && range.columns.upperBound < 1 << 31
        && range.rows.upperBound < 1 << 31 && SchemeLimit.levelNumbers.contains(range.level)
    }
    guard isPlaceable else {
      throw .cannotHold(
        reason:
          "\(target) has no place for tiles above or left of the scheme's origin, as layer `\(tileset.id)` has them",
        hint: "`.gpkg` can hold it")
    }
  }

  var json: JSONValue {
    guard let wkid else { return ["wkt": .string(wkt)] }
    return ["wkid": .int(wkid.own), "latestWkid": .int(wkid.latest)]
  }
}

/// The scales that Esri's descriptions name beside resolutions, at 96 dots an inch.
enum EsriScale {
  static let dots = 96

  static func of(_ level: TilingScheme.Level, in scheme: TilingScheme) -> Double {
    PixelPitch.dots96.scale(resolution: level.resolution, metresPerUnit: scheme.reference.facts.metresPerUnit)
  }
}

extension TilesetFacts {
  /// `CacheTileFormat`: which says to ArcGIS how tiles are stored, and is taken from what they are.
  var esriFormat: String { isMixed ? "MIXED" : format == .jpeg ? "JPEG" : "PNG" }
}
