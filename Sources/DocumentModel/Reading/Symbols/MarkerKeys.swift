import Diagnostics

/// `type: marker`.
extension MarkerSymbol: MapValue {
  private enum Keys {
    static let type = OptionalField<MarkerWord>("type", "`marker`")
    static let shape = OptionalField<Shape>(
      "shape", written: "circle",
      "its form; `pin` stands with its tip on the place")
    static let image = OptionalField<SymbolPictureText>(
      "image",
      """
      a PNG or SVG file in place of a shape, or the picture itself as `data:image/png;base64,...`; an SVG is drawn sharp at \
      any size, and what it names outside itself is not loaded
      """)
    static let size = OptionalField<VaryingLength<WidthBounds>>(
      "size", written: "8", "the diameter of a shape without its outline, or the width of an image")
    static let color = OptionalField<VaryingColor>("color", written: "#3366aa", "of a shape; images keep their own")
    static let outline = OptionalField<Outline>("outline", "a line around a shape, half of it inside")
    static let rotation = OptionalField<VaryingNumber<AnyBounds>>("rotation", written: "0", "degrees clockwise")
    static let anchor = OptionalField<Anchor>(
      "anchor", written: "center; the tip of a `pin`", "which place of it stands on the feature")
    static let offset = OptionalField<SymbolOffset>(
      "offset", written: "[0, 0]", "moves it to the right and down, whatever its rotation")
  }

  package static let fields = FieldSet([
    Keys.type, Keys.shape, Keys.image, Keys.size, Keys.color, Keys.outline, Keys.rotation, Keys.anchor, Keys.offset,
  ])
  package static var what: String { "a marker symbol" }

  package init?(from reader: MappingReader) {
    self.init()
    let shape = reader.read(Keys.shape)
    let image = reader.read(Keys.image)
    _ = reader.read(Keys.type)
    if let value = reader.read(Keys.size) { size = value.value }
    if let value = reader.read(Keys.color) { color = value.value }
    outline = reader.read(Keys.outline)
    if let value = reader.read(Keys.rotation) { rotation = value.value }
    anchor = reader.read(Keys.anchor)
    if let value = reader.read(Keys.offset) { offset = value }
    if reader.has(Keys.shape), reader.has(Keys.image) { reader.reportConflict(Keys.shape, Keys.image) }
    if let shape { form = .shape(shape) }
    if let image { form = image.form }
  }
}

/// The `outline` of a marker.
extension MarkerSymbol.Outline: MapValue {
  private enum Keys {
    static let type = OptionalField<LineWord>("type", "`line`, which goes without saying")
    static let color = OptionalField<VaryingColor>("color", written: "white", "of the line")
    static let width = OptionalField<VaryingLength<WidthBounds>>("width", written: "1", "of the line")
  }

  package static let fields = FieldSet([Keys.type, Keys.color, Keys.width])
  package static var what: String { "an outline of markers" }
  package static var words: String { "a map of `color` and `width`" }

  package init?(from reader: MappingReader) {
    self.init()
    _ = reader.read(Keys.type)
    if let value = reader.read(Keys.color) { color = value.value }
    if let value = reader.read(Keys.width) { width = value.value }
  }
}
