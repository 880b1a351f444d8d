import Diagnostics
import Geodesy

extension ExtentForm: DefinedValue {
  package static var definitionName: String { "extent" }
  package static var words: String { "an extent" }

  package static func read(_ node: Node, in context: ReadingContext) -> ExtentForm? {
    switch node.content {
    case .sequence: Box.read(node, in: context)?.extent(in: .wgs84, at: node.range, snapsToLevel: false, context)
    case .mapping: ExtentKeys.read(node, in: context)
    default: reject(node, context)
    }
  }

  private static func reject(_ node: Node, _ context: ReadingContext) -> ExtentForm? {
    context.report(
      Diagnostic(
        .badExtent, "\(node.shown) stands where \(words) is expected", at: node.range,
        hint: Hint("write `[xmin, ymin, xmax, ymax]`, or a map with \(oneOf(ExtentKeys.formNames))")))
    return nil
  }

  package static var definedSchema: JSONValue {
    [
      "description":
        "`[xmin, ymin, xmax, ymax]` in degrees; or a map with `bbox`, `center`, `fit` or `bookmark`",
      "anyOf": [Box.schema, ExtentKeys.schema],
      "examples": [
        [9.7, 53.4, 10.3, 53.7], ["center": [9.99, 53.55], "zoom": 12], ["bookmark": "harbour"],
      ],
    ]
  }
}

/// Four numbers, before it is known what they are in.
package struct Box: DocumentValue, Hashable {
  package let xmin: Double
  package let ymin: Double
  package let xmax: Double
  package let ymax: Double

  package static let words = "`[xmin, ymin, xmax, ymax]`"
  package static var schema: JSONValue {
    ["type": "array", "items": .numberOrParameter, "minItems": 4, "maxItems": 4]
  }

  package static func read(_ node: Node, in context: ReadingContext) -> Box? {
    guard let numbers = node.coordinates(4, "an extent has four numbers: xmin, ymin, xmax, ymax", in: context) else {
      return nil
    }
    return Box(xmin: numbers[0], ymin: numbers[1], xmax: numbers[2], ymax: numbers[3])
  }

  /// - Parameter range: Where the numbers stand.
  func extent(
    in reference: SpatialReference, at range: SourceRange, snapsToLevel: Bool, _ context: ReadingContext
  ) -> ExtentForm? {
    guard let (reason, hint) = objection(in: reference) else {
      return .box(xmin: xmin, ymin: ymin, xmax: xmax, ymax: ymax, reference: reference, snapsToLevel: snapsToLevel)
    }
    context.report(Diagnostic(.badExtent, reason, at: range, hint: hint.map { Hint($0) }))
    return nil
  }

  private func objection(in reference: SpatialReference) -> (String, hint: String?)? {
    if reference.isInDegrees, let reason = Degrees.objection(to: [xmin, xmax], [ymin, ymax], in: reference) {
      return reason
    }
    if ymin >= ymax {
      return (
        "ymin `\(ymin.shown)` is not below ymax `\(ymax.shown)`",
        ymin > ymax ? "swap the two" : "write an extent with an inside"
      )
    }
    if xmin == xmax { return ("xmin and xmax are both `\(xmin.shown)`", "write an extent with an inside") }
    if xmin > xmax, !reference.isInDegrees {
      return (
        "xmin `\(xmin.shown)` is not below xmax `\(xmax.shown)`; only in degrees an extent may cross the antimeridian",
        "swap the two"
      )
    }
    return nil
  }
}

