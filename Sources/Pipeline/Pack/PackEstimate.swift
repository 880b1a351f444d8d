import Diagnostics
import DocumentModel
import Geodesy
import LayerSources
import Transport

/// What a package will cost, said before the first request.
struct PackEstimate {
  /// A street map's tile of 256 pixels as PNG, rounded.
  static let bytesOfATile = 16_000

  let plan: PackPlan
  let settings: ProjectSettings
  let mode: FetchMode

  /// Lines for people: what is packed, who is asked and how, and whose terms are to be kept.
  var lines: [String] {
    plan.parts.flatMap { part -> [String] in
      let count = part.tileset.ranges.reduce(0) { $0 + $1.count }
      let bytes = Double(count) * Double(Self.bytesOfATile)
      var lines = [
        "layer `\(part.layer.id)`: \(Self.levelWords(part.tileset)), \(ReadableNumber.grouped(Double(count))) "
          + "\(count == 1 ? "tile" : "tiles"), about \(Self.size(bytes))"
      ]
      lines += part.remarks.map { "  note: \($0)" }
      guard part.source.description.isRemote else { return lines }
      if mode == .offline { return lines + ["  from the cache alone (`--offline`)"] }
      if let host = part.host { lines += ["  " + manner(of: host, count), "  " + terms(of: host, part)] }
      return lines
    }
  }

  private static func levelWords(_ tileset: Tileset) -> String {
    let numbers = tileset.levels.map(\.number)
    let isRow = zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 }
    if numbers.count == 1 { return "level \(numbers[0])" }
    return "levels " + (isRow ? "\(numbers[0]) to \(numbers[numbers.count - 1])" : Self.list(numbers))
  }

  private static func list(_ numbers: [Int]) -> String { numbers.map(String.init).joined(separator: ", ") }

  private static func size(_ bytes: Double) -> String {
    bytes < 1e9 ? ReadableNumber.bytes(Int(bytes)) : "\(ReadableNumber.fixed(bytes / 1e9, places: 1)) GB"
  }

  private func manner(of host: PackPlan.Host, _ count: Int) -> String {
    let settings = self.settings.hosts[host.withPort] ?? self.settings.hosts[host.name] ?? HostSettings()
    var words = "asks `\(host.withPort)` over at most \(Report.count(settings.connections, "connection"))"
    if let rate = settings.requestsPerSecond {
      words +=
        ", \(ReadableNumber.fixed(rate, places: 2)) requests a second at most: "
        + "\(PackProgress.time(Double(count) / rate)) at least"
    }
    return words
  }

  private func terms(of host: PackPlan.Host, _ part: PackPlan.Part) -> String {
    let credit = part.tileset.attribution.map { " (\($0))" } ?? ""
    return "its provider's terms are not known to mapdoc\(credit): make sure that `\(host.name)` allows copies"
  }
}

/// Words for a line of progress.
package enum PackProgress {
  /// `42 s`, `12 min`, `3 h 20 min`.
  package static func time(_ seconds: Double) -> String {
    let whole = Int(min(max(seconds, 0), 1e9).rounded())
    if whole < 100 { return "\(whole) s" }
    if whole < 6000 { return "\(whole / 60) min" }
    return "\(whole / 3600) h \(whole % 3600 / 60) min"
  }
}
