import DocumentModel
import Geodesy
import LayerSources
import Rendering
import Transport

/// Why a tile could not be had.
struct TileProblem: Error { let failure: TileFailure }

extension PackSession {
  /// - Returns: `nil` for a tile that its source does not have.
  func get(_ tile: TileIndex, of part: Int) async throws(TileProblem) -> (
    bytes: [UInt8], header: PictureHeader
  )? {
    let source = plan.parts[part].source
    let answer: TileAnswer
    switch try await place(of: tile, in: source) {
    case .here(let here): answer = here
    case .remote(let request):
      let response = try await asked(request)
      do throws(SourceError) { answer = try source.answer(to: response, for: request) } catch {
        throw TileProblem(failure: .source(error))
      }
    }
    guard case .picture(let encoded) = answer else { return nil }
    return (encoded.bytes, try checked(encoded.bytes, tile, part))
  }

  private func place(of tile: TileIndex, in source: any TileSource) async throws(TileProblem) -> TileLookup.Place {
    do throws(TileFailure) { return try await TileLookup(fetcher: fetcher).place(of: tile, in: source) } catch {
      throw TileProblem(failure: error)
    }
  }

  private func asked(_ request: Request) async throws(TileProblem) -> Response {
    do throws(FetchError) {
      return try await fetcher.fetchUnstored(request) { [self] in !isStopped }
    } catch { throw TileProblem(failure: .fetch(error)) }
  }

  /// Only the head is looked at: what it says must be a picture of a size that is drawn.
  private func checked(_ bytes: [UInt8], _ tile: TileIndex, _ part: Int) throws(TileProblem) -> PictureHeader {
    let header = PictureHeader(of: bytes)
    let place = "level \(tile.level), row \(tile.row), column \(tile.column)"
    guard header.format.isPicture else {
      throw TileProblem(failure: .undecodable(place: .tile(place), reason: "\(header.format.words), not a picture"))
    }
    guard let size = header.size else {
      throw TileProblem(
        failure: .undecodable(place: .tile(place), reason: "\(header.format.words) whose head is cut short"))
    }
    guard size.width <= limits[part].side, size.height <= limits[part].side else {
      throw TileProblem(
        failure: .undecodable(
          place: .tile(place),
          reason:
            "\(header.format.words) of \(size.width) x \(size.height) pixels, more than the \(limits[part].side) a "
            + "side that are drawn"))
    }
    return header
  }
}

extension TileFailure {
  /// It says something of the tile that will not be better later.
  var isForGood: Bool {
    switch self {
    case .undecodable, .source, .fetch(.refused), .fetch(.unusable), .fetch(.answerTooLarge): true
    case .fetch: false
    }
  }
}
