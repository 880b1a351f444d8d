import Geodesy

/// Which of the two numbers of a corner is x.
struct CornerReading {
  let isNorthFirst: Bool
  /// Why the reference's own order was not taken, or that no order fits.
  let doubt: String?

  init(
    _ set: WMTSMatrixSet, in reference: SpatialReference, axisOrder: AxisOrder, pitch: PixelPitch, area: Extent?
  ) {
    let named = Self.isNorthFirst(set.crs, reference)
    switch axisOrder {
    case .xy: (isNorthFirst, doubt) = (false, nil)
    case .yx: (isNorthFirst, doubt) = (true, nil)
    case .auto:
      guard let expected = Self.expected(area, in: reference) else {
        (isNorthFirst, doubt) = (named, nil)
        return
      }
      let metres = reference.facts.metresPerUnit
      func share(_ isNorthFirst: Bool) -> Double {
        set.matrices.map { $0.extent(isNorthFirst, pitch, metres).share(with: expected) }.max() ?? 0
      }
      // Where eastings and northings are alike, as in EPSG:3035, the wrong order covers a corner of the ground too.
      let (asNamed, turned) = (share(named), share(!named))
      let shown = set.matrices.first.map { "`\(ReadableCorner.text($0.corner))`" } ?? ""
      if asNamed > 0, asNamed >= 0.25 * turned {
        (isNorthFirst, doubt) = (named, nil)
      } else if turned > 0 {
        isNorthFirst = !named
        doubt =
          "the corner \(shown) of `\(set.identifier)` puts its tiles off the map when it is read "
          + "\(named ? "north" : "east") first, as `\(set.crs)` says; it is read \(named ? "east" : "north") first "
          + "(`axisOrder: \(named ? "xy" : "yx")` says so)"
      } else {
        isNorthFirst = named
        doubt =
          "the corner \(shown) of `\(set.identifier)` puts its tiles off the map in either order of its numbers; "
          + "they are taken as they stand"
      }
    }
  }

  /// The order that a name of a reference stands for: the authority's in a URN or an address, east first in short forms
  /// (`EPSG:4326`), as GDAL and QGIS read them.
  static func isNorthFirst(_ crs: String, _ reference: SpatialReference) -> Bool {
    let name = crs.lowercased()
    guard name.hasPrefix("urn:") || name.hasPrefix("http"), !name.contains("crs84") else {
      return false
    }
    return reference.facts.isNorthFirst
  }

  /// Where tiles of the layer may lie, in the reference; `nil` where nobody can say.
  private static func expected(_ area: Extent?, in reference: SpatialReference) -> Extent? {
    let use = reference.facts.areaOfUse
    let usable = area.map { box in use.map { box.intersection($0) ?? $0 } ?? box }
    guard let degrees = usable ?? use else { return nil }
    guard reference != .wgs84 else { return degrees }
    return (try? Projector(from: .wgs84, to: reference))?.project(degrees)
  }
}

extension WMTSMatrixSet.Matrix {
  /// The box of all its tiles.
  func extent(_ isNorthFirst: Bool, _ pitch: PixelPitch, _ metresPerUnit: Double) -> Extent {
    let resolution = pitch.resolution(scale: denominator, metresPerUnit: metresPerUnit)
    let corner = position(isNorthFirst)
    return Extent(
      xmin: corner.x, ymin: corner.y - Double(rows) * Double(tileSize.height) * resolution,
      xmax: corner.x + Double(columns) * Double(tileSize.width) * resolution, ymax: corner.y)
  }

  func position(_ isNorthFirst: Bool) -> Position {
    isNorthFirst ? Position(x: corner.y, y: corner.x) : corner
  }
}

extension Extent {
  /// How much of the smaller of both they have in common, from 0 to 1: 0 where it is an edge, less than a hundredth of a side.
  fileprivate func share(with other: Extent) -> Double {
    guard let common = intersection(other) else { return 0 }
    let (across, down) = (common.width / min(width, other.width), common.height / min(height, other.height))
    return across >= 0.01 && down >= 0.01 ? across * down : 0
  }
}

private enum ReadableCorner {
  static func text(_ corner: Position) -> String { "\(number(corner.x)) \(number(corner.y))" }

  private static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
  }
}
