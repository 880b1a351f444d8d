/// How something is drawn; lengths in logical pixels (1/96 inch).
package enum Symbol: Sendable, Hashable {
  case marker(MarkerSymbol)
  case line(LineSymbol)
  case fill(FillSymbol)
  case text(TextSymbol)
}

/// A value that is the same for all features, or worked out for each.
package enum Varying<Value: Sendable & Hashable>: Sendable, Hashable {
  case fixed(Value)
  case worked(Expression)
}

package struct MarkerSymbol: Sendable, Hashable {
  package enum Shape: String, Sendable, Hashable, CaseIterable { case circle, square, cross, x, diamond, triangle, pin }
  package enum Form: Sendable, Hashable {
    case shape(Shape)
    /// A PNG or SVG file, resolved.
    case file(String)
    /// One that stands in the document, or in what a service says.
    case embedded(EmbeddedPicture)
  }
  package enum Anchor: String, Sendable, Hashable, CaseIterable {
    case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
  }

  package var form = Form.shape(.circle)
  /// Its width where it is a picture, its diameter else.
  package var size = Varying<Double>.fixed(8)
  package var color = Varying<Color>.fixed(.defaultOfSymbols)
  package var outline: Outline?
  /// Degrees clockwise.
  package var rotation = Varying<Double>.fixed(0)
  /// Which place of it stands on the feature's; `nil`: the middle, the tip of a `pin`.
  package var anchor: Anchor?
  /// To the right and down.
  package var offset = SymbolOffset()

  package struct Outline: Sendable, Hashable {
    package var color: Varying<Color>
    package var width: Varying<Double>

    package init(color: Varying<Color> = .fixed(.white), width: Varying<Double> = .fixed(1)) {
      self.color = color
      self.width = width
    }
  }

  package init() {}
}

/// The bytes of a picture. It is looked up for each feature, so it is told from others without going through them.
package final class EmbeddedPicture: Sendable, Hashable {
  package let bytes: [UInt8]
  private let digest: Int

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    digest = bytes.hashValue
  }

  package static func == (one: EmbeddedPicture, other: EmbeddedPicture) -> Bool {
    one === other || one.digest == other.digest && one.bytes == other.bytes
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

package struct SymbolOffset: Sendable, Hashable {
  package var x: Varying<Double>
  package var y: Varying<Double>

  package init(x: Varying<Double> = .fixed(0), y: Varying<Double> = .fixed(0)) {
    self.x = x
    self.y = y
  }
}

package struct LineSymbol: Sendable, Hashable {
  package enum Cap: String, Sendable, Hashable, CaseIterable { case butt, round, square }
  package enum Join: String, Sendable, Hashable, CaseIterable { case miter, round, bevel }
  package enum Arrow: String, Sendable, Hashable, CaseIterable { case none, start, end, both }

  package var color = Varying<Color>.fixed(.defaultOfSymbols)
  package var width = Varying<Double>.fixed(1)
  /// Drawn and left out in turn; empty: unbroken.
  package var dash: [Double] = []
  package var cap = Cap.round
  package var join = Join.round
  /// To the right of its direction.
  package var offset = Varying<Double>.fixed(0)
  package var casing: Casing?
  package var arrow = Arrow.none
  /// Marks along it, `spacing` apart.
  package var markers: Markers?

  /// A wider line below it.
  package struct Casing: Sendable, Hashable {
    package var color: Varying<Color>
    /// What shows on each side.
    package var width: Varying<Double>

    package init(color: Varying<Color>, width: Varying<Double>) {
      self.color = color
      self.width = width
    }
  }

  package struct Markers: Sendable, Hashable {
    package var symbol: MarkerSymbol
    package var spacing: Double

    package init(symbol: MarkerSymbol, spacing: Double) {
      self.symbol = symbol
      self.spacing = spacing
    }
  }

  package init() {}
}

package struct FillSymbol: Sendable, Hashable {
  package enum Hatch: String, Sendable, Hashable, CaseIterable {
    case horizontal, vertical, forwardDiagonal, backwardDiagonal, cross, diagonalCross
  }

  /// `nil`: nothing but hatch, picture and outline.
  package var color: Varying<Color>?
  package var hatch: Hatching?
  /// A PNG or SVG file that is repeated, resolved.
  package var image: MarkerSymbol.Form?
  package var outline: LineSymbol?

  package struct Hatching: Sendable, Hashable {
    package var pattern: Hatch
    package var color: Varying<Color>
    package var width: Double
    package var spacing: Double

    package init(pattern: Hatch, color: Varying<Color>, width: Double = 1, spacing: Double = 8) {
      self.pattern = pattern
      self.color = color
      self.width = width
      self.spacing = spacing
    }
  }

  package init() {}
}

package struct TextSymbol: Sendable, Hashable {
  package enum Placement: String, Sendable, Hashable, CaseIterable { case point, line, polygon }

  /// With `{field}`; `nil` where the text comes from elsewhere (a grid's value).
  package var text: TextTemplate?
  /// A family, or several with commas; `nil`: the one that comes with mapdoc.
  package var font: String?
  package var isBold = false
  package var isItalic = false
  package var size = Varying<Double>.fixed(14)
  package var color = Varying<Color>.fixed(.black)
  package var halo: Halo?
  /// `nil`: as the geometry asks for.
  package var placement: Placement?
  /// Higher is placed first.
  package var priority = Varying<Double>.fixed(0)
  /// Lines are broken so that none is wider, in logical pixels; `nil`: only at line ends of the text.
  package var wrap: Double?
  package var offset = SymbolOffset()
  /// Degrees clockwise, of texts at points.
  package var rotation = Varying<Double>.fixed(0)
  /// Along lines: from one to the next; `nil`: once a line.
  package var repeatDistance: Double?
  /// Along lines: parts of one line in several features, with the same text, are labelled as one.
  package var joinsLines = true
  /// In polygons: where it does not fit inside, it may reach beyond the edge.
  package var mayReachBeyond = false

  package struct Halo: Sendable, Hashable {
    package var color: Varying<Color>
    package var width: Varying<Double>

    package init(color: Varying<Color> = .fixed(.white), width: Varying<Double> = .fixed(1.5)) {
      self.color = color
      self.width = width
    }
  }

  package init() {}
}

/// A text with `{field}` in it: what is written for each feature.
package struct TextTemplate: Sendable, Hashable {
  package enum Part: Sendable, Hashable {
    case literal(String)
    /// A field or an expression, and how a number is written; `nil`: as `concat` writes it.
    case value(Expression, format: NumberFormat?)
  }

  package var parts: [Part]

  package init(parts: [Part]) { self.parts = parts }
}

/// How a number is written in a text.
package struct NumberFormat: Sendable, Hashable {
  /// Digits behind the point; `nil`: as many as tell the number apart.
  package var decimals: Int?
  /// Groups of three are set apart by this.
  package var grouping: String

  package init(decimals: Int? = nil, grouping: String = "") {
    self.decimals = decimals
    self.grouping = grouping
  }
}

extension Color {
  package static let black = Color(red: 0, green: 0, blue: 0)
  /// A quiet blue.
  package static let defaultOfSymbols = Color(red: 0x33, green: 0x66, blue: 0xaa)
}
