import Diagnostics

/// `type: text`; the type goes without saying in `labels` and in the texts of a grid, where `text` itself comes from elsewhere.
extension TextSymbol: MapValue {
  enum Keys {
    static let type = OptionalField<TextWord>("type", "`text`")
    static let text = OptionalField<TextTemplate>(
      "text",
      "what is written, as `\"{name}\"`; a line end breaks the line; nothing is drawn where nothing is left of it")
    static let font = OptionalField<NonEmptyText>(
      "font", written: "DejaVu Sans",
      "a family of fonts, or several with commas: the first that has the letters is taken")
    static let bold = DefaultedField<Bool>("bold", default: false, written: "false", "heavy letters")
    static let italic = DefaultedField<Bool>("italic", default: false, written: "false", "slanted letters")
    static let size = OptionalField<VaryingLength<LetterBounds>>(
      "size", written: "14",
      "of the letters, as fonts count it; 0 writes nothing")
    static let color = OptionalField<VaryingColor>("color", written: "black", "of the letters")
    static let halo = OptionalField<Halo>("halo", "an edge around the letters, which keeps them readable on any ground")
    static let placement = OptionalField<Placement>(
      "placement", written: "as the geometry asks for",
      "beside a `point`, along a `line`, or inside of a `polygon`")
    static let priority = OptionalField<VaryingNumber<AnyBounds>>(
      "priority", written: "0", "labels with a higher one are placed first, over all layers")
    static let wrap = OptionalField<BoundedLength<SpacingBounds>>(
      "wrap", "lines of the text are broken so that none is longer")
    static let offset = OptionalField<SymbolOffset>("offset", written: "[0, 0]", "moves it to the right and down")
    static let rotation = OptionalField<VaryingNumber<AnyBounds>>(
      "rotation", written: "0", "degrees clockwise, of texts at points")
    static let repeatDistance = OptionalField<BoundedLength<SpacingBounds>>(
      "repeat", written: "once", "along a line: from one text to the next")
    static let merge = DefaultedField<Bool>(
      "merge", default: true, written: "true",
      "lines of several features that meet end to end and have the same text are labelled as one line; `false`: each of its own"
    )
    static let beyond = DefaultedField<Bool>(
      "beyond", default: false, written: "false",
      "in a polygon: a text that does not fit inside is left out; `true`: it may reach beyond the edge")

    static let all: [any FieldDeclaration] = [
      type, text, font, bold, italic, size, color, halo, placement, priority, wrap, offset, rotation, repeatDistance,
      merge, beyond,
    ]
  }

  package static let fields = FieldSet(Keys.all)
  package static var what: String { "a text symbol" }

  package init?(from reader: MappingReader) {
    self.init()
    _ = reader.read(Keys.type)
    text = reader.read(Keys.text)
    font = reader.read(Keys.font)?.text
    isBold = reader.read(Keys.bold)
    isItalic = reader.read(Keys.italic)
    if let value = reader.read(Keys.size) { size = value.value }
    if let value = reader.read(Keys.color) { color = value.value }
    halo = reader.read(Keys.halo)
    placement = reader.read(Keys.placement)
    if let value = reader.read(Keys.priority) { priority = value.value }
    wrap = reader.read(Keys.wrap)?.pixels
    if let value = reader.read(Keys.offset) { offset = value }
    if let value = reader.read(Keys.rotation) { rotation = value.value }
    repeatDistance = reader.read(Keys.repeatDistance)?.pixels
    joinsLines = reader.read(Keys.merge)
    mayReachBeyond = reader.read(Keys.beyond)
    // One that is amiss has been reported.
    if reader.has(Keys.text), text == nil { return nil }
  }
}

extension TextSymbol.Halo: MapValue {
  private enum Keys {
    static let color = OptionalField<VaryingColor>("color", written: "white", "of the edge")
    static let width = OptionalField<VaryingLength<WidthBounds>>("width", written: "1.5", "of the edge")
  }

  package static let fields = FieldSet([Keys.color, Keys.width])
  package static var what: String { "a halo" }
  package static var words: String { "a map of `color` and `width`" }

  package init?(from reader: MappingReader) {
    self.init()
    if let value = reader.read(Keys.color) { color = value.value }
    if let value = reader.read(Keys.width) { width = value.value }
  }
}
