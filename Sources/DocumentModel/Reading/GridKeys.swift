import Diagnostics
import Geodesy

/// The keys of a grid.
enum GridKeys {
  static let id = RequiredField<Located<Identifier>>("id", "what a document that extends this one calls it")
  static let type = RequiredField<Located<GridType>>(
    "type",
    "`latlong`: longitudes and latitudes; `utm`: eastings and northings of UTM, and of UPS about the poles; `mgrs` and `usng`: "
      + "their squares and digits; `projected`: coordinates of `srs`")
  static let srs = OptionalField<Located<SpatialReference>>(
    "srs", "of a `projected` grid: the reference, in metres or feet, whose round coordinates are drawn")
  static let visible = DefaultedField<Bool>("visible", default: true, written: "true", "`false` leaves the grid out")
  static let style = DefaultedField<GridStyle>(
    "style", default: .lines, written: "lines",
    "`lines`; `crosses` where lines of the finest level meet; `ticks` at the picture's edges; `frameOnly`: the edge itself, and the labels"
  )
  static let labels = OptionalField<GridLabelValue>("labels", "what is written, and where")
  static let levels = OptionalField<ListOf<GridLevelSymbols>>(
    "levels", "the look of each level, the coarsest first; what is not written has a look that suits its level")
  static let interval = OptionalField<Located<BoundedNumber<PositiveBounds>>>(
    "interval", written: "by the scale",
    "between lines of the finest level: degrees of a `latlong` grid, metres or the reference's units else; of `mgrs` and `usng` "
      + "a power of ten from 1 to 100000, of `utm` up to 100000")
  static let minLevel = DefaultedField<BoundedInteger<GridLevelBounds>>(
    "minLevel", default: BoundedInteger(0), written: "0", "coarser levels are not drawn; 0 is the coarsest")
  static let maxLevel = OptionalField<BoundedInteger<GridLevelBounds>>("maxLevel", "finer levels are not drawn")

  static let all = FieldSet([id, type, srs, visible, style, labels, levels, interval, minLevel, maxLevel])
}

/// The number of a grid's level.
enum GridLevelBounds: NumberBounds {
  static let lower = 0.0
  static let upper: Double? = 9
}

enum GridType: String, DocumentWord {
  case latlong, utm, mgrs, usng, projected

  static let what = "a kind of grid"
}

extension GridStyle: DocumentWord { package static var what: String { "a style of grids" } }

extension GridLabelPosition: DocumentWord { package static var what: String { "a place for labels of grids" } }

extension AngleFormat: DocumentWord { package static var what: String { "a way to write degrees" } }

extension GridUnit: DocumentWord { package static var what: String { "a unit of grid labels" } }

extension GridDigits: DocumentWord { package static var what: String { "a choice of digits" } }

extension GridLabelStyle.Angle: DocumentWord { package static var what: String { "a direction of labels" } }

extension GridTextSymbol.Alignment: DocumentWord { package static var what: String { "a place beside a line" } }

extension Grid: MapValue {
  package static var fields: FieldSet { GridKeys.all }
  package static var what: String { "a grid" }

  package init?(from reader: MappingReader) {
    let id = reader.read(GridKeys.id)
    let type = reader.read(GridKeys.type)
    let reference = reader.read(GridKeys.srs)
    let visible = reader.read(GridKeys.visible)
    let style = reader.read(GridKeys.style)
    let labels = reader.read(GridKeys.labels) ?? GridLabelValue()
    let levels = reader.read(GridKeys.levels)?.values ?? []
    let interval = reader.read(GridKeys.interval)
    let minLevel = reader.read(GridKeys.minLevel).value
    let maxLevel = reader.read(GridKeys.maxLevel)?.value
    guard let type else { return nil }
    labels.check(for: type.value, in: reader.context)
    guard let kind = Self.kind(type.value, reference, reader) else { return nil }
    if let interval, type.value == .mgrs || type.value == .usng, !Self.isPowerOfTen(interval.value.value) {
      reader.context.report(.notAPowerOfTen(interval, of: type.value))
      return nil
    }
    if let interval, !Self.intervals(of: type.value).contains(interval.value.value) {
      reader.context.report(.noInterval(interval, of: type.value, Self.intervals(of: type.value)))
      return nil
    }
    if let maxLevel, minLevel > maxLevel {
      reader.context.report(
        Diagnostic(
          .outOfRange, "`minLevel` \(minLevel) is above `maxLevel` \(maxLevel): no level of such a grid is ever drawn",
          at: reader.keyRange(of: GridKeys.minLevel), hint: Hint("swap the two: level 0 is the coarsest")))
      return nil
    }
    guard let id else { return nil }
    self.init(
      id: Located(id.value.text, at: id.range), typeName: type.value.rawValue, typeRange: type.range,
      intervalRange: interval?.range ?? type.range, isVisible: visible,
      specification: GridSpecification(
        kind, style: style, labels: labels.isVisible ? labels.settings : nil, interval: interval?.value.value,
        minLevel: minLevel, maxLevel: maxLevel ?? .max),
      labels: labels.style, levels: levels)
  }

