import Diagnostics
import DocumentModel
import Geodesy

/// The box, in the map's reference, that a form of an extent stands for, before any padding: for views, for `bounds`.
struct BoxFinder: Sendable {
  let document: MapDocument
  let knowledge: [String: LayerKnowledge]
  /// The map's.
  let reference: SpatialReference
  /// Of the page.
  var axes = PageAxes(rotation: 0)
  /// The map goes on beyond the edge of the world.
  var wrapsAround = false

  /// A box of the map's reference, and the smallest one along the page around the same.
  struct Placed {
    var box: Extent
    var onPage: Extent
  }

  /// - Throws: ``ViewProblem`` for a form without a box of its own (a centre, a bookmark), for a box that the map cannot
  ///   show, and, without a finding, for a layer that is not there: the reader reports it.
  func box(of form: ExtentForm, at range: SourceRange) throws(ViewProblem) -> Extent {
    try placed(form, at: range).box
  }

  /// As ``box(of:at:)``.
  func placed(_ form: ExtentForm, at range: SourceRange) throws(ViewProblem) -> Placed {
    switch form {
    case .box(let xmin, let ymin, let xmax, let ymax, let own, _):
      return try moved(
        Extent(xmin: xmin, ymin: ymin, xmax: xmax, ymax: ymax), from: own, at: range)
    case .fitGeometry(let positions, let own, _, _):
      return try box(around: positions, in: own, at: range)
    case .fitLayer(let id, _, _):
      guard let layer = document.layers.flatMap(\.withDescendants).first(where: { $0.id == id }) else {
        throw ViewProblem(finding: nil)
      }
      return try fullExtent(of: layer, at: range)
    case .center, .bookmark:
      throw ViewProblem(finding: .boundsWithoutBox(at: range))
    }
  }

  // MARK: - Boxes

  /// The smallest box around a box of another reference, by its densified outline.
  ///
  /// Where the map is in Web Mercator, a box in degrees ends at 85.0511 degrees: nobody who writes the whole world as
  /// `[-180, -90, 180, 90]` means the poles at infinity.
  private func moved(
    _ box: Extent, from own: SpatialReference, at range: SourceRange
  ) throws(ViewProblem) -> Placed {
    guard box.isFinite else {
      throw ViewProblem(finding: .notProjectable(Words.box(box), own, reference, at: range))
    }
    let isInDegrees = own.facts.isGeographic
    guard box.ymin <= box.ymax, isInDegrees || box.xmin <= box.xmax else {
      throw ViewProblem(finding: .backwards(Words.box(box), own, at: range))
    }
    guard isInDegrees else { return try projected(box, written: box, from: own, at: range) }
    var degrees = box
    if degrees.xmin > degrees.xmax { degrees.xmax += 360 }
    guard degrees.ymin >= -90 - Self.slack, degrees.ymax <= 90 + Self.slack else {
      throw ViewProblem(finding: .notLatitudes(Words.box(box), at: range))
    }
    if reference.facts.isCutAt180, !wrapsAround, degrees.xmin < -180 - Self.slack || degrees.xmax > 180 + Self.slack {
      throw ViewProblem(finding: .crossesAntimeridian(Words.box(box), reference, at: range))
    }
    return try projected(degrees, written: box, from: own, at: range)
  }

  private func projected(
    _ box: Extent, written: Extent, from own: SpatialReference, at range: SourceRange
  ) throws(ViewProblem) -> Placed {
    if own == reference { return Placed(box: box, onPage: axes.box(around: box)) }
    let projector = try projector(from: own, at: range)
    let projected = projector.project(box)
    guard let projected else {
      throw ViewProblem(finding: .notProjectable(Words.box(written), own, reference, at: range))
    }
    if let width = reference.facts.worldWidth, reference.facts.isCutAt180, !wrapsAround,
      projected.xmax > width / 2 * (1 + 1e-9) || projected.xmin < -width / 2 * (1 + 1e-9)
    {
      throw ViewProblem(finding: .crossesAntimeridian(Words.box(written), reference, at: range))
    }
    return placed(projected, of: box, projector)
  }

