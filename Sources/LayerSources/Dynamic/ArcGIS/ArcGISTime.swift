import Diagnostics
import DocumentModel
import Transport

/// `time` of layers of ArcGIS: a moment or a span, in milliseconds since 1970 as its servers count.
struct ArcGISTime: DocumentValue, Hashable {
  /// `1577836800000`, `1577836800000,1609459200000`, `null,1609459200000`.
  let text: String

  /// In milliseconds since 1970; `nil` of a moment, and where an end is open.
  private var span: (start: Int, end: Int)? {
    let ends = text.split(separator: ",").compactMap { Int($0) }
    return ends.count == 2 ? (ends[0], ends[1]) : nil
  }

  static func read(_ node: Node, in context: ReadingContext) -> ArcGISTime? {
    guard let written = String.read(node, in: context) else { return nil }
    if let time = ArcGISTime(written) {
      if let span = time.span, span.start > span.end {
        context.report(
          Diagnostic(
            .outOfRange, "\(node.shown) ends before it starts", at: node.range, hint: Hint("swap the two moments")))
        return nil
      }
      return time
    }
    context.report(
      Diagnostic(.wrongType, "\(node.shown) stands where \(words) is expected", at: node.range))
    return nil
  }

  init?(_ written: String) {
    // ISO 8601 puts a slash between the two ends, ArcGIS a comma; an open end is empty, `..` or `null`.
    let ends = written.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "," }
    guard 1...2 ~= ends.count else { return nil }
    var texts: [String] = []
    for end in ends {
      let end = String(end).trimmingSpaces
      if ends.count == 2, ["", "..", "null"].contains(end.lowercased()) {
        texts.append("null")
      } else if let moment = Self.milliseconds(end) {
        texts.append(String(moment))
      } else {
        return nil
      }
    }
    guard texts.contains(where: { $0 != "null" }) else { return nil }
    text = texts.joined(separator: ",")
  }

  /// `2026`, `2026-03`, `2026-03-01`, `2026-03-01T12:00`, `...:30.5`, with `Z`, `+01:00` or nothing (UTC) behind it; a number
  /// of more than four digits is in milliseconds already.
  private static func milliseconds(_ text: String) -> Int? {
    if text.utf8.count > 4, let number = Int(text) { return abs(number) < 1 << 53 ? number : nil }
    let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "T" || $0 == "t" || $0 == " " }
    let date = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard 1...3 ~= date.count, date[0].utf8.count == 4, let year = number(date[0], 0...9999),
      let month = date.count > 1 ? number(date[1], 1...12) : 1, let day = date.count > 2 ? number(date[2], 1...31) : 1
    else { return nil }
    let next =
      month == 12
      ? HTTPDate.days(year: year + 1, month: 1, day: 1) : HTTPDate.days(year: year, month: month + 1, day: 1)
    guard day <= next - HTTPDate.days(year: year, month: month, day: 1) else { return nil }
    var seconds = Double(HTTPDate.days(year: year, month: month, day: day) * 86_400)
    if parts.count == 2 {
      guard date.count == 3, let clock = Self.seconds(parts[1]) else { return nil }
      seconds += clock
    }
    return Int((seconds * 1000).rounded())
  }

  private static func seconds(_ text: Substring) -> Double? {
    var text = text
    var shift = 0.0
    if text.last == "Z" || text.last == "z" {
      text = text.dropLast()
    } else if let sign = text.lastIndex(where: { $0 == "+" || $0 == "-" }) {
      let zone = text[text.index(after: sign)...].split(separator: ":")
      guard zone.count == 2, let hours = number(zone[0], 0...14), let minutes = number(zone[1], 0...59) else {
        return nil
      }
      shift = Double(hours * 3600 + minutes * 60) * (text[sign] == "+" ? -1 : 1)
      text = text[..<sign]
    }
    let clock = text.split(separator: ":", omittingEmptySubsequences: false)
    guard 2...3 ~= clock.count, let hour = number(clock[0], 0...23), let minute = number(clock[1], 0...59) else {
      return nil
    }
    guard clock.count == 3 else { return Double(hour * 3600 + minute * 60) + shift }
    guard let second = Double(clock[2]), second >= 0, second < 61 else { return nil }
    return Double(hour * 3600 + minute * 60) + second + shift
  }

  private static func number(_ text: Substring, _ range: ClosedRange<Int>) -> Int? {
    guard text.utf8.allSatisfy({ 48...57 ~= $0 }), let value = Int(text), range.contains(value) else { return nil }
    return value
  }

  static var schema: JSONValue { ["type": ["string", "number"]] }
  static var words: String { "a time such as `2026-03-01T12:00:00Z`, or two with `/` between them" }
}
