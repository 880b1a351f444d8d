/// The functions of expressions. All but `coalesce` are `null` when one of their arguments is.
enum ExpressionFunction: String, Sendable, CaseIterable {
  case lower, upper, length, round, abs, min, max, coalesce, concat

  /// How many arguments it takes.
  var counts: ClosedRange<Int> {
    switch self {
    case .lower, .upper, .length, .abs: 1...1
    case .round: 1...2
    case .min, .max, .coalesce, .concat: 1...ExpressionLimits.length
    }
  }

  /// What each argument must be.
  var parameterType: ExpressionType {
    switch self {
    case .lower, .upper, .length: .text
    case .round, .abs, .min, .max: .number
    case .coalesce, .concat: .any
    }
  }

  func type(of arguments: [ExpressionNode]) -> ExpressionType {
    switch self {
    case .lower, .upper, .concat: return .text
    case .length, .round, .abs, .min, .max: return .number
    case .coalesce:
      let types = Set(arguments.map(\.type)).subtracting([.null])
      return types.isEmpty ? .null : types.count == 1 ? types.first ?? .any : .any
    }
  }

  /// - Parameter arguments: As many as ``counts`` allows, of ``parameterType``; `null` only in `coalesce`.
  /// - Returns: `nil` for a text above the bound.
  func result(_ arguments: [ExpressionValue]) -> ExpressionValue? {
    switch self {
    case .coalesce: return arguments.first { $0 != .null } ?? .null
    case .concat: return Self.bounded(arguments)
    case .min: return Self.extreme(arguments, .less)
    case .max: return Self.extreme(arguments, .greater)
    case .lower, .upper, .length, .round, .abs: break
    }
    switch (self, arguments.first ?? .null) {
    case (.lower, .text(let text)): return Self.bounded([.text(text.lowercased())])
    case (.upper, .text(let text)): return Self.bounded([.text(text.uppercased())])
    case (.length, .text(let text)): return .integer(text.unicodeScalars.count)
    case (.abs, .integer(let value)):
      return value == .min ? .decimal(value.magnitude.asDouble) : .integer(Swift.abs(value))
    case (.abs, .decimal(let value)): return .decimal(value.magnitude)
    case (.round, let value): return Self.rounded(value, places: arguments.count > 1 ? arguments[1] : .integer(0))
    default: return .null
    }
  }

  private static func extreme(_ arguments: [ExpressionValue], _ wanted: ExpressionOrder) -> ExpressionValue {
    arguments.dropFirst().reduce(arguments.first ?? .null) { best, next in
      ExpressionOrder(next, best) == wanted ? next : best
    }
  }

  private static func bounded(_ parts: [ExpressionValue]) -> ExpressionValue? {
    var text = ""
    for part in parts {
      let written = part.written
      guard text.utf8.count + written.utf8.count <= ExpressionLimits.text else { return nil }
      text += written
    }
    return .text(text)
  }

  /// To so many decimal places, halves away from 0; whole where no place is left and it fits.
  private static func rounded(_ value: ExpressionValue, places: ExpressionValue) -> ExpressionValue {
    guard let number = value.number, let wanted = places.number else { return .null }
    if case .integer = value, wanted >= 0 { return value }
    // Beyond these no digit of a double is left, or none is kept.
    let places = Int(Swift.min(308, Swift.max(-308, wanted.rounded(.towardZero))))
    let scale = powerOfTen(Swift.abs(places))
    let scaled = places < 0 ? number / scale : number * scale
    // Without digits behind the last place there is nothing to round.
    let rounded = scaled.isFinite ? scaled.rounded() : scaled
    let result = !scaled.isFinite ? number : places < 0 ? rounded * scale : rounded / scale
    if places <= 0, let whole = Int(exactly: result) { return .integer(whole) }
    return ExpressionValue(result)
  }

  private static func powerOfTen(_ exponent: Int) -> Double { Double("1e\(exponent)") ?? 1 }
}

extension UInt {
  fileprivate var asDouble: Double { Double(self) }
}
