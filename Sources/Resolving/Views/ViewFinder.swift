import Diagnostics
import DocumentModel
import Geodesy

/// A view as it was found, and what was asked for.
struct FoundView: Sendable {
  var view: MapView
  /// The box that the document asks for, in the map's reference; `nil` where it asks for a centre and a scale, or for a
  /// single place.
  var asked: Extent?
  /// Of the extent in the document; `nil` for the basemap's own.
  var range: SourceRange?
}

/// What keeps a view from being computed.
struct ViewProblem: Error {
  /// `nil` where it has been reported already: by the reader, for a name that nobody has; by the pipeline, for a layer to
  /// fit whose source could not be opened.
  var finding: Diagnostic?

  /// What Geodesy answers; its error becomes a finding at a place of the document.
  static func asking<Answer>(
    at range: SourceRange, _ question: () throws(GeodesyError) -> Answer
  ) throws(ViewProblem) -> Answer {
    do { return try question() } catch { throw ViewProblem(finding: .notUnderstood(error, at: range)) }
  }
}

/// Makes a view of what a document writes as an extent: every form of the format.
///
/// A box becomes its smallest box in the map's reference; then padding; then it is grown in one direction to the picture's
/// shape, about its centre, never cut.
struct ViewFinder: Sendable {
  let document: MapDocument
  let knowledge: [String: LayerKnowledge]
  let basemap: Basemap
  let canvas: Canvas
  /// Set where the map goes on beyond the edge of the world.
  var frames: WorldFrames?
  /// Degrees by which the ground is turned clockwise.
  var rotation: Double = 0

  private var axes: PageAxes { PageAxes(rotation: rotation) }
  private var reference: SpatialReference { basemap.reference }
  private var size: PixelSize { canvas.pixelSize }

  /// The view of a bookmark, or of the initial extent.
  func view(for bookmark: Bookmark?) -> (found: FoundView?, findings: [Diagnostic]) {
    do throws(ViewProblem) {
      guard let asked = bookmark?.extent ?? document.initialExtent else {
        guard let view = try defaultView() else { throw try noDefaultView() }
        return (FoundView(view: snapped(view), asked: nil, range: nil), [])
      }
      var found = try view(of: asked.value, at: asked.range, within: bookmark.map { [$0.name.value] } ?? [])
      let scale = found.view.projectedScale
      guard scale.isFinite, found.view.extent.isFinite, scale >= Self.largestScale, scale <= Self.smallestScale else {
        throw ViewProblem(finding: .absurdScale(scale, at: asked.range))
      }
      if let frames { found = Self.inFrameZero(found, frames) }
      found.view = snapped(found.view)
      return (found, [])
    } catch {
      return (nil, error.finding.map { [$0] } ?? [])
    }
  }

  /// Maps larger than nature, or of more than any world, are mistakes; a little room for rounding.
  private static let largestScale = 0.999
  private static let smallestScale = 1e13

  /// - Parameter passed: The bookmarks on the way here, which may not be named again.
  private func view(
    of form: ExtentForm, at range: SourceRange, within passed: [String]
  ) throws(ViewProblem) -> FoundView {
    switch form {
    case .box, .fitLayer, .fitGeometry:
      let finder = BoxFinder(
        document: document, knowledge: knowledge, reference: reference, axes: axes, wrapsAround: frames != nil)
      let found = try finder.placed(form, at: range)
      let view = try fitted(found.onPage, padding: form.padding, isFit: form.isFit, at: range)
      return FoundView(
        view: form.snapsToLevel ? snappedToCoarserLevel(view) : view, asked: found.box.isEmpty ? nil : found.box,
        range: range)
    case .center(let center, let own, let scale, let snaps):
      let view = try centered(center, in: own, scale, snaps: snaps, at: range)
      return FoundView(view: view, asked: nil, range: range)
    case .bookmark(let name):
      // Names that nobody has and circles of bookmarks are the reader's to report.
      guard let bookmark = document.bookmarks.first(where: { $0.name.value == name }), !passed.contains(name) else {
        throw ViewProblem(finding: nil)
      }
      var found = try view(of: bookmark.extent.value, at: bookmark.extent.range, within: passed + [name])
      found.range = range
      return found
    }
  }

  /// The basemap's own initial extent, else its full extent, else all that its reference or its tiles can show, inside of its
  /// `bounds`. Of a basemap
  /// that is warped, what the map's reference is meant for: a world in UTM would be a picture of nothing.
  private func defaultView() throws(ViewProblem) -> MapView? {
    let source = basemap.unwarpedSource
    guard
      var box = basemap.initialExtent ?? basemap.fullExtent ?? ReferenceWorld.whole(of: reference)
        ?? source.map({ firstTile(of: $0.scheme) })
    else { return nil }
    if source == nil, let meant = ReferenceWorld.whole(of: reference) { box = box.intersection(meant) ?? box }
    if let bounds = boundsOfBasemap { box = box.intersection(bounds) ?? box }
    return try fitted(axes.box(around: box), padding: .zero, at: basemap.layer.typeRange)
  }

