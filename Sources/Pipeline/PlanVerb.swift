import Diagnostics
import DocumentModel
import Geodesy
import Rendering
import Resolving

/// `plan`: what a render would do with one document, and why. Fetches no tile.
package struct PlanVerb: Sendable {
  let run: Run

  package init(_ run: Run) { self.run = run }

  package enum Outcome: Sendable {
    case plan(Plan)
    case wrongUsage(String)
  }

  /// - Parameter bookmark: The view to plan; `nil`: the initial extent.
  package func plan(_ path: String, bookmark: String?, dpi: Double?) async -> Outcome {
    let found = DocumentFinder.find([path])
    if let missing = found.missing.first { return .wrongUsage("`\(missing.path)`: \(missing.reason)") }
    guard found.documents.count == 1, let one = found.documents.first else {
      return .wrongUsage("`\(path)` holds \(found.documents.count) documents; `plan` takes one")
    }
    let checked = await run.open(one.path)
    var findings = checked.findings
    guard let opened = checked.opened else {
      return .plan(
        Plan(path: one.path, map: nil, layers: [], opened: nil, renditions: [], report: report(findings, checked)))
    }
    if let bookmark, !opened.document.bookmarks.contains(where: { $0.name.value == bookmark }) {
      let names = opened.document.bookmarks.map(\.name.value)
      let near = Suggestion.nearest(to: bookmark, among: names).map { "; did you mean `\($0)`?" } ?? ""
      return .wrongUsage("`\(one.path)` has no bookmark `\(bookmark)`\(near)")
    }
    let resolver = Resolver(document: opened.document, knowledge: opened.knowledge)
    var options = RenditionOptions()
    options.dpi = dpi
    // The pictures that `render --bookmark` would write.
    options.bookmarks = bookmark.map { [$0] }
    let renditions = opened.document.renditions(options, findings: &findings)
    let choice =
      renditions.first { $0.choice.bookmark == bookmark }?.choice
      ?? ViewChoice(bookmark: bookmark, canvas: options.canvas)
    let resolution = resolver.resolve(choice)
    findings += resolver.findings(over: [choice])
    for rendition in renditions {
      findings += rendition.findings(in: resolver)
    }
    let grids = resolution.map.map { Self.grids(of: $0, opened: opened, findings: &findings) } ?? []
    return .plan(
      Plan(
        path: one.path, map: resolution.map, layers: resolution.layers, grids: grids, opened: opened,
        renditions: renditions, report: report(findings, checked)))
  }

  /// The grids of a map with their labels in the places where a picture has them.
  private static func grids(
    of map: ResolvedMap, opened: OpenedDocument, findings: inout [Diagnostic]
  ) -> [PlannedGrid] {
    guard let first = map.grids.first else { return [] }
    var labels = map.grids.map { _ in [PageLabels.OfGrid]() }
    do throws(DrawingError) {
      let overlay = try AttributionOverlay.overlay(opened.obligatoryAttributions(of: map.layers), on: map.view)
      let obstacles = [AttributionOverlay.rectangle(of: overlay, on: map.view)].compactMap { $0 }
      labels = try PageLabels(of: map, obstacles: obstacles).ofGrids
    } catch {
      findings.append(
        Diagnostic(.unwritable, "the labels of grids cannot be placed: \(error.words)", at: first.grid.typeRange))
    }
    return zip(map.grids, labels).map { PlannedGrid(grid: $0, labels: $1) }
  }

  private func report(_ findings: [Diagnostic], _ checked: CheckedDocument) -> Report {
    Report(
      diagnostics: run.placed(findings, in: checked) + run.loader.projectFindings, documents: [checked.loaded.path],
      toolVersion: Version.text)
  }
}

