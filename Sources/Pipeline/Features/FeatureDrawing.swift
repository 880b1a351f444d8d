import Diagnostics
import DocumentModel
import Geodesy
import LayerSources
import Rendering
import Resolving
import Synchronization

/// What came of the layers of features of one picture.
struct FeatureDrawings: Sendable {
  /// By layer id; of layers whose features could not be read, what could.
  var drawn: [String: DrawnFeatures] = [:]
  /// In drawing order.
  var reports: [LayerReport] = []
  var findings: [Diagnostic] = []
  /// A layer failed whose failure fails the map.
  var hasFailed = false
}

extension FeatureDrawings {
  /// What has been drawn, bottom first.
  var inOrder: [DrawnFeatures] { reports.compactMap { drawn[$0.id] } }
  /// Of the layers that these are of.
  var idsInOrder: [String] { reports.map(\.id).filter { drawn[$0] != nil } }
}

extension OpenedDocument {
  /// Reads and draws the features of a map, all layers at once; nothing where it has none.
  func drawFeatures(of map: ResolvedMap, pictures: SymbolPictures) async -> FeatureDrawings {
    let layers = map.layers.flatMap(\.drawnLeaves).filter { features[$0.layer.id] != nil }
    if layers.isEmpty { return FeatureDrawings() }
    let all = await Parallel.map(layers, width: layers.count, chunk: 1) { layer in
      await FeatureDrawing(layer, of: map, in: self, pictures: pictures)?.drawn()
    }
    var result = FeatureDrawings()
    let clips = map.layers.reduce(into: [:]) { $1.addClips(to: &$0, around: []) }
    for one in all.compactMap({ $0 }) {
      let id = one.report.id
      let clip = LabelClip((clips[id] ?? []).map { clip in clip.map { ring in ring.map(map.view.pixel) } })
      result.drawn[id] = clip.flatMap { one.drawn?.clipped(by: $0) } ?? one.drawn
      result.reports.append(one.report)
      result.findings += one.findings
      result.hasFailed = result.hasFailed || one.report.status == .failed && one.failsMap
    }
    return result
  }
}

extension ResolvedLayer {
  /// The clips of each layer in it, with those of the groups that it lies in.
  fileprivate func addClips(to clips: inout [String: [[[Position]]]], around: [[[Position]]]) {
    let all = around + (clip.map { [$0] } ?? [])
    if !all.isEmpty { clips[layer.id] = all }
    for child in children { child.addClips(to: &clips, around: all) }
  }
}

/// Reads the features of one layer, brings them onto the page and draws them with their symbols.
private struct FeatureDrawing: Sendable {
  private let layer: Layer
  private let keys: FeatureKeys
  private let source: any FeatureSource
  private let reference: SpatialReference
  /// Units of `reference` for a device pixel; `nil` where that cannot be told.
  private let resolution: Double?
  private let map: ResolvedMap
  private let document: MapDocument
  private let pictures: SymbolPictures

  /// Features whose place lies that far beyond the page, in logical pixels, are drawn all the same: their symbols may reach in.
  private static let margin = 128.0

  struct Outcome: Sendable {
    var drawn: DrawnFeatures?
    var report: LayerReport
    var findings: [Diagnostic]
    var failsMap: Bool
  }

  /// `nil` for a layer that is none of features, or has not been opened.
  init?(_ resolved: ResolvedLayer, of map: ResolvedMap, in opened: OpenedDocument, pictures: SymbolPictures) {
    guard case .features(_, let keys) = resolved.layer.content, let source = opened.features[resolved.layer.id],
      let reference = resolved.reference
    else { return nil }
    layer = resolved.layer
    self.keys = keys
    self.source = source
    self.reference = reference
    resolution = resolved.features?.resolution
    self.map = map
    document = opened.document
    self.pictures = pictures
  }

