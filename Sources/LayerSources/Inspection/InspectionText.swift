import Geodesy

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
      facts.append(("full extent", numbers.map { ReadableNumber.fixed($0, digits: digits) }.joined(separator: ", ")))
    }
    if !tileWords.isEmpty { facts.append(("tiles", tileWords)) }
    if let attribution { facts.append(("attribution", attribution)) }
    for (index, remark) in remarks.enumerated() { facts.append((index == 0 ? "remarks" : "", remark)) }
    let width = facts.map(\.0.count).max() ?? 0
    var text = source + "\n"
    for (name, value) in facts { text += "  " + ReadableNumber.left(name, width) + "  " + value + "\n" }
    if !levels.isEmpty { text += "\n" + table }
    let note =
      layer.contains("path: ") && !layer.contains("path: /") ? "  # paths count from the document's folder" : ""
    return text + "\nlayers:\(note)\n" + layer.split(separator: "\n").map { "  \($0)\n" }.joined()
  }

  /// "85, of 256 x 256 pixels, PNG".
  private var tileWords: String {
    var words: [String] = []
    if let tileCount { words.append(ReadableNumber.grouped(Double(tileCount))) }
    if let tileSize { words.append("\(tileSize.width) x \(tileSize.height) pixels") }
    if let format { words.append(format) }
    return words.joined(separator: ", ")
  }

  private var table: String {
    let unit = reference.map { $0.facts.unitSymbol.drop { $0 == " " } } ?? "units"
    let head = ["level", "\(unit) a pixel", "scale", ""]
    let rows = levels.map { level in
      [
        String(level.number), ReadableNumber.significant(level.resolution),
        "1:" + ReadableNumber.grouped(level.projectedScale), level.hasTiles ? "" : "no tiles",
      ]
    }
    let widths = head.indices.map { column in ([head] + rows).map { $0[column].count }.max() ?? 0 }
    return ([head] + rows).map { row in
      let cells = row.indices.map { column in
        column == 3 ? row[column] : ReadableNumber.right(row[column], widths[column])
      }
      var line = "  " + cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}

/// Numbers as people read them, without locale.
enum ReadableNumber {
  /// With as many digits behind the point, less the zeros at the end.
  static func fixed(_ value: Double, digits: Int) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
    let factor = (0..<digits).reduce(1) { power, _ in power * 10 }
    let scaled = Int((abs(value) * Double(factor)).rounded())
    var text = String(scaled / factor)
    let fraction = String(scaled % factor)
    if scaled % factor > 0 {
      text += "." + String(repeating: "0", count: digits - fraction.count) + fraction
      while text.last == "0" { text.removeLast() }
    }
    return value < 0 && scaled > 0 ? "-" + text : text
  }

  /// About ten digits that matter: 156543.0339, 0.703125, 0.0000026822.
  static func significant(_ value: Double) -> String {
    var digits = 4
    var size = abs(value)
    while size < 10_000, size > 0, digits < 14 {
      size *= 10
      digits += 1
    }
    return fixed(value, digits: digits)
  }

  /// Rounded, its thousands apart: 591,658,711.
  static func grouped(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
    let digits = Array(String(Int(value.rounded())))
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0, digits[index - 1] != "-" { text.append(",") }
      text.append(digit)
    }
    return text
  }

  static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