  /// Where the document says that the basemap has tiles; of `bounds` that cannot be used its layer tells.
  private var boundsOfBasemap: Extent? {
    guard case .tiled(_, let keys) = basemap.layer.content, let bounds = keys.bounds else { return nil }
    let finder = BoxFinder(
      document: document, knowledge: knowledge, reference: reference, axes: axes, wrapsAround: frames != nil)
    return try? finder.box(of: bounds.value, at: bounds.range)
  }

  /// Why a basemap that is warped gives the map no view: a map of Mars, or of a place where nothing of it lies.
  private func noDefaultView() throws(ViewProblem) -> ViewProblem {
    // A source that could not be opened, or may not be asked, has been reported as that.
    guard let own = basemap.ownReference else { return ViewProblem(finding: nil) }
    let range = document.reference?.range ?? basemap.layer.typeRange
    _ = try ViewProblem.asking(at: range) { () throws(GeodesyError) in
      try Projector(from: own, to: reference)
    }
    guard let full = basemap.ownFullExtent else {
      return ViewProblem(finding: .extentNotKnown(basemap.layer.id, at: range))
    }
    return ViewProblem(finding: .notProjectable(Words.box(full), own, reference, at: range))
  }

  private func firstTile(of scheme: TilingScheme) -> Extent {
    let coarsest = scheme.levels[0]
    let origin = scheme.origin(of: coarsest)
    return Extent(
      xmin: origin.x, ymin: origin.y - scheme.tileHeight(at: coarsest),
      xmax: origin.x + scheme.tileWidth(at: coarsest), ymax: origin.y)
  }

  // MARK: - Boxes

  /// The view that shows a box along the page within its padding; a box without width and height is shown at scale 1:10,000.
  /// - Parameter isFit: The box is around something: if that is less than a metre across, it counts as a single place.
  private func fitted(
    _ box: Extent, padding: Padding, isFit: Bool = false, at range: SourceRange
  ) throws(ViewProblem) -> MapView {
    guard box.width.isFinite, box.height.isFinite else {
      throw ViewProblem(finding: .absurdScale(.infinity, at: range))
    }
    let ratio = canvas.pixelRatio
    let margins = PictureMargins(
      top: padding.top * ratio, right: padding.right * ratio, bottom: padding.bottom * ratio,
      left: padding.left * ratio)
    // What gives every box that is too small the scale of the largest map: a map is never larger than nature.
    var smallest = reference.resolution(forProjectedScale: 1) / ratio
    let placeSize = isFit ? 1 / reference.facts.metresPerUnit : 0
    if box.width <= placeSize, box.height <= placeSize {
      let place = axes.onGround(box.center)
      smallest = try resolution(for: .scale(10_000), at: place, own: place, range: range) / ratio
    }
    let width = Double(size.width) - margins.left - margins.right
    let height = Double(size.height) - margins.top - margins.bottom
    guard width >= 1, height >= 1 else {
      throw ViewProblem(finding: .noRoom(padding, canvas: canvas, at: range))
    }
    var grown = box
    if box.width < smallest * width, box.height < smallest * height {
      let (halfWidth, halfHeight) = (smallest * width / 2, smallest * height / 2)
      grown = Extent(
        xmin: box.center.x - halfWidth, ymin: box.center.y - halfHeight, xmax: box.center.x + halfWidth,
        ymax: box.center.y + halfHeight)
    }
    guard
      let view = MapView(
        showing: grown, in: reference, size: size, pixelRatio: ratio, margins: margins, rotation: rotation)
    else { throw ViewProblem(finding: .noRoom(padding, canvas: canvas, at: range)) }
    return view
  }

  // MARK: - Centres

  private func centered(
    _ center: Position, in own: SpatialReference, _ scale: ExtentScale, snaps: Bool, at range: SourceRange
  ) throws(ViewProblem) -> MapView {
    let projector = try ViewProblem.asking(at: range) { () throws(GeodesyError) in
      try Projector(from: own, to: reference)
    }
    guard let place = projector.project(Self.inFrameZero(center, of: own)) else {
      throw ViewProblem(finding: .notProjectable(Words.position(center), own, reference, at: range))
    }
    if snaps { try refuseLevelWithoutTiles(scale, at: range) }
    let logical = try resolution(for: scale, at: place, own: center, range: range)
    let view = MapView(
      reference: reference, center: place, resolution: logical / canvas.pixelRatio, size: size,
      pixelRatio: canvas.pixelRatio, rotation: rotation)
    return snaps ? snappedToCoarserLevel(view) : view
  }

  /// A longitude of 190 is the same place as one of -170, and the map shows it where the world is.
  private static func inFrameZero(_ position: Position, of own: SpatialReference) -> Position {
    guard own.facts.isGeographic, let round = own.facts.worldWidth, abs(position.x) > round / 2 else { return position }
    return Position(x: position.x - round * (position.x / round).rounded(), y: position.y)
  }

