import Diagnostics
import DocumentModel
import Geodesy

/// The wording of what keeps an extent from becoming a view.
extension Diagnostic {
  static func notProjectable(
    _ what: String, _ own: SpatialReference, _ map: SpatialReference, at range: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .extentNotProjectable,
      "`\(what)` of \(Words.reference(own)) has no place in \(Words.reference(map)), the map's reference", at: range,
      hint: Hint("write a place that \(Words.reference(map)) can show, or say with `srs` what its numbers are in"))
  }

  static func crossesAntimeridian(_ what: String, _ map: SpatialReference, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .extentNotProjectable,
      "`\(what)` crosses the antimeridian, where \(Words.reference(map)), the map's reference, is cut; "
        + "without `wrapAround` nothing lies beyond",
      at: range,
      hint: Hint(
        [.wgs84, .webMercator].contains(map)
          ? "write `wrapAround: true`, or end the extent at 180 or -180"
          : "end the extent at 180 or -180, or take a basemap in a reference that is not cut there"))
  }

  static func notLatitudes(_ what: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .extentNotProjectable, "`\(what)` has a latitude beyond 90 degrees", at: range,
      hint: Hint("write x (longitude) before y (latitude), or say with `srs` what the numbers are in"))
  }

  static func emptyGeometry(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .extentNotProjectable, "the geometry to fit has no positions", at: range,
      hint: Hint("write a geometry with coordinates"))
  }

  static func backwards(_ what: String, _ own: SpatialReference, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .badExtent, "`\(what)` ends before it starts; xmin, ymin, xmax, ymax of \(Words.reference(own)) are expected",
      at: range, hint: Hint("write the smaller x and y first"))
  }

  static func noRoom(_ padding: Padding, canvas: Canvas, at range: SourceRange) -> Diagnostic {
    let sides = [padding.top, padding.right, padding.bottom, padding.left].map { Words.number($0, decimals: 1) }
    return Diagnostic(
      .extentNotProjectable,
      "a padding of `[\(sides.joined(separator: ", "))]` leaves nothing of a canvas of "
        + "\(Words.number(canvas.width, decimals: 1)) x \(Words.number(canvas.height, decimals: 1)) logical pixels",
      at: range, hint: Hint("make `padding` smaller"))
  }

  static func noGroundScale(_ own: Position, _ map: SpatialReference, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .extentNotProjectable,
      "there is no ground scale at `\(Words.position(own))` in \(Words.reference(map)): a step to the right goes nowhere",
      at: range, hint: Hint("write `projectedScale` or `resolution`"))
  }

  static func absurdScale(_ scale: Double, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .extentNotProjectable,
      "the map would be at \(scale.isFinite ? Words.scale(scale) : "a scale that is no finite number"); "
        + "maps are between 1:1 and 1:10,000,000,000,000",
      at: range, hint: Hint("check the numbers of the extent and their `srs`"))
  }

  static func unknownLevel(_ number: Int, of basemap: Basemap, at range: SourceRange) -> Diagnostic {
    guard let scheme = basemap.scheme else {
      return Diagnostic(
        .unknownLevel,
        basemap.drawn == nil
          ? "the levels of basemap `\(basemap.layer.id)` are not known, level `\(number)` neither"
          : "basemap `\(basemap.layer.id)` has no level `\(number)`: its server draws at any scale",
        at: range, hint: Hint("write `scale`, `zoom` or `resolution`"))
    }
    return Diagnostic(
      .unknownLevel,
      "basemap `\(basemap.layer.id)` has no level `\(number)`; it has \(Words.levels(scheme.levels.map(\.number)))",
      at: range, hint: Hint("write one of its levels, or `scale`, `zoom` or `resolution`"))
  }

  static func levelNotDrawn(_ number: Int, _ drawn: [Int], of basemap: Basemap, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .unknownLevel,
      "basemap `\(basemap.layer.id)` draws no tiles of level `\(number)`, to which `snap: level` would put the map; it draws "
        + Words.levels(drawn),
      at: range, hint: Hint("write one of these levels, or take `snap` out"))
  }

  static func extentNotKnown(_ id: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .extentNotProjectable, "layer `\(id)` does not say how far it reaches, so nothing can be fitted to it", at: range,
      hint: Hint("write the box as `[xmin, ymin, xmax, ymax]`"))
  }

  static func nothingMeets(_ id: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .extentNotProjectable, "no feature of layer `\(id)` meets its `where`, so nothing can be fitted to it", at: range,
      hint: Hint("write the box as `[xmin, ymin, xmax, ymax]`, or mend `where`"))
  }

  static func boundsWithoutBox(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .badExtent, "`bounds` is no box", at: range,
      hint: Hint("write `[xmin, ymin, xmax, ymax]`"))
  }
}
