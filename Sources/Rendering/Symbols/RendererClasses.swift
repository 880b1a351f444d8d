import DocumentModel

/// A renderer ready to say which class a feature belongs to.
struct RendererClasses {
  /// Of each class; the last one is of those that belong to none, where they are drawn.
  let symbols: [[Symbol]]
  private let choice: Choice
  private let otherwise: Int?

  private enum Choice {
    case all
    /// Values in their one form, and the types that each field's values have.
    case values([Expression], [[ExpressionValue]: Int], types: [Set<ExpressionType>])
    case breaks(Expression, [Double])
  }

  /// - Precondition: Its breaks are computed (``FeatureRenderer/computed(from:)``).
  init(_ renderer: FeatureRenderer) {
    var symbols: [[Symbol]] = []
    var rest: [Symbol] = []
    switch renderer {
    case .simple(let own):
      symbols = [own]
      choice = .all
    case .uniqueValue(let fields, let values, let other):
      var numbers: [[ExpressionValue]: Int] = [:]
      var types = [Set<ExpressionType>](repeating: [], count: fields.count)
      for (number, value) in values.enumerated() {
        numbers[value.value.map(\.normalised)] = numbers[value.value.map(\.normalised)] ?? number
        for (field, part) in value.value.enumerated() where field < types.count { types[field].insert(part.type) }
      }
      symbols = values.map(\.symbols)
      rest = other
      choice = .values(fields, numbers, types: types)
    case .classBreaks(let field, let breaks, let other):
      symbols = breaks.map(\.symbols)
      rest = other
      choice = .breaks(field, breaks.map(\.most))
    case .computedBreaks(let breaks):
      // Of a source without values nothing was computed.
      rest = breaks.otherwise
      choice = .breaks(breaks.field, [])
    }
    otherwise = rest.isEmpty ? nil : symbols.count
    if !rest.isEmpty { symbols.append(rest) }
    self.symbols = symbols
  }

  /// The number of a feature's class; `nil` where it is not drawn.
  func number(of row: Row, _ rows: inout RowReader) -> Int? {
    switch choice {
    case .all: return 0
    case .values(let fields, let numbers, let types):
      let values = fields.map { rows.value($0, row).normalised }
      if let number = numbers[values] { return number }
      for (field, value) in values.enumerated()
      where value != .null && !types[field].contains(value.type) && !types[field].isSubset(of: [.null]) {
        rows.note(.otherType(fields[field].text), row.number, value)
      }
      return otherwise
    case .breaks(let field, let breaks):
      let value: Double
      switch rows.value(field, row) {
      case .integer(let whole): value = Double(whole)
      case .decimal(let decimal): value = decimal
      case .null: return otherwise
      case let other:
        rows.note(.noNumber(field.text), row.number, other)
        return otherwise
      }
      // The first class whose largest value is not below it.
      var (low, high) = (0, breaks.count)
      while low < high {
        let middle = (low + high) / 2
        if breaks[middle] < value { low = middle + 1 } else { high = middle }
      }
      return low < breaks.count ? low : otherwise
    }
  }
}

extension FeatureRenderer {
  /// With breaks in place of how they are computed.
  ///
  /// - Parameter values: Of all features; what is no number is not among them.
  package func computed(from values: [Double]) -> FeatureRenderer {
    guard case .computedBreaks(let wanted) = self else { return self }
    let most = ComputedClasses.breaks(values, wanted.method, count: wanted.count)
    let colors = most.count == wanted.colors.count ? wanted.colors : ColorRamp.spread(wanted.colors, over: most.count)
    let symbols = wanted.symbols.isEmpty ? Self.standardSymbols : wanted.symbols
    let breaks = zip(most, colors).map { most, color in
      ClassBreak(most: most, symbols: symbols.map { $0.colored(color) })
    }
    return .classBreaks(field: wanted.field, breaks: breaks, otherwise: wanted.otherwise)
  }

  /// Whether all features are looked at before anything is drawn.
  package var needsSurvey: Bool {
    if case .computedBreaks = self { true } else { false }
  }

  /// What a layer without a symbol is drawn with: each kind of geometry takes its own.
  package static let standard = FeatureRenderer.simple(standardSymbols)

  private static let standardSymbols: [Symbol] = {
    var marker = MarkerSymbol()
    marker.outline = MarkerSymbol.Outline()
    var line = LineSymbol()
    line.width = .fixed(1.5)
    var fill = FillSymbol()
    fill.color = .fixed(Color(red: 0x33, green: 0x66, blue: 0xaa, alpha: 0x66))
    fill.outline = LineSymbol()
    return [.fill(fill), .line(line), .marker(marker)]
  }()

  /// What stands in a legend: a title and symbols for each class, in the renderer's order.
  package var legend: [LegendEntry] {
    switch self {
    case .simple(let symbols): return [LegendEntry(title: nil, symbols: symbols)]
    case .uniqueValue(_, let values, let otherwise):
      return values.map { value in
        LegendEntry(title: value.label ?? value.value.map(\.written).joined(separator: ", "), symbols: value.symbols)
      } + Self.rest(otherwise)
    case .classBreaks(_, let breaks, let otherwise):
      let rest = Self.rest(otherwise)
      // Gaps between classes are drawn as what lies in none, or not at all.
      return zip(breaks, [nil] + breaks.map(Optional.some)).map { own, before in
        LegendEntry(title: own.label ?? Self.title(from: before?.most, to: own.most), symbols: own.symbols)
      }.filter { !$0.symbols.isEmpty && !rest.contains($0) } + rest
    case .computedBreaks(let breaks): return Self.rest(breaks.otherwise)
    }
  }

  private static func rest(_ symbols: [Symbol]) -> [LegendEntry] {
    symbols.isEmpty ? [] : [LegendEntry(title: titleOfRest, symbols: symbols)]
  }

  private static func title(from least: Double?, to most: Double) -> String {
    func written(_ number: Double) -> String {
      // Four digits tell classes apart; what is whole stays so.
      let size = abs(number)
      let decimals = size.rounded() == size || size >= 1000 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 4
      return NumberFormat(decimals: decimals, grouping: "\u{202F}").written(.decimal(number))
    }
    switch (least, most) {
    case (let least?, .infinity): return "> \(written(least))"
    case (let least?, _): return "\(written(least)) – \(written(most))"
    case (nil, _): return "≤ \(written(most))"
    }
  }
}

/// One line of a legend.
package struct LegendEntry: Sendable, Hashable {
  /// `nil`: that of the layer.
  package var title: String?
  package var symbols: [Symbol]
}

extension Symbol {
  /// With another main colour; outlines keep theirs.
  fileprivate func colored(_ color: Color) -> Symbol {
    switch self {
    case .marker(var symbol):
      symbol.color = .fixed(color)
      return .marker(symbol)
    case .line(var symbol):
      symbol.color = .fixed(color)
      return .line(symbol)
    case .fill(var symbol):
      symbol.color = .fixed(color)
      return .fill(symbol)
    case .text: return self
    }
  }
}