  /// The view with its centre in frame 0: the same picture, with the numbers that people know.
  private static func inFrameZero(_ found: FoundView, _ frames: WorldFrames) -> FoundView {
    let view = found.view
    let center = frames.normalized(view.center)
    guard center != view.center else { return found }
    var moved = found
    moved.asked = found.asked?.shifted(x: center.x - view.center.x)
    moved.view = MapView(
      reference: view.reference, center: center, resolution: view.resolution, size: view.size,
      pixelRatio: view.pixelRatio, rotation: view.rotation)
    return moved
  }

  /// Map units for each logical pixel.
  /// - Parameters:
  ///   - place: The centre in the map's reference.
  ///   - own: The centre as it was written, for messages.
  private func resolution(
    for scale: ExtentScale, at place: Position, own: Position, range: SourceRange
  ) throws(ViewProblem) -> Double {
    let resolution: Double?
    switch scale {
    case .resolution(let written): resolution = written
    case .projectedScale(let scale): resolution = reference.resolution(forProjectedScale: scale)
    case .scale(let scale):
      resolution = reference.resolution(forScale: scale, at: place, towards: axes.direction)
    case .zoom(let zoom): resolution = reference.resolution(forZoom: zoom, at: place)
    case .level(let number):
      guard let scheme = basemap.scheme, let level = scheme.level(numbered: number) else {
        throw ViewProblem(
          finding: .unknownLevel(number, of: basemap, at: document.valueRange(of: "level", inExtentAt: range)))
      }
      resolution = onMap(LevelChoice(basemap.layer, scheme).shownResolution(of: level), at: place)
    }
    guard let resolution, resolution > 0, resolution.isFinite else {
      throw ViewProblem(finding: .noGroundScale(own, reference, at: range))
    }
    return resolution
  }

  /// Units of the map for units of the basemap's source, eastwards, where that is warped.
  private func onMap(_ resolution: Double, at place: Position) -> Double? {
    guard let own = basemap.ownReference, own != reference else { return resolution }
    guard let projector = try? Projector(from: own, to: reference), let start = projector.unproject(place),
      let end = projector.project(Position(x: start.x + resolution, y: start.y))
    else { return nil }
    let (dx, dy) = (end.x - place.x, end.y - place.y)
    return (dx * dx + dy * dy).squareRoot()
  }

  // MARK: - Levels

  /// To snap to a level that is not drawn would silently give the map of another one.
  private func refuseLevelWithoutTiles(_ scale: ExtentScale, at range: SourceRange) throws(ViewProblem) {
    guard case .level(let number) = scale, let source = basemap.source, source.scheme.level(numbered: number) != nil
    else { return }
    let drawn = LevelChoice(basemap.layer, source.scheme).drawnLevels(of: source).map(\.number)
    guard !drawn.contains(number) else { return }
    throw ViewProblem(
      finding: .levelNotDrawn(number, drawn, of: basemap, at: document.valueRange(of: "level", inExtentAt: range)))
  }

  /// The next coarser level that the basemap's `detail` looks at, and the centre on its pixel grid.
  ///
  /// Without a coarser one there is nothing to take: the view stays, and rule 8 says what is wrong with its scale.
  private func snappedToCoarserLevel(_ view: MapView) -> MapView {
    guard let source = basemap.unwarpedSource else { return view }
    let choice = LevelChoice(basemap.layer, source.scheme)
    guard let level = choice.coarserLevel(of: source, for: view) else { return view }
    let wanted = choice.wantedResolution(source, for: view)
    let resolution = choice.shownResolution(of: level) * view.resolution / wanted
    return view.snapped(to: level, of: source.scheme, devicePixels: level.resolution / resolution)
  }

  /// A view within 1/64 pixel of the grid of the basemap's level is put on it.
  private func snapped(_ view: MapView) -> MapView {
    guard view.axes.areUpright, let source = basemap.unwarpedSource,
      case .success(let level) = LevelChoice(basemap.layer, source.scheme).level(of: source, for: view)
    else { return view }
    let snapped = view.snapped(to: level, of: source.scheme)
    let (own, other) = (view.extent, snapped.extent)
    let tolerance = TilePlacer.tolerance * view.resolution
    let isNear =
      abs(own.xmin - other.xmin) <= tolerance && abs(own.xmax - other.xmax) <= tolerance
      && abs(own.ymin - other.ymin) <= tolerance && abs(own.ymax - other.ymax) <= tolerance
    return isNear ? snapped : view
  }
}

extension ExtentForm {
  fileprivate var padding: Padding {
    switch self {
    case .fitLayer(_, let padding, _), .fitGeometry(_, _, let padding, _): padding
    default: .zero
    }
  }

  fileprivate var isFit: Bool {
    switch self {
    case .fitLayer, .fitGeometry: true
    case .box, .center, .bookmark: false
    }
  }

  fileprivate var snapsToLevel: Bool {
    switch self {
    case .box(_, _, _, _, _, let snaps), .center(_, _, _, let snaps), .fitLayer(_, _, let snaps),
      .fitGeometry(_, _, _, let snaps):
      snaps
    case .bookmark: false
    }
  }
}