/// A resolved document, ready to be written as text, JSON or YAML.
package struct Plan: Sendable {
  let path: String
  let map: ResolvedMap?
  /// In drawing order; also where there is no map.
  let layers: [ResolvedLayer]
  /// In the order of the document, the undermost first.
  var grids: [PlannedGrid] = []
  let opened: OpenedDocument?
  let renditions: [Rendition]
  /// What was found on the way.
  package let report: Report

  package var hasErrors: Bool { report.errors > 0 }

  /// The form that other programs read; keys are only ever added.
  package var json: JSONValue {
    [
      "document": .string(path), "map": map.map(mapJSON) ?? .null,
      "layers": .array(layers.flatMap(layerJSON)), "grids": .array(grids.map(\.json)), "sheets": [],
      "outputs": .array(
        renditions.map {
          [
            "path": .string($0.path), "format": .string($0.format.rawValue),
            "bookmark": .optional($0.choice.bookmark),
          ]
        }),
      "diagnostics": .array(report.diagnostics.map(\.json)),
    ]
  }

  private func mapJSON(_ map: ResolvedMap) -> JSONValue {
    let extent = map.view.extent
    return [
      "srs": .string(map.reference.description), "extent": extent.json,
      "fullExtent": map.fullExtent?.json ?? .null,
      "frame": [0, 0, .int(map.view.size.width), .int(map.view.size.height)],
      "visibleArea": .array(map.view.visibleArea.map { [.double($0.x), .double($0.y)] }),
      "size": [.int(map.view.size.width), .int(map.view.size.height)], "dpi": .double(map.canvas.dpi),
      "resolution": .double(map.view.resolution), "scale": .double(map.groundScale),
      "projectedScale": .double(map.projectedScale), "rotation": .double(map.view.rotation),
      "wrapAround": .string(map.wrapAround.rawValue), "frames": .array(map.frames.map { .int($0) }),
    ]
  }

  private func layerJSON(_ resolved: ResolvedLayer) -> [JSONValue] {
    let work = work(for: resolved)
    let own: JSONValue = [
      "id": .string(resolved.layer.id), "type": .string(resolved.layer.typeName),
      "srs": .optional(resolved.reference?.description), "action": .string(resolved.action.rawValue),
      "reason": .string(resolved.reason), "code": .optional(resolved.code?.name),
      "level": isDrawnOnRequest(resolved) ? .null : resolved.tiles.map { .int($0.level.number) } ?? .null,
      "tiles": .int(work.tiles),
      "requests": .int(work.requests), "bytesEstimate": .int(work.bytes),
      "operation": .optional(resolved.operation), "accuracy": resolved.accuracy.map { .double($0) } ?? .null,
    ]
    return [own] + resolved.children.flatMap(layerJSON)
  }

  /// What a layer will cost: requests at most, when nothing is in the cache.
  private func work(for resolved: ResolvedLayer) -> (tiles: Int, requests: Int, bytes: Int) {
    guard let placement = resolved.tiles else { return (0, 0, 0) }
    let tiles = placement.tileCount
    guard opened?.sources[resolved.layer.id]?.description.isRemote ?? false else { return (tiles, 0, 0) }
    // Pictures that are drawn on request are of any size.
    let size = placement.scheme.tileSize
    let pixels = isDrawnOnRequest(resolved) ? size.width * size.height : 1 << 16
    return (tiles, tiles, tiles * max(1000, Self.bytesOfATile * pixels >> 16))
  }

  private func isDrawnOnRequest(_ resolved: ResolvedLayer) -> Bool {
    opened?.sources[resolved.layer.id]?.description.drawing != nil
  }

  /// A street map's tile of 256 pixels as PNG, rounded: what the estimate is made of.
  private static let bytesOfATile = 16_000

  /// The form that people read.
  package var text: String {
    var lines = [path]
    if let map {
      let view = map.view
      let rows: [(String, String)] = [
        ("reference", "\(map.reference.description)  \(map.reference.name)"),
        ("extent", view.extent.listed(in: map.reference)),
        ("picture", picture(of: map)),
        ("resolution", "\(Self.short(view.resolution))\(map.reference.facts.unitSymbol) a pixel"),
        ("wrap-around", map.wrapAround == .enabled ? Self.frames(map.frames) : ""),
        ("rotation", view.rotation == 0 ? "" : "\(Self.short(view.rotation))° clockwise"),
        ("scale", "1:\(grouped(map.groundScale)) on the ground, 1:\(grouped(map.projectedScale)) projected"),
      ]
      lines += rows.filter { !$0.1.isEmpty }.map { "  \(TextWidth.padded($0.0, to: 11))  \($0.1)" }
      if let bookmark = map.bookmark { lines.append("  bookmark     \(bookmark)") }
    } else {
      lines.append("  cannot be resolved: see what was found")
    }
    if !layers.isEmpty { lines.append("  layers, bottom first") }
    let width = layers.flatMap(\.names).map { TextWidth.columns($0) }.max() ?? 0
    lines += layers.flatMap { layerLines($0, width: width, indent: 4) }
    if !grids.isEmpty { lines.append("  grids") }
    lines += grids.flatMap(\.lines)
    if !renditions.isEmpty { lines.append("  outputs") }
    lines += renditions.map { "    \($0.path)" + ($0.choice.bookmark.map { "  (bookmark \($0))" } ?? "") }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func short(_ value: Double) -> String {
    ReadableNumber.significant(value, digits: 6, places: 0...12)
  }

  private func grouped(_ value: Double) -> String { ReadableNumber.grouped(value) }

  /// `frames -1 to 1 of the world`
  private static func frames(_ frames: ClosedRange<Int>) -> String {
    let numbers = frames.count == 1 ? " \(frames.lowerBound)" : "s \(frames.lowerBound) to \(frames.upperBound)"
    return "frame\(numbers) of the world"
  }

  /// `2480 x 3508 pixels at 300 dpi, 210 x 297 mm`: the paper where it is meant for one.
  private func picture(of map: ResolvedMap) -> String {
    let (size, dpi) = (map.view.size, map.canvas.dpi)
    let pixels = "\(size.width) x \(size.height) pixels at \(Self.short(dpi)) dpi"
    guard dpi >= 150 else { return pixels }
    let sides = [size.width, size.height].map { ReadableNumber.fixed(Double($0) * 25.4 / dpi, places: 0) }
    return "\(pixels), \(sides.joined(separator: " x ")) mm"
  }

  private func layerLines(_ resolved: ResolvedLayer, width: Int, indent: Int) -> [String] {
    let space = String(repeating: " ", count: indent)
    let work = work(for: resolved)
    var facts: [String] = []
    if let tiles = resolved.tiles, !isDrawnOnRequest(resolved) {
      facts.append("level \(tiles.level.number), \(Report.count(work.tiles, "tile"))")
    }
    if work.requests > 0 {
      facts.append("\(Report.count(work.requests, "request")), about \(grouped(Double(work.bytes / 1000))) kB")
    }
    let action = resolved.action.rawValue
    let head =
      space + TextWidth.padded(resolved.layer.id, to: width) + "  " + TextWidth.padded(resolved.layer.typeName, to: 14)
      + "  " + (facts.isEmpty ? action : TextWidth.padded(action, to: 8) + "  " + facts.joined(separator: ", "))
    let reason =
      space + String(repeating: " ", count: width + 2) + resolved.reason
      + (resolved.code.map { " (\($0.name))" } ?? "")
    let operation = resolved.operation.map { name in
      let accuracy = resolved.accuracy.map { "known to \(Self.short($0)) m" } ?? "how well is not known"
      return space + String(repeating: " ", count: width + 2) + "by \(name), \(accuracy)"
    }
    let own = [head, reason, operation].compactMap { $0 }
    return own + resolved.children.flatMap { layerLines($0, width: width, indent: indent + 2) }
  }
}

extension ResolvedLayer {
  fileprivate var names: [String] { [layer.id] + children.flatMap(\.names) }
}

extension Extent {
  fileprivate var json: JSONValue { [.double(xmin), .double(ymin), .double(xmax), .double(ymax)] }

  /// `xmin, ymin, xmax, ymax` with the digits that a reader needs: centimetres, or 7 places of a degree.
  fileprivate func listed(in reference: SpatialReference) -> String {
    let digits = reference.facts.isGeographic ? 7 : 2
    return [xmin, ymin, xmax, ymax].map { ReadableNumber.fixed($0, places: digits) }.joined(separator: ", ")
  }
}
