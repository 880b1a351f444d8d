import DocumentModel
import Geodesy

/// A label that wants a place on the page; lengths in device pixels.
package struct LabelRequest: Sendable {
  /// What it belongs to, in device pixels, cut to the page.
  package enum Subject: Sendable {
    /// Beside a place, which the symbol there covers that far around.
    case point(PixelPoint, clearance: Double)
    /// Along one of the paths.
    case line(PathList)
    /// Where the rings wind round.
    case polygon(PathList)
    /// At one of these places, the first that is free: of grids and frames, which know where their labels may stand.
    case fixed([FixedPlace])
  }

  /// A place that has been chosen by whoever asks.
  package struct FixedPlace: Sendable, Hashable {
    package var point: PixelPoint
    /// Which part of the text's box stands there.
    package var anchor: MarkerSymbol.Anchor
    /// Degrees clockwise, about the point.
    package var rotation: Double

    package init(point: PixelPoint, anchor: MarkerSymbol.Anchor, rotation: Double = 0) {
      self.point = point
      self.anchor = anchor
      self.rotation = rotation
    }
  }

  /// Runs of one line may differ in size: the small and large digits of grids.
  package var text: [TextRun]
  package var style: TextStyle
  package var subject: Subject
  /// Higher is placed first; of equal ones, the one that lies higher on the page, then the one further to the left.
  package var priority: Double
  /// It is drawn even over others, where it has one fixed place.
  package var isObligatory = false
  /// To the right and down; along lines, only down: off a line that is read to the right.
  package var offset = PixelPoint(x: 0, y: 0)
  /// Degrees clockwise, of labels at points.
  package var rotation = 0.0
  /// Along lines: from one to the next; `nil`: once.
  package var repeatDistance: Double?
  /// Along lines: from the path to the line's edge, half of its width. Letters stand beside it, or in it where they fit.
  package var clearance = 0.0
  /// Along lines: those of one layer that meet end to end and say the same are one line.
  package var joinsLines = false
  /// In polygons: letters may reach beyond the edge where they do not fit inside.
  package var mayReachBeyond = false
  /// Lines are broken so that none is wider.
  package var wrap: Double?
  /// It stands inside.
  package var clip: LabelClip?
  /// Whose it is: a number of whoever asks, under which fonts that are missing are kept.
  package var owner = 0

  package init(_ text: [TextRun], _ style: TextStyle, at subject: Subject, priority: Double = 0) {
    self.text = text
    self.style = style
    self.subject = subject
    self.priority = priority
  }
}

/// Letters of one size; line ends break lines.
package struct TextRun: Sendable, Hashable {
  package var text: String
  /// Of the style's size.
  package var scale: Double
  /// By how much of the style's size it stands above the line.
  package var rise: Double

  package init(_ text: String, scale: Double = 1, rise: Double = 0) {
    self.text = text
    self.scale = scale
    self.rise = rise
  }
}

/// How letters look; lengths in device pixels.
package struct TextStyle: Sendable, Hashable {
  /// Families with commas; `nil`: the one that comes with mapdoc.
  package var font: String?
  package var isBold: Bool
  package var isItalic: Bool
  package var size: Double
  package var color: Color
  package var halo: Halo?

  package struct Halo: Sendable, Hashable {
    package var color: Color
    /// Around the letters.
    package var width: Double

    package init(color: Color, width: Double) {
      self.color = color
      self.width = width
    }
  }

  package init(
    font: String? = nil, isBold: Bool = false, isItalic: Bool = false, size: Double, color: Color, halo: Halo? = nil
  ) {
    self.font = font
    self.isBold = isBold
    self.isItalic = isItalic
    self.size = size
    self.color = color
    self.halo = halo
  }

  /// Whether letters of this size are set at all: of smaller ones nothing would be seen, and there is no end of them along a line.
  var isWritten: Bool { size >= 0.25 && size < 10_000 }
}
