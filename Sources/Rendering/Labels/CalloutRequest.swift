import DocumentModel
import Geodesy

/// A box with some words about a feature that wants a place beside it; lengths in device pixels.
package struct CalloutRequest: Sendable {
  package struct Line: Sendable, Hashable {
    package var label: String?
    package var value: String

    package init(label: String?, value: String) {
      self.label = label
      self.value = value
    }
  }

  /// Lines that a callout may have; further ones are left out.
  static let mostLines = 60

  package var point: PixelPoint
  /// How far the feature's symbol covers the page around the point.
  package var clearance: Double
  package var title: String?
  package var lines: [Line]
  /// Of all its text; the title is bold.
  package var style: TextStyle
  /// Whose it is: a number of whoever asks, under which fonts that are missing are kept.
  package var owner = 0
  /// Higher is placed first.
  package var priority: Double

  package init(
    at point: PixelPoint, clearance: Double = 0, title: String?, lines: [Line], style: TextStyle, priority: Double = 0
  ) {
    self.point = point
    self.clearance = clearance
    self.title = title
    self.lines = lines
    self.style = style
    self.priority = priority
  }
}
