import Diagnostics

/// `type: line`; the type goes without saying in the `outline` of a fill and in the lines of a grid.
extension LineSymbol: MapValue {
  private enum Keys {
    static let type = OptionalField<LineWord>("type", "`line`")
    static let color = OptionalField<VaryingColor>("color", written: "#3366aa", "its colour")
    static let width = OptionalField<VaryingLength<WidthBounds>>("width", written: "1", "0 draws nothing")
    static let dash = OptionalField<DashList>(
      "dash", written: "unbroken",
      """
      lengths that are drawn and left out in turn, as `[6, 3]`; an odd number of them is taken twice; dashes run on \
      through the vertices and beyond the edge of the picture
      """)
    static let cap = OptionalField<Cap>("cap", written: "round", "its ends, and those of dashes")
    static let join = OptionalField<Join>(
      "join", written: "round", "its corners; a `miter` longer than 4 half widths becomes a `bevel`")
    static let offset = OptionalField<VaryingLength<ShiftBounds>>(
      "offset", written: "0", "moves it to the right of its direction; below 0 to the left")
    static let casing = OptionalField<Casing>(
      "casing", "a wider line below it: those of all lines of a layer lie below all lines")
    static let arrow = OptionalField<Arrow>(
      "arrow", written: "none",
      "a filled head at its `start`, its `end` or `both`, four widths long and at least 8 pixels")
    static let markers = OptionalField<Markers>("markers", "marks along it, turned with it")
  }

  package static let fields = FieldSet([
    Keys.type, Keys.color, Keys.width, Keys.dash, Keys.cap, Keys.join, Keys.offset, Keys.casing, Keys.arrow,
    Keys.markers,
  ])
  package static var what: String { "a line symbol" }

  package init?(from reader: MappingReader) {
    self.init()
    _ = reader.read(Keys.type)
    if let value = reader.read(Keys.color) { color = value.value }
    if let value = reader.read(Keys.width) { width = value.value }
    if let value = reader.read(Keys.dash) { dash = value.lengths }
    if let value = reader.read(Keys.cap) { cap = value }
    if let value = reader.read(Keys.join) { join = value }
    if let value = reader.read(Keys.offset) { offset = value.value }
    casing = reader.read(Keys.casing)
    if let value = reader.read(Keys.arrow) { arrow = value }
    markers = reader.read(Keys.markers)
  }
}

extension LineSymbol.Casing: MapValue {
  private enum Keys {
    static let color = RequiredField<VaryingColor>("color", "of what shows of it")
    static let width = OptionalField<VaryingLength<WidthBounds>>(
      "width", written: "1", "what shows of it on each side of the line")
  }

  package static let fields = FieldSet([Keys.color, Keys.width])
  package static var what: String { "a casing" }
  package static var words: String { "a map of `color` and `width`" }

  package init?(from reader: MappingReader) {
    let color = reader.read(Keys.color)
    let width = reader.read(Keys.width)
    guard let color else { return nil }
    self.init(color: color.value, width: width?.value ?? .fixed(1))
  }
}

extension LineSymbol.Markers: MapValue {
  private enum Keys {
    static let symbol = RequiredField<MarkerSymbol>(
      "symbol",
      "a marker symbol; its `rotation` is added to the line's direction")
    static let spacing = RequiredField<BoundedLength<SpacingBounds>>(
      "spacing",
      """
      from one to the next, at least a 32nd of their size; the first stands half of it from the start
      """)
  }

  package static let fields = FieldSet([Keys.symbol, Keys.spacing])
  package static var what: String { "the markers of a line" }
  package static var words: String { "a map of `symbol` and `spacing`" }

  package init?(from reader: MappingReader) {
    let symbol = reader.read(Keys.symbol)
    let spacing = reader.read(Keys.spacing)
    guard let symbol, let spacing else { return nil }
    self.init(symbol: symbol, spacing: spacing.pixels)
  }
}

/// Lengths that are drawn and left out in turn.
struct DashList: DocumentValue, Hashable {
  /// An even number of them, of which one is above 0; empty: unbroken.
  let lengths: [Double]

  private static let limit = 32

  static func read(_ node: Node, in context: ReadingContext) -> DashList? {
    guard let list = ListOf<BoundedLength<WidthBounds>>.read(node, in: context) else { return nil }
    let lengths = list.values.map(\.pixels)
    // Finer ones cannot be seen, and there would be no end of them.
    if lengths.count > limit || !lengths.isEmpty && lengths.reduce(0, +) < 0.5 {
      context.report(.outOfRange(node, expected: "up to \(limit) lengths that come to half a pixel or more"))
      return nil
    }
    return DashList(lengths: lengths.count % 2 == 0 ? lengths : lengths + lengths)
  }

  static var words: String { "a list of lengths" }
  static var schema: JSONValue { ["type": "array", "items": Length.schema, "maxItems": .int(limit)] }
}
