import Diagnostics

/// A ramp of colours, from low values to high ones.
package struct ColorRamp: Sendable, Hashable {
  /// The lists for numbers of classes, from the smallest on.
  private let lists: [[Color]]

  package init?(named name: String) {
    let isTurned = name.hasPrefix("-")
    let plain = isTurned ? String(name.dropFirst()) : name
    guard let text = Self.sequential[plain] ?? Self.diverging[plain] ?? Self.continuous[plain] else { return nil }
    // A ramp that is not made for numbers of classes is one list on two lines.
    let rows = Self.continuous[plain] == nil ? text.split(separator: "\n") : [text.replacing("\n", with: " ")[...]]
    lists = rows.map { row in
      let colors = row.split(separator: " ").compactMap { Color(css: "#" + $0) }
      return isTurned ? colors.reversed() : colors
    }
  }

  /// The names of all, in the order of the alphabet.
  package static let names = (Array(sequential.keys) + diverging.keys + continuous.keys).sorted {
    ($0.lowercased(), $0) < ($1.lowercased(), $1)
  }

  /// The colours of so many classes: those that were chosen for that number where there are such.
  package func colors(_ count: Int) -> [Color] {
    if let own = lists.first(where: { $0.count == count }) { return own }
    guard let longest = lists.last else { return [] }
    // Two classes are told apart by what is not quite at the ends.
    if count == 2, let three = lists.first(where: { $0.count == 3 }) { return [three[0], three[2]] }
    return Self.spread(longest, over: count)
  }

  /// Colours at even distances along others.
  package static func spread(_ colors: [Color], over count: Int) -> [Color] {
    guard let first = colors.first, colors.count > 1, count > 1 else { return Array(colors.prefix(count)) }
    return (0..<count).map { number in
      let place = Double(number) * Double(colors.count - 1) / Double(count - 1)
      let below = min(Int(place), colors.count - 2)
      return number == 0 ? first : colors[below].mixed(with: colors[below + 1], place - Double(below))
    }
  }
}

extension Color {
  /// - Parameter share: Of the other one, 0 to 1.
  package func mixed(with other: Color, _ share: Double) -> Color {
    func mix(_ one: UInt8, _ two: UInt8) -> UInt8 {
      UInt8((Double(one) + (Double(two) - Double(one)) * share).rounded())
    }
    return Color(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue),
      alpha: mix(alpha, other.alpha))
  }
}

/// The name of a ramp, with a `-` in front where it is turned round.
package struct RampName: DefinedValue, Hashable {
  package let name: String

  static let standard = RampName(name: "YlGnBu")

  package static var words: String { "the name of a ramp" }
  package static var definitionName: String { "ramp" }
  package static var definedSchema: JSONValue {
    ["type": "string", "enum": .array((ColorRamp.names + ColorRamp.names.map { "-" + $0 }).map { .string($0) })]
  }

  package static func read(_ node: Node, in context: ReadingContext) -> RampName? {
    guard let text = String.read(node, in: context) else { return nil }
    if ColorRamp(named: text) != nil { return RampName(name: text) }
    let sign = text.hasPrefix("-") ? "-" : ""
    let plain = String(text.dropFirst(sign.count))
    let word =
      ColorRamp.names.first { $0.lowercased() == plain.lowercased() }
      ?? (context.maySuggest ? Suggestion.nearest(to: plain, among: ColorRamp.names) : nil)
    context.report(
      Diagnostic(
        .unknownValue, "`\(text)` is not a ramp of colours", at: node.range,
        hint: word.map { .didYouMean(sign + $0, at: node.range) }
          ?? Hint("use one of \(oneOf(ColorRamp.names))")))
    return nil
  }

  package func colors(_ count: Int) -> [Color] { ColorRamp(named: name)?.colors(count) ?? [] }
}
