import Diagnostics
import DocumentModel
import Geodesy

/// Goes through the layers of a document, bottom first, and decides about each.
struct LayerResolver {
  let document: MapDocument
  let knowledge: [String: LayerKnowledge]
  let basemap: Basemap
  /// `nil` where none could be computed: the layers' references are judged all the same.
  let view: MapView?
  /// Set where the map goes on beyond the edge of the world.
  let frames: WorldFrames?
  var findings: [Diagnostic] = []
  /// The ids of the layers judged so far.
  private var named: Set<String> = []

  init(
    document: MapDocument, knowledge: [String: LayerKnowledge], basemap: Basemap, view: MapView?, frames: WorldFrames?
  ) {
    self.document = document
    self.knowledge = knowledge
    self.basemap = basemap
    self.view = view
    self.frames = frames
  }

  /// All layers of the document in drawing order.
  mutating func resolveAll() -> [ResolvedLayer] {
    // Judged in the document's order; put in drawing order last.
    Self.inDrawingOrder(document.layers.map { resolve($0, within: Surroundings(area: view?.extent)) })
  }

  /// What a layer inherits from the groups that it lies in.
  struct Surroundings {
    /// The part of the view where it may be drawn; `nil` where there is no view.
    var area: Extent?
    /// Why a group around it is not drawn.
    var skipped: String?
    /// The layer or a group around it is `visible: false`: it is often there to be shown by another document, so it is not
    /// judged, unless it is the basemap.
    var isHidden = false
  }

  private mutating func resolve(_ layer: Layer, within surroundings: Surroundings) -> ResolvedLayer {
    // What is known of an id is of the first layer that has it; the reader has refused the others.
    guard named.insert(layer.id).inserted else {
      return ResolvedLayer(layer, .reject, "an earlier layer has its id", .duplicateIdentifier)
    }
    if let problem = layer.problem { return ResolvedLayer(layer, problem) }
    var inner = surroundings
    inner.isHidden = surroundings.isHidden || !layer.isVisible
    inner.skipped =
      surroundings.skipped ?? view.flatMap { ScaleRangeRule.reasonToSkip(layer, at: $0.projectedScale) }
    let clip: ClippedArea
    do {
      clip = try ClipRule.clip(
        of: layer, in: basemap.reference, area: surroundings.area, margin: 2 * (view?.resolution ?? 0), frames: frames)
    } catch {
      if let finding = error.finding, !inner.isHidden { findings.append(finding) }
      return ResolvedLayer(layer, .reject, "its `clip` cannot be shown in the map's reference", .extentNotProjectable)
    }
    inner.area = clip.area
    if view != nil, clip.area == nil, inner.skipped == nil { inner.skipped = ClipRule.outside }
    var resolved: ResolvedLayer
    switch layer.content {
    case .group(let children):
      resolved = resolveGroup(layer, children, within: inner, isSkippedAbove: surroundings.skipped != nil)
    case .tiled(_, let keys):
      resolved = resolveTiled(layer, keys, within: inner)
    case .features:
      resolved = resolveFeatures(layer, within: inner)
    case .unusable(let problem):
      resolved = ResolvedLayer(layer, problem)
    }
    resolved.clip = clip.rings
    return resolved
  }

  // MARK: - Groups

  private mutating func resolveGroup(
    _ layer: Layer, _ children: [Layer], within surroundings: Surroundings, isSkippedAbove: Bool
  ) -> ResolvedLayer {
    var inner = surroundings
    if let skipped = surroundings.skipped, !isSkippedAbove {
      inner.skipped = "its group `\(layer.id)` is not drawn: \(skipped)"
    }
    let resolved = Self.inDrawingOrder(children.map { resolve($0, within: inner) })
    let drawn = resolved.filter(\.isDrawn)
    var group: ResolvedLayer
    if let skipped = surroundings.skipped {
      group = ResolvedLayer(layer, .skip, skipped)
    } else if !drawn.isEmpty {
      group = ResolvedLayer(layer, .draw, Self.together(drawn.count, of: resolved.count))
    } else if resolved.contains(where: { $0.action == .reject }) {
      group = ResolvedLayer(layer, .reject, "none of its layers can be drawn")
    } else {
      group = ResolvedLayer(layer, .skip, "none of its layers is drawn")
    }
    group.children = resolved
    group.reference = basemap.reference
    return group
  }

  private static func together(_ drawn: Int, of all: Int) -> String {
    switch (drawn, all) {
    case (1, 1): "its layer is drawn as a whole"
    case (all, all): "its \(all) layers are drawn together"
    case (1, _): "1 of its \(all) layers is drawn"
    default: "\(drawn) of its \(all) layers are drawn together"
    }
  }

