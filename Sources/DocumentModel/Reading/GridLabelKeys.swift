import Diagnostics
import Geodesy

/// The `labels` of a grid.
struct GridLabelValue: MapValue {
  var isVisible = true
  var settings = GridLabelSettings()
  var style = GridLabelStyle()
  /// Keys that only some kinds of grid have, with their places.
  private var particular: [(key: String, range: SourceRange)] = []

  init() {}

  private enum Keys {
    static let visible = DefaultedField<Bool>("visible", default: true, written: "true", "`false` writes nothing")
    static let position = DefaultedField<GridLabelPosition>(
      "position", default: .allSides, written: "allSides",
      "at which edges of the picture; `center`: on its middle axes; `geographic`: on the lines, inside the map")
    static let format = DefaultedField<AngleFormat>(
      "format", default: .degreesMinutesSeconds, written: "degreesMinutesSeconds",
      "of a `latlong` grid: how degrees are written, and so which intervals are round")
    static let unit = DefaultedField<GridUnit>(
      "unit", default: .kilometersMeters, written: "kilometersMeters",
      "of `mgrs` and `usng`: `kilometersMeters` writes the digits that the level needs, `meters` always five")
    static let digits = DefaultedField<GridDigits>(
      "digits", default: .principal, written: "principal",
      "of `mgrs` and `usng`: `full` writes the whole coordinate with small digits around the principal ones, as topographic maps do"
    )
    static let offset = OptionalField<BoundedLength<GridOffsetBounds>>(
      "offset", written: "4", "from the picture's edge; of labels on lines: along the line")
    static let angle = DefaultedField<GridLabelStyle.Angle>(
      "angle", default: .upright, written: "upright", "`along` turns labels with their lines")
  }

  static let fields = FieldSet([
    Keys.visible, Keys.position, Keys.format, Keys.unit, Keys.digits, Keys.offset, Keys.angle,
  ])
  static let what = "the labels of a grid"

  init?(from reader: MappingReader) {
    isVisible = reader.read(Keys.visible)
    settings = GridLabelSettings(
      position: reader.read(Keys.position), format: reader.read(Keys.format), unit: reader.read(Keys.unit),
      digits: reader.read(Keys.digits))
    style = GridLabelStyle(
      offset: reader.read(Keys.offset)?.pixels ?? GridLabelStyle().offset, angle: reader.read(Keys.angle))
    particular = [Keys.format.name, Keys.unit.name, Keys.digits.name].compactMap { name in
      reader.value(name).flatMap { value in value.isNull ? nil : (name, value.range) }
    }
  }

  /// Reports keys that mean nothing to a kind of grid.
  func check(for type: GridType, in context: ReadingContext) {
    for (key, range) in particular {
      let isOfDegrees = key == Keys.format.name
      let fits = isOfDegrees ? type == .latlong : type == .mgrs || type == .usng
      if fits { continue }
      context.report(
        Diagnostic(
          .conflictingKeys, "`\(key)` means nothing to labels of a grid of type `\(type.rawValue)`", at: range,
          hint: Hint("take `\(key)` out: it is for \(isOfDegrees ? "`latlong`" : "`mgrs` and `usng`")")))
    }
  }
}

/// Labels stand inside the picture, and near its edge.
enum GridOffsetBounds: LengthBounds { static let range = 0.0...1000.0 }
