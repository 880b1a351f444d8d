import Diagnostics
import DocumentModel
import Geodesy
import LayerSources
import Resolving

/// Which tiles of one layer the views of a document take.
struct PackArea {
  let opened: OpenedDocument
  /// Of the initial extent and the bookmarks.
  let maps: [ResolvedMap]
  /// `nil`: in each view the level that it shows.
  let levels: ClosedRange<Int>?

  /// Why nothing of a layer can be packed, in words.
  struct Problem: Error {
    let words: String
    /// The command line asks for what is not there.
    var isUsage = false
    /// Nobody expects it to be packed.
    var isNatural = false
  }

  func part(of layer: Layer, _ keys: TiledKeys, _ opened: any TileSource) throws(Problem) -> PackPlan.Part {
    let scheme = try scheme(of: layer, opened.description)
    let description = opened.description
    let full = fullExtent(of: scheme, in: description)
    let available = scheme.levels.filter { level in
      (description.levels?.contains(level.number) ?? true) && level.number >= keys.minLevel ?? .min
        && level.number <= keys.maxLevel ?? .max
    }
    let (wanted, remarks) = try wantedLevels(of: layer, available)
    var byLevel: [Int: [TileRange]] = [:]
    var extent: Extent?
    for map in maps {
      let placement = map.layers.lazy.flatMap(\.withChildren).first { $0.layer.id == layer.id }?.tiles
      let shown = placement.flatMap { $0.scheme == scheme ? $0 : nil }
      for area in areas(of: map, keys, in: scheme, full) {
        for level in levels == nil ? available.filter({ $0.number == shown?.level.number }) : wanted {
          let covering =
            full.map { scheme.tiles(covering: area, within: $0, at: level) }
            ?? scheme.tiles(covering: area, at: level)
          guard let covering else { continue }
          byLevel[level.number, default: []].append(covering)
          extent = extent?.union(area) ?? area
        }
      }
      // What the picture draws, to the tile: another reference's outline is not the picture's.
      if let shown, levels?.contains(shown.level.number) ?? true, byLevel[shown.level.number] != nil {
        byLevel[shown.level.number, default: []] += shown.ranges
      }
    }
    let ranges = scheme.levels.flatMap { byLevel[$0.number]?.disjoint ?? [] }
    guard let extent, !ranges.isEmpty else {
      throw Problem(
        words: "nothing of layer `\(layer.id)` lies in the area"
          + (levels == nil ? " at the level that is shown; `--levels` names others" : ""))
    }
    return PackPlan.Part(
      layer: layer,
      tileset: Tileset(
        id: layer.id, title: layer.title ?? self.opened.document.title ?? layer.id,
        summary: self.opened.document.summary, attribution: attribution(of: layer, description), scheme: scheme,
        ranges: ranges, extent: extent),
      source: opened.serving(scheme), remarks: remarks)
  }

  /// The scheme that the map takes, else the first.
  private func scheme(of layer: Layer, _ description: LayerDescription) throws(Problem) -> TilingScheme {
    let placed = maps.lazy.flatMap(\.layers).flatMap(\.withChildren).first {
      $0.layer.id == layer.id && $0.tiles != nil
    }
    if let scheme = placed?.tiles?.scheme { return scheme }
    let schemes = description.tilingSchemes
    guard let scheme = schemes.first(where: { $0.reference == maps.first?.reference }) ?? schemes.first else {
      throw Problem(words: "layer `\(layer.id)` has no tiling scheme of its own")
    }
    return scheme
  }

  private func wantedLevels(
    of layer: Layer, _ available: [TilingScheme.Level]
  ) throws(Problem) -> (levels: [TilingScheme.Level], remarks: [String]) {
    guard let levels else { return (available, []) }
    let wanted = available.filter { levels.contains($0.number) }
    let numbers = available.map(\.number)
    guard let low = numbers.min(), let high = numbers.max() else {
      throw Problem(words: "layer `\(layer.id)` has no level between its `minLevel` and `maxLevel`")
    }
    guard !wanted.isEmpty else {
      throw Problem(
        words:
          "`--levels \(Self.words(levels))` names no level of layer `\(layer.id)`, which has \(Self.words(low...high))",
        isUsage: true)
    }
    let missing = levels.clamped(to: low...high) != levels
    return (
      wanted, missing ? ["layer `\(layer.id)` has levels \(Self.words(low...high)): the others are left out"] : []
    )
  }

  static func words(_ levels: ClosedRange<Int>) -> String {
    levels.count == 1 ? "\(levels.lowerBound)" : "\(levels.lowerBound)-\(levels.upperBound)"
  }

