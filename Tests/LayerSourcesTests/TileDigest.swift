import TestSupport

@testable import LayerSources

/// Digests of all tiles of a source, for tables that another program made.
enum TileDigest {
  /// SHA-256 of a line "level/row/column:SHA-256 of the tile" for each tile, in that order.
  static func of(_ source: any TileSource, levels: ClosedRange<Int>, columns: Int, rows: Int) throws -> (Int, String) {
    var text = ""
    var count = 0
    for level in levels {
      for row in 0..<rows {
        for column in 0..<columns {
          guard let bytes = try source.bytes(level, column, row) else { continue }
          text += "\(level)/\(row)/\(column):\(PlainSHA256.hex(bytes))\n"
          count += 1
        }
      }
    }
    return (count, PlainSHA256.hex(Array(text.utf8)))
  }

  /// Compares with each row of an `expected-tiles.csv`: level, row, column, bytes, SHA-256.
  static func differences(of source: any TileSource, from table: String) throws -> [String] {
    let rows = try Fixtures.rows(table)
    var differences = rows.count > 1 ? [] : ["the table is empty"]
    for row in rows {
      let numbers = row.prefix(3).compactMap { Int($0) }
      guard let bytes = try source.bytes(numbers[0], numbers[2], numbers[1]) else {
        differences.append("\(row): absent")
        continue
      }
      if String(bytes.count) != row[3] || PlainSHA256.hex(bytes) != row[4] { differences.append("\(row): other bytes") }
    }
    return differences
  }

  /// What a piece of work throws, in words.
  static func failure(_ work: () throws -> Any) -> String {
    do {
      _ = try work()
      return "nothing"
    } catch let error as SourceError {
      switch error {
      case .unreadable(_, let place, let reason): return [place, reason].compactMap { $0 }.joined(separator: ": ")
      case .otherKind(_, let reason), .empty(_, let reason): return reason
      case .unknownReference(let definition, _, let reason): return "\(definition): \(reason)"
      case .badKey(let key, let reason, let hint): return "\(key): \(reason); \(hint ?? "")"
      case .notFound: return "not found"
      case .notDrawn(let reason), .noTile(let reason): return reason
      case .mayNotAsk(let address): return "may not ask \(address)"
      case .notAnswered(let error, _): return "\(error)"
      case .badCoordinates, .undecided, .libraryMissing: return "\(error)"
      }
    } catch { return "\(error)" }
  }
}