/// Longitudes and latitudes that cannot be.
package enum Degrees {
  /// One and a half times round the world, for what lies beyond the antimeridian.
  static let mostLongitude = 540.0
  static let longitudes = "-540 to 540"

  /// What is wrong with some of them, lower case.
  package static func objection(
    to x: [Double], _ y: [Double], in reference: SpatialReference
  ) -> (String, hint: String?)? {
    if (x + y).contains(where: { abs($0) > 1000 }) {
      let far = (x + y).first { abs($0) > 1000 } ?? 0
      return (
        "`\(far.shown)` is no number of degrees, which these are in (\(reference.definition))",
        "say what the numbers are in, as in `srs: EPSG:3857`"
      )
    }
    if let latitude = y.first(where: { abs($0) > 90 }) {
      let isSwapped = x.allSatisfy { abs($0) <= 90 }
      return (
        "latitude `\(latitude.shown)` is outside -90 to 90",
        isSwapped ? "write x (longitude) first, then y (latitude)" : nil
      )
    }
    if let longitude = x.first(where: { abs($0) > mostLongitude }) {
      return ("longitude `\(longitude.shown)` is outside \(longitudes)", nil)
    }
    return nil
  }
}

/// `[x, y]`, before it is known what they are in.
package struct Place: DocumentValue, Hashable {
  package let position: Position

  package static let words = "a position `[x, y]`"
  package static var schema: JSONValue {
    ["type": "array", "items": .numberOrParameter, "minItems": 2, "maxItems": 2]
  }

  package static func read(_ node: Node, in context: ReadingContext) -> Place? {
    node.coordinates(2, "a position has two numbers: x, then y", in: context)
      .map { Place(position: Position(x: $0[0], y: $0[1])) }
  }
}

extension JSONValue {
  /// A number of a list, which a template may leave open.
  static let numberOrParameter: JSONValue = ["anyOf": [Double.schema, ["$ref": "#/$defs/parameter"]]]
}

extension Node {
  /// A list of exactly so many finite numbers; what is wrong is reported as MD109.
  fileprivate func coordinates(_ count: Int, _ rule: String, in context: ReadingContext) -> [Double]? {
    guard case .sequence(let items) = content else {
      context.report(Diagnostic(.badExtent, "\(shown) stands where a list is expected: \(rule)", at: range))
      return nil
    }
    guard items.count == count else {
      context.report(Diagnostic(.badExtent, "\(rule); here are \(items.count)", at: range))
      return nil
    }
    var numbers: [Double] = []
    numbers.reserveCapacity(count)
    for item in items {
      switch item.content {
      case .scalar(.int(let value)): numbers.append(Double(value))
      case .scalar(.double(let value, _)) where value.isFinite: numbers.append(value)
      default:
        context.report(Diagnostic(.badExtent, "\(item.shown) stands where a finite number is expected", at: item.range))
      }
    }
    return numbers.count == count ? numbers : nil
  }
}

/// A box alone: what bounds a layer.
package struct BoundsForm: DocumentValue, Hashable {
  /// Always `.box`.
  package let extent: ExtentForm

  package static var words: String { "`[xmin, ymin, xmax, ymax]` or `{bbox, srs}`" }
  package static var schema: JSONValue {
    ["anyOf": [Box.schema, FieldSet([RequiredField<Box>("bbox", "the box"), ExtentKeys.Keys.srs]).schema]]
  }

  package static func read(_ node: Node, in context: ReadingContext) -> BoundsForm? {
    guard let extent = ExtentForm.read(node, in: context) else { return nil }
    if case .box(_, _, _, _, _, let snaps) = extent {
      guard snaps, let entry = node.entry(ExtentKeys.Keys.snap.name) else { return BoundsForm(extent: extent) }
      context.report(
        Diagnostic(
          .conflictingKeys, "the bounds of a layer stay where they are: `snap` goes with what a map shows",
          at: entry.keyRange, hint: Hint("take `snap` out")))
      return nil
    }
    context.report(
      Diagnostic(.badExtent, "the bounds of a layer are a box: \(words)", at: node.range, hint: Hint("write a `bbox`")))
    return nil
  }
}

extension Double {
  /// As a document would write it: a whole number without its point.
  var shown: String { NumberText.of(self) ?? String(self) }
}
