import Diagnostics
import DocumentModel
import Geodesy
import LayerSources

/// What `inspect` finds at a source, as a document that shows it.
struct ImportedService {
  let report: InspectionReport
  /// The layers were asked for by name: all are shown.
  let isChosen: Bool
  let basemap: ReplacedBasemap?
  /// As it may be shown.
  let source: String

  var text: String {
    var text = DocumentText()
    text.comment("Made by `mapdoc import` from \(source).")
    for remark in report.remarks { text.comment("- \(remark)", hanging: 2) }
    if report.items.count > 1, !isChosen {
      text.comment(
        "The first layer is shown; the others are there to be chosen from. `--layer` takes those that are named.")
    }
    text.line("mapdoc: 1")
    if let title = report.title { text.key("title", .string(DocumentText.plain(title)), indent: 0) }
    if let reference { text.key("srs", .string(reference.definition), indent: 0) }
    if let extent { text.key("initialExtent", extent, indent: 0) }
    if let secret = report.secret {
      text.line("credentials:")
      text.key(secret.name, yaml: secret.yaml, indent: 2)
    }
    text.line("layers:")
    basemap?.write(to: &text, reference: reference?.definition, taken: Set(report.items.map(\.id)))
    for (index, item) in report.items.enumerated() {
      text.key("id", .string(item.id), indent: 4, isFirstOfItem: true)
      text.key("type", .string(report.kind), indent: 4)
      for key in item.keys { text.key(key.name, yaml: key.yaml, indent: 4) }
      if index > 0, !isChosen { text.key("visible", false, indent: 4) }
    }
    return text.text
  }

  /// Of a source that draws on request, that of the map.
  private var reference: SpatialReference? {
    guard let drawing = report.drawing else { return basemap == nil ? report.reference : nil }
    return drawing.preferredReference
  }

  /// What a source that draws on request covers; of tiles their own extent is what a map shows by itself.
  private var extent: JSONValue? {
    guard report.drawing != nil || basemap != nil, var box = report.fullExtent, let own = report.reference else {
      return nil
    }
    if own == .wgs84 {
      // Web Mercator has no poles, and the edge of the world is no place for a box.
      box = Extent(
        xmin: max(-180, box.xmin), ymin: max(-85, box.ymin), xmax: min(180, box.xmax), ymax: min(85, box.ymax))
    }
    guard box.xmin < box.xmax, box.ymin < box.ymax else { return nil }
    let numbers: JSONValue = .array([box.xmin, box.ymin, box.xmax, box.ymax].map { .double($0) })
    return ["bbox": numbers, "srs": .string(own.definition)]
  }
}
