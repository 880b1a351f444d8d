/// What a picture shows of a layer. Names are written wholly inside of it, so that no edge cuts one.
package struct ShownArea: Hashable, Sendable {
  /// Upright, in the map's reference.
  package var box: Extent
  /// Beside the box: areas that hold all that is shown, each by its rings (holes wind the other way). The four corners of a
  /// turned picture, and clips.
  package var outlines: [[[Position]]]

  package init(_ box: Extent, outlines: [[[Position]]] = []) {
    self.box = box
    self.outlines = outlines
  }

  /// Whether nothing of a box is cut away.
  package func holds(_ other: Extent) -> Bool { outlines.isEmpty && box.contains(other) }
}