  func drawn() async -> Outcome {
    let description = source.description.features
    var renderer = keys.renderer ?? description?.renderer ?? .standard
    let labels = keys.labels ?? description?.labels ?? []
    var fieldNames = keys.fieldNames(renderer: renderer, labels: labels)
    for name in source.ownSymbols.flatMap(\.fieldNames) where !fieldNames.contains(name) { fieldNames.append(name) }
    var findings = layer.pictureFindings(
      of: keys.symbols + source.ownSymbols, pictures, pixelRatio: map.view.pixelRatio, in: document)
    // Of each file it is said once, where the document names it.
    let hasBrokenPictures = !findings.isEmpty
    do throws(SourceError) {
      let shaper = try Self.shaper(from: reference, on: map, isGeodesic: keys.isDensified)
      let query = FeatureQuery(
        fieldNames: fieldNames, condition: keys.condition?.value,
        reference: description?.isAskedInAny == true ? reference : nil, box: shaper.box, period: shaper.period,
        resolution: resolution)
      if var survey = ClassSurvey(renderer, fieldNames: fieldNames) {
        // Classes are those of all features, also of those that the picture does not show.
        let all = FeatureQuery(fieldNames: fieldNames, condition: keys.condition?.value)
        try await source.read(all) { survey.add($0) }
        renderer = renderer.computed(from: survey.values)
      }
      let style = FeatureDrawer.Style(
        renderer: renderer, labels: labels, callouts: keys.callouts, pixelRatio: map.view.pixelRatio,
        scale: map.projectedScale)
      var drawer = FeatureDrawer(style, fieldNames: fieldNames, pictures: pictures)
      var count = 0
      var failure: SourceError?
      do throws(SourceError) {
        try await source.read(query) { batch in
          let (shaped, starts) = batch.onPage(by: shaper)
          count += shaped.features.count
          drawer.draw(shaped, starts: starts)
        }
      } catch {
        failure = error
      }
      let drawn = drawer.finished()
      let range = document.valueRange(ofFirst: ["renderer", "symbol"], in: layer)
      for remark in drawn.remarks.all {
        switch remark.kind {
        case .noPicture where hasBrokenPictures: continue
        case .noPicture(let name, let words): findings.append(.pictureUnusable(name, words, of: layer, at: range))
        default:
          let place = remark.kind.expression.map { document.expressionRange(of: $0, in: layer) } ?? range
          findings.append(.notWorkedOut(remark, layer, at: place))
        }
      }
      if let failure { findings.append(layer.finding(.source(failure), in: document)) }
      let words = failure?.words ?? findings.first { $0.code == .symbolPictureUnusable }?.message
      return Outcome(
        drawn: drawn, report: report(words, count: count), findings: findings,
        failsMap: words != nil && layer.onError == .fail)
    } catch {
      return Outcome(
        drawn: nil, report: report(error.words, count: 0),
        findings: findings + [layer.finding(.source(error), in: document)], failsMap: layer.onError == .fail)
    }
  }

  /// - Parameter failure: In words.
  private func report(_ failure: String?, count: Int) -> LayerReport {
    var report = LayerReport(
      id: layer.id, status: failure == nil ? .loaded : .failed, message: failure, coverage: failure == nil ? 1 : 0)
    report.features = count
    return report
  }

  private static func shaper(
    from reference: SpatialReference, on map: ResolvedMap, isGeodesic: Bool
  ) throws(SourceError) -> PageShaper {
    do throws(GeodesyError) {
      return try PageShaper(
        from: reference, to: map.view, frames: map.wrapAround == .enabled ? WorldFrames(of: map.reference) : nil,
        margin: margin * map.view.pixelRatio, isGeodesic: isGeodesic)
    } catch {
      throw .notDrawn(reason: "\(error)")
    }
  }
}

extension Diagnostic {
  /// What a layer's symbols ask of its features and cannot have.
  fileprivate static func notWorkedOut(
    _ remark: SymbolRemarks.Remark, _ layer: Layer, at range: SourceRange
  ) -> Diagnostic {
    let (code, hint): (Code, Hint?) =
      switch remark.kind {
      case .cutText, .cutMarks, .lostDashes: (.symbolCut, nil)
      case .drawsNothing: (.symbolOfOtherShapes, nil)
      default: (.symbolValueMissing, Hint("`coalesce(…)` gives a value to features that have none"))
      }
    return Diagnostic(code, "layer `\(layer.id)`: \(remark.words)", at: range, hint: hint, layer: layer.id)
  }
}
