import Diagnostics

extension GridLevelSymbols: MapValue {
  private enum Keys {
    static let line = OptionalField<GridLineSymbol>("line", "how lines of the level are drawn")
    static let text = OptionalField<GridTextSymbol>("text", "how its labels are written")
  }

  package static let fields = FieldSet([Keys.line, Keys.text])
  package static var what: String { "the look of a grid's level" }

  package init?(from reader: MappingReader) {
    self.init()
    if let line = reader.read(Keys.line) { self.line = line }
    if let text = reader.read(Keys.text) { self.text = text }
  }
}

extension GridLineSymbol: MapValue {
  private enum Keys {
    static let color = OptionalField<Color>("color", written: "a transparent grey", "of the lines")
    static let width = OptionalField<Length>(
      "width", written: "1, of each coarser level 1 more, to 3", "of the lines")
    static let dash = OptionalField<DashList>(
      "dash", written: "unbroken", "lengths that are drawn and left out in turn")
    static let visible = DefaultedField<Bool>("visible", default: true, written: "true", "`false` leaves them out")
  }

  package static let fields = FieldSet([Keys.color, Keys.width, Keys.dash, Keys.visible])
  package static var what: String { "a grid's line" }

  package init?(from reader: MappingReader) {
    self.init()
    color = reader.read(Keys.color)
    width = reader.read(Keys.width).flatMap { reader.length($0, of: Keys.width, above: 0) }
    dash = reader.read(Keys.dash)?.lengths
    isVisible = reader.read(Keys.visible)
  }
}

extension GridTextSymbol: MapValue {
  private enum Keys {
    static let font = OptionalField<NonEmptyText>("font", written: "the one that comes with mapdoc", "a family")
    static let size = OptionalField<Length>("size", written: "14", "of the letters")
    static let color = OptionalField<Color>("color", written: "a dark grey", "of the letters")
    static let bold = OptionalField<Bool>("bold", written: "names of zones: true", "`true`: bold letters")
    static let italic = OptionalField<Bool>("italic", written: "false", "`true`: italic letters")
    static let halo = OptionalField<GridHalo>("halo", "the rim around the letters")
    static let align = OptionalField<Alignment>(
      "align", written: "center",
      "`center`: on the line; `before`: to its left, or above it; `after`: on the other side")
    static let visible = DefaultedField<Bool>("visible", default: true, written: "true", "`false` leaves them out")
  }

  package static let fields = FieldSet([
    Keys.font, Keys.size, Keys.color, Keys.bold, Keys.italic, Keys.halo, Keys.align, Keys.visible,
  ])
  package static var what: String { "a grid's text" }

  package init?(from reader: MappingReader) {
    self.init()
    font = reader.read(Keys.font)?.text
    size = reader.read(Keys.size).flatMap { reader.length($0, of: Keys.size, above: 0) }
    color = reader.read(Keys.color)
    isBold = reader.read(Keys.bold)
    isItalic = reader.read(Keys.italic)
    let halo = reader.read(Keys.halo)
    haloColor = halo?.color
    haloWidth = halo?.width
    alignment = reader.read(Keys.align)
    isVisible = reader.read(Keys.visible)
  }
}

/// The `halo` of a grid's text.
struct GridHalo: MapValue {
  private enum Keys {
    static let color = OptionalField<Color>("color", written: "white", "of the rim")
    static let width = OptionalField<Length>("width", written: "2", "of the rim; 0 draws none")
  }

  let color: Color?
  let width: Double?

  static let fields = FieldSet([Keys.color, Keys.width])
  static let what = "a halo"

  init?(from reader: MappingReader) {
    color = reader.read(Keys.color)
    width = reader.read(Keys.width).flatMap { $0.pixels == 0 ? 0 : reader.length($0, of: Keys.width, above: 0) }
  }
}

extension MappingReader {
  /// A length's pixels; `nil` for one that is not above a bound, which is reported.
  fileprivate func length(_ length: Length, of field: any FieldDeclaration, above bound: Double) -> Double? {
    if length.pixels > bound, length.pixels < 1000 { return length.pixels }
    context.report(.outOfRange(value(field.name) ?? node, expected: "a length above \(bound.shown) and below 1000"))
    return nil
  }
}