  /// What a view shows of the layer, in the reference of its scheme; where the map goes on beyond the world's edge, the part
  /// of each copy of the world.
  private func areas(of map: ResolvedMap, _ keys: TiledKeys, in scheme: TilingScheme, _ full: Extent?) -> [Extent] {
    let bounds = keys.bounds.flatMap { Self.box($0.value, in: scheme.reference) }
    return Self.extents(of: map).compactMap { extent in
      guard var area = Self.moved(extent, from: map.reference, to: scheme.reference) else { return nil }
      for limit in [bounds, full].compactMap({ $0 }) {
        guard let inside = area.intersection(limit) else { return nil }
        area = inside
      }
      return area
    }
  }

  private static func extents(of map: ResolvedMap) -> [Extent] {
    let extent = map.view.extent
    guard map.frames != 0...0, let width = map.reference.facts.worldWidth else { return [extent] }
    return map.frames.compactMap { frame in
      let moved = extent.shifted(x: -Double(frame) * width)
      return moved.intersection(Extent(xmin: -width / 2, ymin: moved.ymin, xmax: width / 2, ymax: moved.ymax))
    }
  }

  /// The box of `bounds`; `nil` where it is that of another layer, whose tiles say themselves where they end.
  private static func box(_ bounds: ExtentForm, in reference: SpatialReference) -> Extent? {
    switch bounds {
    case .box(let xmin, let ymin, let xmax, let ymax, let own, _):
      let box = Extent(
        xmin: xmin, ymin: ymin, xmax: own.facts.isGeographic && xmax < xmin ? xmax + 360 : xmax, ymax: ymax)
      return moved(box, from: own, to: reference)
    case .fitGeometry(let positions, let own, _, _):
      // What goes over the antimeridian is at both ends of the world.
      let positions = positions.map { place in
        own.facts.isGeographic && abs(place.x) > 180 ? place.moved(near: 0, period: 360) : place
      }
      guard let first = positions.first else { return nil }
      let box = positions.reduce(Extent(xmin: first.x, ymin: first.y, xmax: first.x, ymax: first.y)) { box, one in
        box.union(Extent(xmin: one.x, ymin: one.y, xmax: one.x, ymax: one.y))
      }
      return moved(box, from: own, to: reference)
    case .center, .fitLayer, .bookmark: return nil
    }
  }

  private static func moved(_ box: Extent, from own: SpatialReference, to reference: SpatialReference) -> Extent? {
    if own == reference { return box }
    return (try? Projector(from: own, to: reference, over: own.area(of: box)))?.project(box)
  }

  /// Where there can be tiles: what the source says, never beyond the edges of a world that has some.
  private func fullExtent(of scheme: TilingScheme, in description: LayerDescription) -> Extent? {
    let said = saidExtent(of: scheme, in: description)
    let worlds: [SpatialReference: Extent] = [
      .webMercator: TilingScheme.webMercatorWorld, .wgs84: TilingScheme.wgs84World,
    ]
    guard let world = worlds[scheme.reference] else { return said }
    return said.map { $0.intersection(world) ?? world } ?? world
  }

  private func saidExtent(of scheme: TilingScheme, in description: LayerDescription) -> Extent? {
    guard let index = description.tilingSchemes.firstIndex(of: scheme) else { return description.fullExtent }
    if index == 0 { return description.fullExtent }
    if description.furtherExtents.indices.contains(index - 1) { return description.furtherExtents[index - 1] }
    return description.fullExtent.flatMap {
      Self.moved($0, from: description.tilingSchemes[0].reference, to: scheme.reference)
    }
  }

  /// What has to be named beside the map: what the document says, and never without what a provider's terms ask for.
  private func attribution(of layer: Layer, _ description: LayerDescription) -> String? {
    let obligatory = description.attributionIsObligatory ? description.attribution : nil
    switch layer.attribution {
    case .ofSource: return description.attribution
    case .text(let text):
      guard let obligatory, !text.contains(obligatory) else { return text }
      return obligatory + "; " + text
    case .none: return obligatory
    }
  }
}

extension ResolvedLayer {
  /// The layer and all in it, depth first.
  fileprivate var withChildren: [ResolvedLayer] { [self] + children.flatMap(\.withChildren) }
}

extension TilePlacement {
  /// The tiles that are drawn, by their numbers in frame 0.
  fileprivate var ranges: [TileRange] {
    guard let around = columnsAround else { return [TileRange(level: level.number, columns: columns, rows: rows)] }
    guard columns.count < around else {
      return [TileRange(level: level.number, columns: 0...around - 1, rows: rows)]
    }
    let first = (columns.lowerBound % around + around) % around
    let last = first + columns.count - 1
    let parts = last < around ? [first...last] : [first...around - 1, 0...last - around]
    return parts.map { TileRange(level: level.number, columns: $0, rows: rows) }
  }
}
