import Diagnostics
import DocumentModel
import FoundationEssentials
import Transport

/// `cache`: what the tile cache holds, and how it is emptied.
package struct CacheVerb: Sendable {
  package enum Outcome: Sendable {
    case text(String)
    /// Why the cache could not be looked at or changed.
    case failed(String)
  }

  private let cache: TileCache?
  /// In bytes.
  private let limit: Int

  /// The cache of the project that the working folder belongs to.
  ///
  /// - Parameter folder: Of `--cache`.
  package init(folder: String?) {
    let settings = ProjectSettings.load(root: DocumentMerger.projectRoot(of: PathResolution.absolute("map.yaml"))).0
    limit = settings.cacheLimit
    cache = CacheFolder.path(option: folder, settings: settings).map {
      TileCache(folder: $0, limit: settings.cacheLimit)
    }
  }

  /// The bytes that a text such as `500MB` stands for; `nil` when it stands for none.
  package static func bytes(_ text: String) -> Int? { FileSize(text)?.bytes }

  /// What it holds, in total, by host and by layer.
  package func info() -> Outcome {
    withCache { cache throws(CacheError) in
      // To look for a cache makes none.
      let totals = cache.isOnDisk ? try cache.totals() : CacheTotals()
      let file = cache.isOnDisk ? ReadableNumber.bytes(totals.fileBytes) : "none yet"
      var lines = [
        "folder   \(cache.folder)", "file     \(file), at most \(ReadableNumber.bytes(limit))",
        "answers  \(totals.count), \(ReadableNumber.bytes(totals.bytes))",
      ]
      lines += Self.table("host", totals.hosts)
      lines += Self.table("layer", totals.layers)
      return lines.joined(separator: "\n") + "\n"
    }
  }

  /// All of it, or what one host sent, or what one layer asked for.
  package func clear(host: String?, layer: String?) -> Outcome {
    withCache { cache throws(CacheError) in
      guard cache.isOnDisk else { return "removed \(Report.count(0, "answer"))\n" }
      var count = 0
      if let host { count += try cache.clear(.host(host.lowercased())) }
      if let layer { count += try cache.clear(.layer(layer)) }
      if host == nil, layer == nil { count = try cache.clear(.all) }
      return "removed \(Report.count(count, "answer"))\n"
    }
  }

  /// What was last used longer ago than so many seconds, then the least recently used down to a bound in bytes.
  package func prune(bytes: Int?, olderThan age: Double?) -> Outcome {
    withCache { cache throws(CacheError) in
      guard cache.isOnDisk else { return "removed \(Report.count(0, "answer"))\n" }
      let moment = age.map { Int(Date.now.timeIntervalSince1970 - $0) }
      let count = try cache.prune(toBytes: bytes, unusedSince: moment)
      return "removed \(Report.count(count, "answer"))\n"
    }
  }

  private func withCache(_ body: (TileCache) throws(CacheError) -> String) -> Outcome {
    guard let cache else { return .failed("there is no cache folder: name one with `--cache DIR` or MAPDOC_CACHE") }
    do throws(CacheError) {
      let text = try body(cache)
      if let warning = cache.warnings.first { return .failed(warning.message) }
      return .text(text)
    } catch {
      return .failed("`\(error.path)`: \(error.reason)")
    }
  }

  private static func table(_ head: String, _ shares: [CacheTotals.Share]) -> [String] {
    guard !shares.isEmpty else { return [] }
    let width = ([head] + shares.map(\.name)).map { TextWidth.columns($0) }.max() ?? 0
    return ["", "\(TextWidth.padded(head, to: width))  answers        size"]
      + shares.map {
        TextWidth.padded($0.name, to: width) + "  " + TextWidth.rightAligned(String($0.count), to: 7) + "  "
          + TextWidth.rightAligned(ReadableNumber.bytes($0.bytes), to: 10)
      }
  }
}
