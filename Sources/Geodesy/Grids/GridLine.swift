/// A line of a grid with the parts of it that the picture shows.
struct GridLine {
  /// Of the level.
  let level: Int
  let axis: GridStroke.Axis
  let value: Double
  var zone: UniversalZone?
  /// What its labels say; empty for a line without any.
  var text: [GridLabel.Part] = []
  /// In device pixels, and a little beyond the picture.
  var pieces: [[PicturePoint]]
}
