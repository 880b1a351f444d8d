import Geodesy
import LayerSources
import Synchronization
import Transport

/// Finds out where a tile is, asking for the parts of an index that lie on the way to it.
struct TileLookup: Sendable {
  let fetcher: any Fetching

  /// Where a tile is, once nothing more has to be asked to know it.
  enum Place: Sendable {
    case here(TileAnswer)
    case remote(Request)
  }

  /// Parts of an index that lie in each other: more than any kind has.
  private static let most = 8

  func place(of index: TileIndex, in source: any TileSource) async throws(TileFailure) -> Place {
    var location: TileLocation
    do { location = try source.tile(index) } catch { throw .source(error) }
    for _ in 0...Self.most {
      switch location {
      case .here(let answer): return .here(answer)
      case .remote(let request): return .remote(request)
      case .after(let request, let next): location = try await answered(request, next)
      }
    }
    let place = "level \(index.level), row \(index.row), column \(index.column)"
    throw .source(.noTile(reason: "\(place): an index of more than \(Self.most) parts in each other"))
  }

  private func answered(
    _ request: Request, _ next: @escaping @Sendable (Response) throws(SourceError) -> TileLocation
  ) async throws(TileFailure) -> TileLocation {
    let result = Mutex<TileLocation?>(nil)
    let response: Response
    do throws(FetchError) {
      response = try await fetcher.fetch(request) { response throws(UnusableAnswer) in
        let location: TileLocation
        do throws(SourceError) { location = try next(response) } catch { throw UnusableAnswer(reason: error.words) }
        result.withLock { $0 = location }
      }
    } catch {
      throw .fetch(error)
    }
    // Another tile's question may have run for a shared request: then its answer is read here.
    if let location = result.withLock({ $0 }) { return location }
    do throws(SourceError) { return try next(response) } catch { throw .source(error) }
  }
}
