import DocumentModel
import Geodesy
import LayerSources
import Transport

/// Every tile that goes into a package, numbered from 0: tileset by tileset, the coarsest level first, columns before rows,
/// which is the order in which packages keep them.
struct PackPlan: Sendable {
  /// A layer, what is packed of it, and where its tiles come from.
  struct Part: Sendable {
    let layer: Layer
    let tileset: Tileset
    let source: any TileSource
    /// What is worth telling: levels that were asked for and are not there.
    let remarks: [String]

    /// The server that is asked for the first tile: others of the layer belong to the same provider. `nil` where none is.
    var host: Host? {
      guard let range = tileset.ranges.first else { return nil }
      let first = TileIndex(level: range.level, column: range.columns.lowerBound, row: range.rows.lowerBound)
      guard case .remote(let request)? = try? source.tile(first) else { return nil }
      return Host(of: request.address)
    }
  }

  /// Of an address.
  struct Host: Sendable, Hashable {
    /// In small letters.
    let name: String
    let withPort: String

    init?(of address: String) {
      guard let start = address.firstRange(of: "://")?.upperBound else { return nil }
      let authority = address[start...].prefix { !"/?#".contains($0) }.split(separator: "@").last ?? ""
      let text = authority.lowercased()
      let colon = text.lastIndex(of: ":")
      let isPort = colon.map { Int(text[text.index(after: $0)...]) != nil } ?? false
      withPort = text
      name = String(text[..<(isPort ? colon ?? text.endIndex : text.endIndex)])
      if name.isEmpty { return nil }
    }
  }

  private struct Segment: Sendable {
    let part: Int
    let range: TileRange
    let first: Int
  }

  let parts: [Part]
  let count: Int
  private let segments: [Segment]

  init(_ parts: [Part]) {
    self.parts = parts
    var segments: [Segment] = []
    var count = 0
    for (index, part) in parts.enumerated() {
      for range in part.tileset.ranges {
        segments.append(Segment(part: index, range: range, first: count))
        count = min(count + range.count, Self.most + 1)
      }
    }
    self.segments = segments
    self.count = count
  }

  /// More tiles are not packed at once: a country down to its houses is a tenth of it.
  static let most = 1_000_000_000

  /// - Parameter number: From 0 to below ``count``.
  func tile(_ number: Int) -> (part: Int, tile: TileIndex) {
    var (low, high) = (0, segments.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if segments[middle].first <= number { low = middle } else { high = middle }
    }
    let segment = segments[low]
    let (column, row) = (number - segment.first).quotientAndRemainder(dividingBy: segment.range.rows.count)
    return (
      segment.part,
      TileIndex(
        level: segment.range.level, column: segment.range.columns.lowerBound + column,
        row: segment.range.rows.lowerBound + row)
    )
  }

  /// The same for the same tiles of the same sources on their way into the same kind of package.
  func digest(for target: String) -> String {
    var text = target
    for part in parts {
      text += "\n\(part.tileset.id)\n\(part.source.identity)\n\(part.tileset.scheme.reference.definition)"
      text += " \(part.tileset.scheme.origin) \(part.tileset.scheme.levels)"
      for range in part.tileset.ranges { text += "\n\(range.level) \(range.columns) \(range.rows)" }
    }
    return SHA256.digest(of: Array(text.utf8)).hex
  }

  /// Tiles that have to be asked for over a network.
  var remoteCount: Int {
    parts.reduce(0) { sum, part in
      part.source.description.isRemote ? sum + part.tileset.ranges.reduce(0) { $0 + $1.count } : sum
    }
  }
}
