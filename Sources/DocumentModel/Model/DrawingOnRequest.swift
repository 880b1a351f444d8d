import Geodesy

/// What a source that draws any part of the ground on request says of itself, as far as it decides what it is asked for;
/// also of one picture that lies somewhere on the ground.
package struct DrawingOnRequest: Sendable, Hashable {
  /// In which references it draws.
  package enum References: Sendable, Hashable {
    case any
    /// Their definitions (``SpatialReference/definition(of:)``) in its order, each once. They may be thousands, so PROJ is
    /// asked only of those that matter, and may not know some.
    case listed([String])
  }

  /// A box that the source gives in one of its references.
  package struct Box: Sendable, Hashable {
    package var definition: String
    /// x before y, whatever the source writes.
    package var extent: Extent

    package init(definition: String, extent: Extent) {
      self.definition = definition
      self.extent = extent
    }
  }

  package var references: References
  /// Of the description's extents.
  package var ownReference: SpatialReference
  /// The full extent in further references, for those where the source gives it.
  package var boxes: [Box]
  /// The largest picture that it draws, in pixels; `nil` where it says nothing of that side.
  package var mostColumns: Int?
  package var mostRows: Int?
  /// It draws something at these scales, for pixels of 0.28 mm, as 1:n; `nil` where it says nothing.
  package var scales: ClosedRange<Double>?
  /// Why a map with it cannot go on beyond the edge of its world: "its server is ArcGIS 9.3, and ..."; `nil` where it can.
  package var obstacleToWrapping: String?
  /// Set for a source that is one picture, which lies there in ``ownReference``, whatever is asked for.
  package var image: ImageTransform?
  /// Set for such a picture that is read in parts, and in smaller levels of itself.
  package var pyramid: ImagePyramid?

  package init(
    references: References, ownReference: SpatialReference, boxes: [Box] = [], mostColumns: Int? = nil,
    mostRows: Int? = nil, scales: ClosedRange<Double>? = nil, obstacleToWrapping: String? = nil,
    image: ImageTransform? = nil, pyramid: ImagePyramid? = nil
  ) {
    self.references = references
    self.ownReference = ownReference
    self.boxes = boxes
    self.mostColumns = mostColumns
    self.mostRows = mostRows
    self.scales = scales
    self.obstacleToWrapping = obstacleToWrapping
    self.image = image
    self.pyramid = pyramid
  }

  /// The scales between two bounds, either of which may be missing; `nil` where both are, or nothing lies between them.
  package static func scales(from least: Double?, to most: Double?) -> ClosedRange<Double>? {
    let all = (least: 0.0, most: Double.greatestFiniteMagnitude)
    let (least, most) = (least ?? all.least, most ?? all.most)
    return least < most && (least, most) != all ? least...most : nil
  }
}

extension DrawingOnRequest {
  /// Whether it says that it draws in a reference.
  package func offers(_ reference: SpatialReference) -> Bool {
    switch references {
    case .any: !reference.isChineseOffset
    case .listed(let definitions): definitions.contains(reference.definition)
    }
  }

  /// What a map of it is best in: Web Mercator where it may be, else the first that it lists.
  package var preferredReference: SpatialReference? {
    if image != nil { return ownReference }
    if offers(.webMercator) { return .webMercator }
    guard case .listed(let definitions) = references else { return ownReference }
    return definitions.lazy.compactMap { try? SpatialReference.parse($0) }.first ?? ownReference
  }
}