  /// By `zIndex`, layers of one `zIndex` in the document's order.
  static func inDrawingOrder(_ layers: [ResolvedLayer]) -> [ResolvedLayer] {
    layers.enumerated().sorted {
      ($0.element.layer.zIndex, $0.offset) < ($1.element.layer.zIndex, $1.offset)
    }.map(\.element)
  }

  // MARK: - Sources

  /// What the source of a layer says of itself, of one that is to be judged; else what becomes of it: it is hidden, or nothing
  /// is known of it.
  mutating func judged(
    _ layer: Layer, within surroundings: Surroundings
  ) -> Result<LayerDescription, SettledLayer> {
    func settled(_ action: ResolvedLayer.Action, _ reason: String, _ code: Code? = nil)
      -> Result<LayerDescription, SettledLayer>
    {
      .failure(SettledLayer(resolved: ResolvedLayer(layer, action, reason, code)))
    }
    if surroundings.isHidden, layer.id != basemap.layer.id {
      return settled(.skip, surroundings.skipped ?? "it is not visible (`visible: false`)")
    }
    switch knowledge[layer.id] ?? .unknown {
    case .failed: return settled(.reject, "its source could not be opened")
    case .unknown:
      findings.append(.notKnown(layer))
      return settled(.skip, "what its service holds is not known without `--online`", .notKnownOffline)
    case .described(let description): return .success(description)
    }
  }

  /// A layer of which all has been said.
  struct SettledLayer: Error {
    let resolved: ResolvedLayer
  }

  // MARK: - Tiled layers

  private mutating func resolveTiled(
    _ layer: Layer, _ keys: TiledKeys, within surroundings: Surroundings
  ) -> ResolvedLayer {
    let description: LayerDescription
    switch judged(layer, within: surroundings) {
    case .failure(let settled): return settled.resolved
    case .success(let known): description = known
    }
    if let drawing = description.drawing { return resolveDrawn(layer, description, drawing, within: surroundings) }
    let source: FittingSource
    switch TiledReferenceRule.verdict(on: layer, description, basemap: basemap, view: view, frames: frames) {
    case .fits(let fitting): source = fitting
    case .nothingToFollow:
      return ResolvedLayer(
        layer, .skip, "it follows the tiles of basemap `\(basemap.layer.id)`, whose tiling scheme is not known")
    case .rejected(var rejection):
      if rejection.isOfReference, layer.reproject == .never {
        rejection.finding = .neverReprojected(
          layer, rejection.finding, at: document.valueRange(of: "reproject", in: layer))
      }
      findings.append(rejection.finding)
      var resolved = ResolvedLayer(layer, .reject, rejection.reason, rejection.finding.code)
      resolved.reference = rejection.reference
      return resolved
    }
    let otherGrid = GridRule.finding(for: layer, source, basemap: basemap)
    if let otherGrid { findings.append(otherGrid) }
    var resolved = placed(layer, keys, source, within: surroundings)
    resolved.reference = source.reference
    if resolved.code == nil, resolved.action == .draw || resolved.action == .resample {
      resolved.code = otherGrid?.code
    }
    if resolved.action == .warp, let view,
      let inaccurate = OperationRule.finding(for: layer, in: source.reference, on: view)
    {
      findings.append(inaccurate)
      resolved.code = resolved.code ?? inaccurate.code
    }
    if resolved.action == .warp, keys.bounds == nil, let view, surroundings.area == view.extent,
      let hole = PoleRule.finding(for: layer, source, on: view, frames: frames)
    {
      findings.append(hole)
      resolved.code = resolved.code ?? hole.code
    }
    return resolved
  }

  private mutating func placed(
    _ layer: Layer, _ keys: TiledKeys, _ source: FittingSource, within surroundings: Surroundings
  ) -> ResolvedLayer {
    var bounds: Extent?
    if let written = keys.bounds {
      do {
        let finder = BoxFinder(
          document: document, knowledge: knowledge, reference: basemap.reference, wrapsAround: frames != nil)
        bounds = try finder.box(of: written.value, at: written.range)
      } catch {
        if var finding = error.finding {
          finding.layer = layer.id
          findings.append(finding)
        }
        return ResolvedLayer(layer, .reject, "its `bounds` cannot be shown in the map's reference", error.finding?.code)
      }
    }
    if let skipped = surroundings.skipped { return ResolvedLayer(layer, .skip, skipped) }
    guard let view, let area = surroundings.area else {
      return ResolvedLayer(layer, .skip, "there is no view to draw it in")
    }
    let warp: LayerWarp?
    do {
      warp = try LayerWarp(of: layer, source, in: view, area: area, bounds: bounds, frames: frames)
    } catch {
      if let finding = error.finding { findings.append(finding) }
      return ResolvedLayer(
        layer, .reject, "there is no way from its reference to the map's", error.finding?.code)
    }
    if let warp, warp.resolution == nil { return ResolvedLayer(layer, .skip, Self.nothingShown) }
    let resolution = warp?.resolution
    switch LevelChoice(layer, source.scheme).level(of: source, for: view, resolution: resolution) {
    case .failure(.noSuchLevel(let number)):
      let finding = Diagnostic.noSuchLevel(
        number, of: layer, source, at: document.valueRange(of: "detail", in: layer))
      findings.append(finding)
      return ResolvedLayer(layer, .reject, "its source has no level \(number)", finding.code)
    case .failure(.belowMinimum(let fitting, let minimum)):
      let range = document.valueRange(of: "minLevel", in: layer)
      findings.append(.belowMinimum(layer, fitting: fitting, minimum: minimum, at: range))
      return ResolvedLayer(
        layer, .skip, "the map needs its level \(fitting), and it is drawn from level \(minimum) on (`minLevel`)",
        .belowMinimumLevel)
    case .success(let level):
      return placed(layer, level, source, view: view, area: area, bounds: bounds, warp: warp)
    }
  }

