import Diagnostics

/// The range of a number, as a type: what a key allows is then part of its declaration.
package protocol NumberBounds: Sendable {
  static var lower: Double { get }
  /// `nil`: no upper bound.
  static var upper: Double? { get }
  /// True when the lower bound itself is not allowed: "above 0".
  static var excludesLower: Bool { get }
  /// Of which the number counts, for messages: "seconds"; empty where it has none.
  static var unit: String { get }
}

extension NumberBounds {
  package static var excludesLower: Bool { false }
  package static var upper: Double? { nil }
  package static var unit: String { "" }

  /// "from 0 to 1", "above 0", "of seconds above 0".
  static var words: String {
    let measure = unit.isEmpty ? "" : "of \(unit) "
    guard let upper else { return measure + (excludesLower ? "above \(lower.shown)" : "of at least \(lower.shown)") }
    return measure
      + (excludesLower
        ? "above \(lower.shown) and at most \(upper.shown)" : "from \(lower.shown) to \(upper.shown)")
  }

  static func allows(_ value: Double) -> Bool {
    (excludesLower ? value > lower : value >= lower) && upper.map { value <= $0 } ?? true
  }

  static func schema(type: String) -> JSONValue {
    let schema: JSONValue = [
      "type": .string(type), excludesLower ? "exclusiveMinimum" : "minimum": number(lower),
    ]
    return upper.map { schema.adding(["maximum": number($0)]) } ?? schema
  }

  private static func number(_ value: Double) -> JSONValue {
    Int(exactly: value).map { .int($0) } ?? .double(value)
  }
}

/// A finite number within bounds.
package struct BoundedNumber<Bounds: NumberBounds>: DocumentValue, Hashable {
  package let value: Double

  /// - Precondition: Within the bounds.
  package init(_ value: Double) {
    precondition(Bounds.allows(value), "a number outside its bounds")
    self.value = value
  }

  package static func read(_ node: Node, in context: ReadingContext) -> BoundedNumber? {
    switch node.content {
    case .scalar(.int(let value)): return checked(Double(value), node, context)
    case .scalar(.double(let value, _)): return checked(value, node, context)
    default:
      context.report(.notANumber(node, expected: words))
      return nil
    }
  }

  private static func checked(_ value: Double, _ node: Node, _ context: ReadingContext) -> BoundedNumber? {
    if value.isFinite, Bounds.allows(value) { return BoundedNumber(value) }
    context.report(.outOfRange(node, expected: words))
    return nil
  }

  package static var schema: JSONValue { Bounds.schema(type: "number") }
  package static var words: String { "a number \(Bounds.words)" }
}

/// A whole number within bounds.
package struct BoundedInteger<Bounds: NumberBounds>: DocumentValue, Hashable {
  package let value: Int

  /// - Precondition: Within the bounds.
  package init(_ value: Int) {
    precondition(Bounds.allows(Double(value)), "a number outside its bounds")
    self.value = value
  }

  package static func read(_ node: Node, in context: ReadingContext) -> BoundedInteger? {
    var whole: Int?
    switch node.content {
    case .scalar(.int(let value)): whole = value
    case .scalar(.double(let value, _)): whole = Int(exactly: value)
    default:
      context.report(.notANumber(node, expected: words))
      return nil
    }
    if let whole, Bounds.allows(Double(whole)) { return BoundedInteger(whole) }
    context.report(.outOfRange(node, expected: words))
    return nil
  }

  package static var schema: JSONValue { Bounds.schema(type: "integer") }
  package static var words: String { "a whole number \(Bounds.words)" }
}

/// 0 to 1: an opacity.
package enum UnitBounds: NumberBounds {
  package static let lower = 0.0
  package static let upper: Double? = 1
}

/// A turn, either way.
package enum RotationBounds: NumberBounds {
  package static let lower = -360.0
  package static let upper: Double? = 360
  package static let unit = "degrees"
}

/// 1 to 100.
package enum PercentBounds: NumberBounds {
  package static let lower = 1.0
  package static let upper: Double? = 100
}

/// Device pixels per inch.
package enum DotsPerInchBounds: NumberBounds {
  package static let lower = 1.0
  package static let upper: Double? = 2400
}

/// Device pixels in a logical pixel: 25 is 2400 dpi.
package enum PixelRatioBounds: NumberBounds {
  package static let lower = 0.1
  package static let upper: Double? = 25
}

/// The number of a level of a tiling scheme.
package enum LevelBounds: NumberBounds {
  package static let lower = 0.0
  package static let upper: Double? = 60
}

/// The zoom of the 256-pixel Web Mercator world.
package enum ZoomBounds: NumberBounds {
  package static let lower = -10.0
  package static let upper: Double? = 40
}

/// Seconds that one request may take, up to an hour.
package enum SecondsBounds: NumberBounds {
  package static let lower = 0.0
  package static let upper: Double? = 3600
  package static let excludesLower = true
  package static let unit = "seconds"
}

/// Above 0: a resolution, a scale.
package enum PositiveBounds: NumberBounds {
  package static let lower = 0.0
  package static let excludesLower = true
}

/// 0 or more: a limit, where 0 is none.
package enum NaturalBounds: NumberBounds {
  package static let lower = 0.0
}

/// A status of HTTP.
package enum StatusBounds: NumberBounds {
  package static let lower = 100.0
  package static let upper: Double? = 599
}

/// A side of a tile, in pixels: a picture of more than 4096 x 4096 is not decoded as a tile.
package enum TileSideBounds: NumberBounds {
  package static let lower = 1.0
  package static let upper: Double? = 4096
}
