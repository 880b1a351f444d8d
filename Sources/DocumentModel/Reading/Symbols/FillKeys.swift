import Diagnostics

/// `type: fill`.
extension FillSymbol: MapValue {
  private enum Keys {
    static let type = OptionalField<FillWord>("type", "`fill`")
    static let color = OptionalField<VaryingColor>("color", "what covers the area; without it the ground shows through")
    static let hatch = OptionalField<HatchValue>(
      "hatch",
      """
      parallel lines over the colour: \(oneOf(Hatch.allCases.map(\.rawValue))), or a map of `pattern`, `color` (#333333), \
      `width` (1) and `spacing` (8); they run on from one area to the next
      """)
    static let image = OptionalField<SymbolPictureText>(
      "image",
      "a PNG or SVG file, or one as a `data:` address, that is repeated over the colour from the top left of the picture, at "
        + "96 dpi")
    static let outline = OptionalField<LineSymbol>("outline", "a line symbol along all edges, those of holes too")
  }

  package static let fields = FieldSet([Keys.type, Keys.color, Keys.hatch, Keys.image, Keys.outline])
  package static var what: String { "a fill symbol" }

  package init?(from reader: MappingReader) {
    self.init()
    _ = reader.read(Keys.type)
    color = reader.read(Keys.color)?.value
    hatch = reader.read(Keys.hatch)?.hatching
    image = reader.read(Keys.image)?.form
    outline = reader.read(Keys.outline)
  }
}

/// A pattern's name, or a map.
struct HatchValue: DocumentValue, Hashable {
  let hatching: FillSymbol.Hatching

  static var words: String { "a hatch" }
  static var schema: JSONValue { ["anyOf": [FillSymbol.Hatch.schema, FillSymbol.Hatching.schema]] }

  static func read(_ node: Node, in context: ReadingContext) -> HatchValue? {
    if case .mapping = node.content {
      return FillSymbol.Hatching.read(node, in: context).map { HatchValue(hatching: $0) }
    }
    return FillSymbol.Hatch.read(node, in: context).map {
      HatchValue(hatching: FillSymbol.Hatching(pattern: $0, color: .fixed(FillSymbol.Hatching.defaultColor)))
    }
  }
}

extension FillSymbol.Hatching: MapValue {
  private enum Keys {
    static let pattern = RequiredField<FillSymbol.Hatch>("pattern", "how the lines run")
    static let color = OptionalField<VaryingColor>("color", written: "#333333", "of the lines")
    static let width = OptionalField<BoundedLength<WidthBounds>>("width", written: "1", "of the lines")
    static let spacing = OptionalField<BoundedLength<SpacingBounds>>(
      "spacing", written: "8", "from the middle of one line to the next")
  }

  static let defaultColor = Color(red: 0x33, green: 0x33, blue: 0x33)
  package static let fields = FieldSet([Keys.pattern, Keys.color, Keys.width, Keys.spacing])
  package static var what: String { "a hatch" }

  package init?(from reader: MappingReader) {
    let pattern = reader.read(Keys.pattern)
    let color = reader.read(Keys.color)
    let width = reader.read(Keys.width)
    let spacing = reader.read(Keys.spacing)
    guard let pattern else { return nil }
    self.init(
      pattern: pattern, color: color?.value ?? .fixed(Self.defaultColor), width: width?.pixels ?? 1,
      spacing: spacing?.pixels ?? 8)
  }
}