  static let nothingShown = "nothing of it lies in the picture"

  private mutating func placed(
    _ layer: Layer, _ level: TilingScheme.Level, _ source: FittingSource, view: MapView, area: Extent, bounds: Extent?,
    warp: LayerWarp?
  ) -> ResolvedLayer {
    let world = source.reachInWorld
    let outcome =
      warp?.placeWithinReason(
        level, coarser: LevelChoice(layer, source.scheme).coarserLevels(of: source, than: level), of: source.scheme,
        fullExtent: world, radius: layer.resampling.radius)
      ?? frames.map { frames in
        FramePlacer.place(
          level, of: source.scheme, in: view, area: area, bounds: bounds, fullExtent: world, frames: frames)
      }
      ?? TilePlacer.place(level, of: source.scheme, in: view, area: area, bounds: bounds, fullExtent: world)
    switch outcome {
    case .outside:
      return ResolvedLayer(layer, .skip, Self.nothingShown)
    case .tooMany(let count):
      let finding = Diagnostic.tooManyTiles(count, of: layer, level: level.number)
      findings.append(finding)
      return ResolvedLayer(
        layer, .reject, "it would take \(Words.grouped(Double(count))) tiles of level \(level.number)", finding.code)
    case .placed(let placement, let isExact):
      let isExact = isExact || LevelChoice(layer, source.scheme).fitsPixels(placement)
      if let flood = FloodRule.finding(for: layer, placement, source, on: view, resolution: warp?.resolution) {
        findings.append(flood)
      }
      var reason = Explanation.reason(for: placement, isExact: isExact, source, layer: layer, basemap: basemap)
      if placement.level != level { reason += "; level \(level.number), which fits, would take far too many tiles" }
      let isWarped = source.reference != basemap.reference
      var resolved = ResolvedLayer(layer, isWarped ? .warp : isExact ? .draw : .resample, reason)
      resolved.tiles = placement
      return resolved
    }
  }
}

extension ResolvedLayer {
  init(_ layer: Layer, _ action: Action, _ reason: String, _ code: Code? = nil) {
    self.init(
      layer: layer, reference: nil, action: action, reason: reason, code: code, tiles: nil, features: nil, children: [],
      clip: nil)
  }

  /// Of a layer that could not be read; its finding has been reported.
  init(_ layer: Layer, _ problem: Layer.Problem) { self.init(layer, .reject, problem.reason, problem.code) }
}

extension Diagnostic {
  /// What a service holds, which `check` asks only with `--online`.
  static func notKnown(_ layer: Layer) -> Diagnostic {
    Diagnostic(
      .notKnownOffline, "what the service of layer `\(layer.id)` holds is not known without `--online`",
      at: layer.typeRange, layer: layer.id)
  }

  static func neverReprojected(_ layer: Layer, _ mismatch: Diagnostic, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .neverReprojected, "\(mismatch.message); it says `reproject: never`", at: range,
      hint: Hint("use a source in the map's reference, or write `reproject: always` to warp it"), layer: layer.id)
  }

  fileprivate static func noSuchLevel(_ number: Int, of layer: Layer, _ source: FittingSource, at range: SourceRange)
    -> Diagnostic
  {
    Diagnostic(
      .unknownLevel,
      "layer `\(layer.id)` has no level `\(number)` for its `detail`; it has "
        + Words.levels(source.levelsWithTiles.map(\.number)),
      at: range, hint: Hint("write one of its levels, or `screen` or `device`"), layer: layer.id)
  }

  fileprivate static func belowMinimum(_ layer: Layer, fitting: Int, minimum: Int, at range: SourceRange) -> Diagnostic
  {
    Diagnostic(
      .belowMinimumLevel,
      "layer `\(layer.id)` is not drawn: the map needs its level \(fitting), and its `minLevel` is \(minimum)",
      at: range,
      hint: Hint("lower `minLevel`, or give the layer a `minScale`, which says the same without a warning"),
      layer: layer.id)
  }
}
