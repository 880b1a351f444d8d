import Diagnostics
import DocumentModel

/// `stretch` of a raster: which values are black and white, or the ends of a ramp.
enum RasterStretch: Sendable, Hashable {
  /// Values are colours as they are, 0 to 255.
  case none
  /// The smallest and the largest value.
  case minmax
  /// The same for all bands, or one for each.
  case ranges([ClosedRange<Double>])
  /// So many percent of the pixels are below, and as many above.
  case percent(Double)
  /// The mean less and plus so many standard deviations.
  case deviations(Double)
}

extension RasterStretch: DocumentValue {
  static var words: String {
    "`none`, `minmax`, `[low, high]`, a list of these for each band, `{percent: 2}` or `{deviations: 2}`"
  }

  static var schema: JSONValue {
    let range: JSONValue = ["type": "array", "items": Double.schema, "minItems": 2, "maxItems": 2]
    return [
      "anyOf": [
        ["enum": ["none", "minmax"]], range, ["type": "array", "items": range, "minItems": 1, "maxItems": 3],
        FieldSet([Keys.percent, Keys.deviations]).schema,
      ]
    ]
  }

  private enum Keys {
    static let percent = OptionalField<BoundedNumber<CutBounds>>(
      "percent", "percent of the pixels that are cut off at each end")
    static let deviations = OptionalField<BoundedNumber<PositiveBounds>>(
      "deviations", "standard deviations on each side of the mean")
  }

  static func read(_ node: Node, in context: ReadingContext) -> RasterStretch? {
    switch node.content {
    case .scalar(.text("none")): return RasterStretch.none
    case .scalar(.text("minmax")): return .minmax
    case .scalar(.text(let text)):
      context.report(.unknownWord(text, "a stretch", known: ["none", "minmax"], at: node.range, in: context))
      return nil
    case .sequence(let items):
      let isList = items.contains { if case .sequence = $0.content { true } else { false } }
      let ranges = (isList ? items : [node]).map { range($0, context) }
      guard !ranges.isEmpty, !ranges.contains(nil) else { return nil }
      return .ranges(ranges.compactMap(\.self))
    case .mapping:
      guard let reader = MappingReader(node, fields: [Keys.percent, Keys.deviations], as: "a stretch", in: context)
      else { return nil }
      let (percent, deviations) = (reader.read(Keys.percent), reader.read(Keys.deviations))
      if reader.has(Keys.percent), reader.has(Keys.deviations) {
        reader.reportConflict(Keys.percent, Keys.deviations)
        return nil
      }
      if let percent { return .percent(percent.value) }
      if let deviations { return .deviations(deviations.value) }
      if case .mapping(let entries) = node.content, entries.isEmpty {
        context.report(.wrongType(node, expected: words))
      }
      return nil
    default:
      context.report(.wrongType(node, expected: words))
      return nil
    }
  }

  private static func range(_ node: Node, _ context: ReadingContext) -> ClosedRange<Double>? {
    guard case .sequence(let items) = node.content, items.count == 2 else {
      context.report(.wrongType(node, expected: "two numbers, `[low, high]`"))
      return nil
    }
    let numbers = items.compactMap { Double.read($0, in: context) }
    guard numbers.count == 2 else { return nil }
    guard numbers[0] < numbers[1], numbers.allSatisfy(\.isFinite) else {
      context.report(.outOfRange(node, expected: "two finite numbers, the lower one first"))
      return nil
    }
    return numbers[0]...numbers[1]
  }
}

/// Percent of the pixels that are cut off at one end.
enum CutBounds: NumberBounds {
  static let lower = 0.0
  static let upper: Double? = 49
}

/// `nodata` of a raster: what the file says of empty pixels is not right, or it says nothing.
enum RasterNoData: DocumentValue, Hashable {
  /// No value stands for nothing.
  case none
  /// The same for all bands that are drawn, or one for each.
  case values([Double])

  static var words: String { "a number, one for each band, or `none`" }
  static var schema: JSONValue { ["anyOf": [["enum": ["none"]], OneOrMany<AnyNumber>.schema]] }

  static func read(_ node: Node, in context: ReadingContext) -> RasterNoData? {
    if case .scalar(.text("none")) = node.content { return RasterNoData.none }
    return OneOrMany<AnyNumber>.read(node, in: context).map { .values($0.values.map(\.value)) }
  }
}

/// A number, `.nan` too.
struct AnyNumber: DocumentValue, Hashable {
  let value: Double

  static var words: String { "a number" }
  static var schema: JSONValue { Double.schema }

  static func read(_ node: Node, in context: ReadingContext) -> AnyNumber? {
    switch node.content {
    case .scalar(.int(let value)): return AnyNumber(value: Double(value))
    case .scalar(.double(let value, _)): return AnyNumber(value: value)
    default:
      context.report(.notANumber(node, expected: words))
      return nil
    }
  }
}
