import Diagnostics
import DocumentModel
import Geodesy

/// Rule 8: an extent outside the basemap's full extent, a bookmark that the map cannot show, a scale outside its levels.
///
/// An extent is outside when more than half of what was asked for shows no basemap: of the box as it is written, before it is
/// grown to the picture's shape, and of the whole picture where a centre and a scale are written. A scale is outside when
/// the basemap's tiles are enlarged or reduced more than four times. The basemap's own extent is never warned about.
enum ReachRule {
  private static let shareOutside = 0.5
  /// Two levels of a pyramid that halves.
  private static let factor = 4.0

  /// - Parameter placement: Of the basemap's tiles; `nil` where none are drawn.
  static func findings(
    for found: FoundView, bookmark: Bookmark?, basemap: Basemap, placement: TilePlacement?, frames: WorldFrames?,
    in document: MapDocument
  ) -> [Diagnostic] {
    guard let range = found.range else { return [] }
    var findings: [Diagnostic] = []
    if let full = basemap.fullExtent, !full.isEmpty {
      let asked = found.asked ?? found.view.extent
      // A map that goes on beyond the edge of the world ends nowhere in x.
      let reach = frames.map { _ in Extent(xmin: asked.xmin, ymin: full.ymin, xmax: asked.xmax, ymax: full.ymax) }
      let share = self.share(of: asked, outside: reach ?? full)
      if share > shareOutside {
        findings.append(.outside(share, bookmark: bookmark, basemap: basemap, full: full, at: range))
      }
    }
    if let source = basemap.source, basemap.layer.isVisible {
      // Units of the source for a device pixel, where it is warped: of what the picture shows finest.
      let isWarped = source.reference != basemap.reference
      let resolution = isWarped ? placement.map { $0.level.resolution / $0.scale } : found.view.resolution
      if let resolution,
        let finding = scaleFinding(for: found.view, resolution, source, basemap: basemap, at: range)
      {
        findings.append(finding)
      }
    }
    return findings
  }

  /// How much of a box lies outside another one, 0 to 1; a box without area counts along its side.
  static func share(of asked: Extent, outside full: Extent) -> Double {
    func inside(_ low: Double, _ high: Double, _ first: Double, _ last: Double) -> Double {
      guard low < high else { return first <= low && low <= last ? 1 : 0 }
      return max(0, min(high, last) - max(low, first)) / (high - low)
    }
    return 1
      - inside(asked.xmin, asked.xmax, full.xmin, full.xmax) * inside(asked.ymin, asked.ymax, full.ymin, full.ymax)
  }

  /// Where the document itself says which level is drawn (`detail`, `maxLevel`), it means what it says.
  private static func scaleFinding(
    for view: MapView, _ resolution: Double, _ source: FittingSource, basemap: Basemap, at range: SourceRange
  ) -> Diagnostic? {
    guard case .tiled(_, let keys) = basemap.layer.content, keys.maxLevel == nil else { return nil }
    if case .level? = keys.detail { return nil }
    let choice = LevelChoice(basemap.layer, source.scheme)
    let wanted = choice.wantedResolution(source, for: view, resolution: resolution)
    let held = source.levelsWithTiles
    let (coarsest, finest) = (held[0], held[held.count - 1])
    if wanted * factor * 1.01 < choice.shownResolution(of: finest) {
      return .tooFine(view, finest, enlarged: choice.shownResolution(of: finest) / wanted, basemap: basemap, at: range)
    }
    if wanted > choice.shownResolution(of: coarsest) * factor * 1.01 {
      return .tooCoarse(
        view, coarsest, reduced: wanted / choice.shownResolution(of: coarsest), basemap: basemap, at: range)
    }
    return nil
  }
}

extension Diagnostic {
  fileprivate static func outside(
    _ share: Double, bookmark: Bookmark?, basemap: Basemap, full: Extent, at range: SourceRange
  ) -> Diagnostic {
    let what = bookmark.map { "bookmark `\($0.name.value)`" } ?? "the initial extent"
    // Never 100 % of what is not all of it.
    let percent = min(share * 100, 99.9)
    let part =
      share >= 1
      ? "lies outside" : "lies for \(Words.number(percent, decimals: percent > 99 ? 1 : 0)) % outside"
    return Diagnostic(
      bookmark == nil ? .extentOutside : .bookmarkOutside,
      "\(what) \(part) basemap `\(basemap.layer.id)`, which reaches over \(Words.box(full)) of "
        + Words.reference(basemap.reference),
      at: range, hint: Hint("check the numbers and their `srs`, or take another basemap"))
  }

  fileprivate static func tooFine(
    _ view: MapView, _ level: TilingScheme.Level, enlarged: Double, basemap: Basemap, at range: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .scaleOutsideLevels,
      "the map is at \(Words.scale(view.projectedScale)) projected, where level \(level.number), the finest of basemap "
        + "`\(basemap.layer.id)`, is enlarged \(Words.number(enlarged, decimals: 1)) times",
      at: range, hint: Hint("show more ground, or set the basemap's `maxLevel` to say that this is meant"))
  }

  fileprivate static func tooCoarse(
    _ view: MapView, _ level: TilingScheme.Level, reduced: Double, basemap: Basemap, at range: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .scaleOutsideLevels,
      "the map is at \(Words.scale(view.projectedScale)) projected, where level \(level.number), the coarsest of basemap "
        + "`\(basemap.layer.id)`, is reduced \(Words.number(reduced, decimals: 1)) times",
      at: range, hint: Hint("show less ground, or take a basemap with coarser levels"))
  }
}
