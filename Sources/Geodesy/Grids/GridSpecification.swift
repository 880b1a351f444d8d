/// What a grid shows, without its colours.
package struct GridSpecification: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Longitudes and latitudes of WGS 84.
    case latlong
    case utm, mgrs, usng
    /// Round coordinates of a projected reference.
    case projected(SpatialReference)
  }

  package var kind: Kind
  package var style: GridStyle
  /// `nil`: no labels.
  package var labels: GridLabelSettings?
  /// The spacing of the finest level: degrees of a `latlong` grid, metres or the reference's units else. `nil`: by the scale.
  package var interval: Double?
  /// Levels that may show, 0 the coarsest.
  package var minLevel: Int
  package var maxLevel: Int

  package init(
    _ kind: Kind, style: GridStyle = .lines, labels: GridLabelSettings? = GridLabelSettings(), interval: Double? = nil,
    minLevel: Int = 0, maxLevel: Int = .max
  ) {
    self.kind = kind
    self.style = style
    self.labels = labels
    self.interval = interval
    self.minLevel = minLevel
    self.maxLevel = maxLevel
  }
}

package enum GridStyle: String, Hashable, Sendable, CaseIterable {
  case lines
  /// A small cross wherever two lines of the finest level meet.
  case crosses
  /// Short strokes at the picture's edges.
  case ticks
  /// Nothing but the picture's edge itself.
  case frameOnly

  /// How far inside the picture's edge its strokes end, in logical pixels: labels begin there.
  package var depth: Double { self == .ticks ? GridMarks.tickLength : 0 }
}

package struct GridLabelSettings: Hashable, Sendable {
  package var position: GridLabelPosition
  package var format: AngleFormat
  package var unit: GridUnit
  package var digits: GridDigits

  package init(
    position: GridLabelPosition = .allSides, format: AngleFormat = .degreesMinutesSeconds,
    unit: GridUnit = .kilometersMeters, digits: GridDigits = .principal
  ) {
    self.position = position
    self.format = format
    self.unit = unit
    self.digits = digits
  }
}

package enum GridLabelPosition: String, Hashable, Sendable, CaseIterable {
  /// On the lines, inside the picture.
  case geographic
  case bottomLeft, bottomRight, topLeft, topRight
  /// Where lines meet the picture's middle axes.
  case center
  case allSides
}

package enum AngleFormat: String, Hashable, Sendable, CaseIterable {
  case decimalDegrees, degreesDecimalMinutes, degreesMinutesSeconds
}

/// What labels of MGRS and USNG lines count in.
package enum GridUnit: String, Hashable, Sendable, CaseIterable {
  /// The digits that the level needs: `45` for a line each kilometre.
  case kilometersMeters
  /// Metres from the edge of the square of 100 km: `45000`.
  case meters
}

/// How much of a coordinate labels of MGRS and USNG lines say.
package enum GridDigits: String, Hashable, Sendable, CaseIterable {
  /// The digits that the level needs.
  case principal
  /// All of it as topographic maps print it, the principal digits large: `⁶⁷45⁰⁰⁰ᵐN`.
  case full
}
