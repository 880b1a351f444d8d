/// Which symbols a feature gets.
package enum FeatureRenderer: Sendable, Hashable {
  /// In a legend, of features that have none of the values, or lie in no class.
  package static let titleOfRest = "other"

  /// Bottom first, as everywhere.
  case simple([Symbol])
  /// By the values of one to three fields; `otherwise` for all others, which are not drawn where it is empty.
  case uniqueValue(fields: [Expression], values: [UniqueValue], otherwise: [Symbol])
  /// The first class whose `most` is not below the value; `otherwise` for what no class holds.
  case classBreaks(field: Expression, breaks: [ClassBreak], otherwise: [Symbol])
  /// Classes that are worked out from the data before anything is drawn.
  case computedBreaks(ComputedBreaks)

  package struct UniqueValue: Sendable, Hashable {
    /// One for each of the renderer's fields.
    package var value: [ExpressionValue]
    package var symbols: [Symbol]
    package var label: String?

    package init(value: [ExpressionValue], symbols: [Symbol], label: String? = nil) {
      self.value = value
      self.symbols = symbols
      self.label = label
    }
  }

  package struct ClassBreak: Sendable, Hashable {
    /// The largest value in it.
    package var most: Double
    package var symbols: [Symbol]
    package var label: String?

    package init(most: Double, symbols: [Symbol], label: String? = nil) {
      self.most = most
      self.symbols = symbols
      self.label = label
    }
  }

  package struct ComputedBreaks: Sendable, Hashable {
    package enum Method: String, Sendable, Hashable, CaseIterable {
      case equalInterval, quantile, naturalBreaks, standardDeviation
    }

    package var field: Expression
    package var method: Method
    package var count: Int
    /// From the lowest class to the highest, as many as there are classes.
    package var colors: [Color]
    /// What the colours are put into.
    package var symbols: [Symbol]
    package var otherwise: [Symbol]

    package init(
      field: Expression, method: Method, count: Int, colors: [Color], symbols: [Symbol], otherwise: [Symbol] = []
    ) {
      self.field = field
      self.method = method
      self.count = count
      self.colors = colors
      self.symbols = symbols
      self.otherwise = otherwise
    }
  }
}

/// Labels for the features for which a condition holds.
package struct LabelClass: Sendable, Hashable {
  package var symbol: TextSymbol
  package var condition: Expression?
  /// As of layers; 0 is no limit.
  package var minScale: Double
  package var maxScale: Double

  package init(symbol: TextSymbol, condition: Expression? = nil, minScale: Double = 0, maxScale: Double = 0) {
    self.symbol = symbol
    self.condition = condition
    self.minScale = minScale
    self.maxScale = maxScale
  }
}

/// Boxes beside chosen features with some of their attributes: what a web map shows as a pop-up.
package struct Callouts: Sendable, Hashable {
  /// Which features; `nil`: all.
  package var condition: Expression?
  package var title: TextTemplate?
  /// In order; a label and a value for each line.
  package var lines: [Line]
  package var text: TextSymbol

  package struct Line: Sendable, Hashable {
    package var label: String?
    package var value: TextTemplate

    package init(label: String?, value: TextTemplate) {
      self.label = label
      self.value = value
    }
  }

  package init(condition: Expression? = nil, title: TextTemplate? = nil, lines: [Line] = [], text: TextSymbol) {
    self.condition = condition
    self.title = title
    self.lines = lines
    self.text = text
  }
}

/// The further keys of all feature layers.
package struct FeatureKeys: Sendable {
  /// `nil`: the service's own, else a default symbol for each kind of geometry.
  package var renderer: FeatureRenderer?
  /// `nil`: the service's own; empty: none.
  package var labels: [LabelClass]?
  package var callouts: Callouts?
  package var condition: Located<Expression>?
  /// Long segments follow geodesics.
  package var isDensified: Bool

  package init(
    renderer: FeatureRenderer? = nil, labels: [LabelClass]? = nil, callouts: Callouts? = nil,
    condition: Located<Expression>? = nil, isDensified: Bool = false
  ) {
    self.renderer = renderer
    self.labels = labels
    self.callouts = callouts
    self.condition = condition
    self.isDensified = isDensified
  }
}
