import Diagnostics
import Geodesy

/// A coordinate grid of a document; lengths in logical pixels.
package struct Grid: Sendable {
  package var id: Located<String>
  package var typeName: String
  /// Where its type stands, for messages.
  package var typeRange: SourceRange
  /// Where its interval stands; of one without, its type.
  package var intervalRange: SourceRange
  package var isVisible: Bool
  package var specification: GridSpecification
  package var labels: GridLabelStyle
  /// Coarsest first: of level 0, 1, ... What is not written, or beyond the list's end, has the look that suits its level.
  package var levels: [GridLevelSymbols]
}

package struct GridLabelStyle: Sendable, Hashable {
  package enum Angle: String, Sendable, Hashable, CaseIterable { case upright, along }

  /// From the picture's edge, or along the line.
  package var offset: Double
  package var angle: Angle

  package init(offset: Double = 4, angle: Angle = .upright) {
    self.offset = offset
    self.angle = angle
  }
}

/// What a document says of the look of a level.
package struct GridLevelSymbols: Sendable, Hashable {
  package var line = GridLineSymbol()
  package var text = GridTextSymbol()

  package init() {}
}

/// `nil`: the look that suits the level.
package struct GridLineSymbol: Sendable, Hashable {
  package var color: Color?
  package var width: Double?
  /// Drawn and left out in turn; empty: unbroken.
  package var dash: [Double]?
  package var isVisible = true

  package init() {}
}

package struct GridTextSymbol: Sendable, Hashable {
  package enum Alignment: String, Sendable, Hashable, CaseIterable {
    /// On the line.
    case center
    /// Beside it: to its left, or above one that runs across.
    case before
    case after
  }

  package var font: String?
  package var size: Double?
  package var color: Color?
  package var isBold: Bool?
  package var isItalic: Bool?
  package var haloColor: Color?
  package var haloWidth: Double?
  package var alignment: Alignment?
  package var isVisible = true

  package init() {}
}
