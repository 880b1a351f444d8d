import Geodesy
import LayerSources

/// Reads a finished package back with the reader of documents, before it gets its name.
struct PackCheck {
  let plan: PackPlan
  let target: any PackageTarget
  let path: String

  /// Where there are no more tiles than this, each is looked for.
  private static let most = 4096

  /// - Parameters:
  ///   - expected: How many tiles there are in each part.
  ///   - sample: Tiles with the digests of their bytes when they came.
  /// - Throws: `notAsWritten` with the tile that is not there, or that is another one.
  func run(expected: [Int], sample: [(number: Int, digest: TileFingerprint)]) throws(PackageError) {
    var readers: [(any TileSource)?] = []
    for (index, count) in expected.enumerated() {
      // A table without tiles opens no layer.
      readers.append(count == 0 ? nil : try opened(index))
    }
    for (number, digest) in sample {
      let (part, tile) = plan.tile(number)
      guard let reader = readers[part] else { throw failure(tile, "its table is empty") }
      guard let bytes = try bytes(of: target.read(tile, in: part), reader) else {
        throw failure(tile, "it is not there")
      }
      guard TileFingerprint(of: bytes) == digest else { throw failure(tile, "its \(bytes.count) bytes are other ones") }
    }
    try count(expected, readers)
  }

  /// Where they are few, as many tiles as were written must be found.
  private func count(_ expected: [Int], _ readers: [(any TileSource)?]) throws(PackageError) {
    guard plan.count <= Self.most else { return }
    var found = Array(repeating: 0, count: expected.count)
    for number in 0..<plan.count {
      let (part, tile) = plan.tile(number)
      guard let reader = readers[part] else { continue }
      if try bytes(of: target.read(tile, in: part), reader) != nil { found[part] += 1 }
    }
    for (part, count) in found.enumerated() where count != expected[part] {
      throw .notAsWritten(
        path: path,
        reason: "layer `\(plan.parts[part].layer.id)` has \(count) tiles in it, and \(expected[part]) were written")
    }
  }

  private func opened(_ part: Int) throws(PackageError) -> any TileSource {
    do throws(SourceError) { return try target.open(path, tileset: part) } catch {
      throw .notAsWritten(path: path, reason: error.words)
    }
  }

  private func bytes(of tile: TileIndex, _ reader: any TileSource) throws(PackageError) -> [UInt8]? {
    do throws(SourceError) {
      guard case .here(.picture(let picture)) = try reader.tile(tile) else { return nil }
      return picture.bytes
    } catch {
      throw .notAsWritten(path: path, reason: error.words)
    }
  }

  private func failure(_ tile: TileIndex, _ reason: String) -> PackageError {
    .notAsWritten(
      path: path, reason: "tile \(tile.level)/\(tile.row)/\(tile.column) (level, row, column): \(reason)")
  }
}