  /// A projected box, and the smallest one along the page around what was projected.
  private func placed(_ projected: Extent, of box: Extent, _ projector: Projector) -> Placed {
    if axes.areUpright { return Placed(box: projected, onPage: projected) }
    let outline = projector.outline(of: box, within: projected)
    return Placed(box: projected, onPage: axes.box(around: outline) ?? axes.box(around: projected))
  }

  // MARK: - Positions and layers

  private func box(
    around positions: [Position], in own: SpatialReference, at range: SourceRange
  ) throws(ViewProblem) -> Placed {
    var positions = positions
    if own.facts.isGeographic, reference.facts.isCutAt180, !wrapsAround {
      // Across the antimeridian it is all round the world where that is cut.
      for index in positions.indices where abs(positions[index].x) > 180 + Self.slack {
        positions[index] = positions[index].moved(near: 0, period: 360)
      }
    }
    let projector = try projector(from: own, at: range)
    // What reaches a pole in Web Mercator ends at the world's edge; what lies beyond it as a whole stays where it is, which is
    // nowhere for a pole.
    let free = projector.project(positions)
    let held = projector.projectHeld(positions)
    let moved = zip(free, held).contains { $0 == $1 } ? held : free
    if let lost = zip(positions, moved).first(where: { $0.1 == nil }) {
      throw ViewProblem(finding: .notProjectable(Words.position(lost.0), own, reference, at: range))
    }
    let places = moved.compactMap { $0 }
    guard let box = Extent(around: places) else { throw ViewProblem(finding: .emptyGeometry(at: range)) }
    return Placed(box: box, onPage: axes.box(around: places) ?? box)
  }

  /// The full extent of a layer in the map's reference; of a group, the box around those of its layers that have one.
  private func fullExtent(of layer: Layer, at range: SourceRange) throws(ViewProblem) -> Placed {
    var box: Placed?
    var someFailed = false
    for member in layer.withDescendants {
      if case .group = member.content { continue }
      guard case .described(let description)? = knowledge[member.id] else {
        someFailed = true
        continue
      }
      guard let own = ownExtent(of: member, description) else { continue }
      let projector = try projector(from: own.reference, at: range)
      if let moved = projector.project(own.extent) {
        let one = placed(moved, of: own.extent, projector)
        box = box.map { Placed(box: $0.box.union(one.box), onPage: $0.onPage.union(one.onPage)) } ?? one
      }
    }
    guard let box else {
      if case .features(_, let keys) = layer.content, keys.condition != nil, !someFailed {
        throw ViewProblem(finding: .nothingMeets(layer.id, at: range))
      }
      // A source that could not be opened, or may not be asked, has been reported as that.
      throw ViewProblem(finding: someFailed ? nil : .extentNotKnown(layer.id, at: range))
    }
    return box
  }

  private func ownExtent(
    of layer: Layer, _ description: LayerDescription
  ) -> (extent: Extent, reference: SpatialReference)? {
    if let drawing = description.drawing {
      let given = drawing.boxes.first { $0.definition == reference.definition }
      return given.map { ($0.extent, reference) } ?? description.fullExtent.map { ($0, drawing.ownReference) }
    }
    if description.features != nil {
      let own = FeatureReference.reference(of: layer, description, in: document)
      guard let extent = description.fullExtent, let own else { return nil }
      // What lies in another frame of the world as a whole is shown in frame 0.
      let moved = wrapsAround ? WorldFrames(of: own).map { $0.movedWhole(extent) } ?? extent : nil
      return (moved ?? extent.held(for: reference, from: own), own)
    }
    guard let extent = description.fullExtent, let scheme = description.tilingSchemes.first else { return nil }
    guard let declared = layer.reference?.value, description.tilingSchemes.count == 1 else {
      return (extent, scheme.reference)
    }
    return (extent, declared)
  }

  private func projector(from own: SpatialReference, at range: SourceRange) throws(ViewProblem) -> Projector {
    try ViewProblem.asking(at: range) { () throws(GeodesyError) in try Projector(from: own, to: reference) }
  }

  /// In degrees: what rounding may add to 180 and 90.
  private static let slack = 1e-6
}