  /// `nil` where the reference is missing or none for a grid, which is reported.
  private static func kind(
    _ type: GridType, _ reference: Located<SpatialReference>?, _ reader: MappingReader
  ) -> GridSpecification.Kind? {
    if type != .projected, reader.has(GridKeys.srs) {
      reader.context.report(
        Diagnostic(
          .conflictingKeys, "`srs` means nothing to a grid of type `\(type.rawValue)`, whose reference is fixed",
          at: reader.keyRange(of: GridKeys.srs), hint: Hint("take `srs` out, or write `type: projected`")))
    }
    switch type {
    case .latlong: return .latlong
    case .utm: return .utm
    case .mgrs: return .mgrs
    case .usng: return .usng
    case .projected:
      guard let reference else {
        if !reader.has(GridKeys.srs), !reader.context.isPartial {
          reader.context.report(
            Diagnostic(
              .missingKey, "`srs` is missing, the reference whose coordinates a `projected` grid draws",
              at: reader.node.range, hint: Hint("add `srs:`, as in `srs: EPSG:25832`")))
        }
        return nil
      }
      guard !reference.value.facts.isGeographic else {
        reader.context.report(.gridInDegrees(reference))
        return nil
      }
      return .projected(reference.value)
    }
  }

  /// From what could be seen on the largest map to what no map is larger than; lines of a zone of UTM stand in its squares.
  private static func intervals(of type: GridType) -> ClosedRange<Double> {
    switch type {
    case .latlong: 1e-6...180
    case .utm, .mgrs, .usng: 0.001...100_000
    case .projected: 0.001...1e7
    }
  }

  private static func isPowerOfTen(_ value: Double) -> Bool { [1, 10, 100, 1000, 10_000, 100_000].contains(value) }
}

/// The `grids` of a document.
struct GridList: DocumentValue {
  var grids: [Grid] = []
  var ids: [Located<String>] = []

  static let words = "a list of grids"
  static var schema: JSONValue {
    ["type": "array", "items": MergeKeys.added(to: Grid.fields.fields).schema(requiring: [])]
  }

  static func read(_ node: Node, in context: ReadingContext) -> GridList? {
    guard case .sequence(let items) = node.content else {
      context.report(.wrongType(node, expected: words))
      return nil
    }
    var list = GridList()
    for item in items {
      if let grid = Grid.read(item, in: context) { list.grids.append(grid) }
      if let id = item["id"], case .scalar = id.content, !id.isNull {
        list.ids.append(Located(id.plainText, at: id.range))
      }
    }
    return list
  }
}

extension Diagnostic {
  fileprivate static func notAPowerOfTen(_ interval: Located<BoundedNumber<PositiveBounds>>, of type: GridType) -> Self
  {
    let value = interval.value.value
    return Diagnostic(
      .gridIntervalNotOfTen,
      "`\(value.shown)` is no interval of `\(type.rawValue)`, whose lines stand 100000, 10000, 1000, 100, 10 or 1 metres apart",
      at: interval.range, hint: Hint("write one of these, or take `type: utm`"))
  }

  fileprivate static func noInterval(
    _ interval: Located<BoundedNumber<PositiveBounds>>, of type: GridType, _ bounds: ClosedRange<Double>
  ) -> Self {
    let unit = type == .latlong ? "degrees" : type == .utm ? "metres" : "units of its reference"
    return Diagnostic(
      .outOfRange,
      "`\(interval.value.value.shown)` is no interval of a `\(type.rawValue)` grid, whose lines stand \(bounds.lowerBound.shown) to "
        + "\(bounds.upperBound.shown) \(unit) apart", at: interval.range,
      hint: Hint("take `interval` out to have it chosen from the scale"))
  }

  fileprivate static func gridInDegrees(_ reference: Located<SpatialReference>) -> Self {
    Diagnostic(
      .gridInDegrees, "\(reference.value) is in degrees, and a `projected` grid in metres or another length",
      at: reference.range, hint: Hint("write `type: latlong` without `srs` for longitudes and latitudes"))
  }
}
