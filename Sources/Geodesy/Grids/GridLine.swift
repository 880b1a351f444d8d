/// A line of a grid with the parts of it that the picture shows.
struct GridLine {
  /// Of the level.
  let level: Int
  let axis: GridStroke.Axis
  let value: Double
  var zone: UniversalZone?
  /// Where it ends inside the picture is above or below it, or beside it, whatever its direction there; `nil`: as it runs there.
  var endsUpright: Bool?
  /// What its labels say; empty for a line without any.
  var text: [GridLabel.Part] = []
  /// In device pixels, and a little beyond the picture.
  var pieces: [[PicturePoint]]
  /// It is not drawn, and only its label counts: the middle of a zone.
  var isGuide = false
  /// Which of its ends are ends of the world; others, inside the picture, have no label.
  var endsOfWorld = (start: true, end: true)

  /// It ends where its grid does: an end inside the picture has a label, whatever else has one.
  var endsWithGrid = false

  /// What its labels belong to.
  var source: GridLabel.Line? { isGuide ? nil : GridLabel.Line(axis: axis, value: value, zone: zone) }
}
