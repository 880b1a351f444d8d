import Diagnostics
import Geodesy
import Transport

extension InspectionReport {
  /// For people: facts in two columns, the levels in a table, the layer to paste. Lines end with a line feed.
  package var text: String {
    var facts: [(String, String)] = [("kind", kind)]
    if let title { facts.append(("title", title)) }
    if let reference {
      let name = reference.name
      facts.append(("reference", "\(reference)" + (name.isEmpty || name == "\(reference)" ? "" : " (\(name))")))
    }
    if let fullExtent {
      let numbers = [fullExtent.xmin, fullExtent.ymin, fullExtent.xmax, fullExtent.ymax]
      let digits = reference?.facts.isGeographic == true ? 6 : 2
      facts.append(("full extent", numbers.map { ReadableNumber.fixed($0, places: digits) }.joined(separator: ", ")))
    }
    if !tileWords.isEmpty { facts.append(("tiles", tileWords)) }
    if let features {
      if !features.words.isEmpty { facts.append(("features", features.words)) }
      if !features.fields.isEmpty { facts.append(("fields", features.fieldWords)) }
    }
    if let attribution { facts.append(("attribution", attribution)) }
    for (index, remark) in remarks.enumerated() { facts.append((index == 0 ? "remarks" : "", remark)) }
    let width = facts.map(\.0.count).max() ?? 0
    var text = Address.redacted(source) + "\n"
    for (name, value) in facts { text += "  " + TextWidth.padded(name, to: width) + "  " + value + "\n" }
    if !levels.isEmpty { text += "\n" + table }
    let isRelative =
      layer.contains("path: ") && !layer.contains("path: /")
      || layer.contains("url: ") && !layer.contains("url: /") && !layer.contains("://")
    let note = isRelative ? "  # paths count from the document's folder" : ""
    func indented(_ lines: String) -> String { lines.split(separator: "\n").map { "  \($0)\n" }.joined() }
    if secret != nil { text += "\ncredentials:\n" + indented(credentials) }
    if let reference = referenceToChoose {
      text += "\nsrs: \(reference.definition)  # of the map, which has to choose where the first layer offers several\n"
    }
    return text + "\nlayers:\(note)\n" + indented(layer)
  }

  /// "85, 256 x 256 pixels, PNG".
  private var tileWords: String {
    var words: [String] = []
    if let tileCount { words.append(ReadableNumber.grouped(Double(tileCount))) }
    if let shown = tileSize {
      let size = pictureSize ?? shown
      words.append("\(size.width) x \(size.height) pixels")
      if pictureSize != nil { words.append("shown as \(shown.width) x \(shown.height)") }
    }
    if let format { words.append(format) }
    return words.joined(separator: ", ")
  }

  private var table: String {
    let unit = reference.map { $0.facts.unitSymbol.drop { $0 == " " } } ?? "units"
    let head = ["level", "\(unit) a pixel", "scale", ""]
    let rows = levels.map { level in
      [
        String(level.number), ReadableNumber.significant(level.resolution, digits: 9, places: 4...14),
        "1:" + ReadableNumber.grouped(level.projectedScale), level.hasTiles ? "" : "no tiles",
      ]
    }
    let widths = head.indices.map { column in ([head] + rows).map { $0[column].count }.max() ?? 0 }
    return ([head] + rows).map { row in
      let cells = row.indices.map { column in
        column == 3 ? row[column] : TextWidth.rightAligned(row[column], to: widths[column])
      }
      var line = "  " + cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}
