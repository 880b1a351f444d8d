import DocumentModel
import Geodesy
import LayerSources
import Rendering
import Synchronization
import Transport

/// Gets and decodes tiles for the store: the one place where sources, network and codecs meet.
struct TileLoader: Sendable {
  let store: TileStore
  let fetcher: any Fetching

  /// One tile of an opened source, decoded.
  func tile(_ index: TileIndex, of source: any TileSource) async -> (tile: LoadedTile, isShared: Bool) {
    await store.tile(TileStore.Key(source: source.identity, tile: index)) { await load(index, of: source) }
  }

  private func load(_ index: TileIndex, of source: any TileSource) async -> LoadedTile {
    do {
      switch try source.tile(index) {
      case .here(.absent): return LoadedTile(content: .absent, cost: .none, digest: nil)
      case .here(.picture(let encoded)) where encoded.isSameOnEachTile:
        let key = TileStore.Key(source: source.identity, tile: nil)
        return await store.tile(key) { decoded(encoded, index: index) }.tile
      case .here(.picture(let encoded)): return decoded(encoded, index: index)
      case .remote(let request): return await fetched(request, from: source)
      }
    } catch {
      return LoadedTile(content: .failed(.source(error)), cost: .none, digest: nil)
    }
  }

  private func decoded(_ encoded: EncodedPicture, index: TileIndex) -> LoadedTile {
    if let size = encoded.rawSize {
      return LoadedTile(content: .picture(Picture(size: size, bytes: encoded.bytes)), cost: .none, digest: nil)
    }
    let digest = SHA256.digest(of: encoded.bytes).hex
    do {
      let picture = try PictureDecoder.decode(encoded.bytes)
      return LoadedTile(content: .picture(picture), cost: .none, digest: digest)
    } catch {
      let place = "level \(index.level), row \(index.row), column \(index.column)"
      return LoadedTile(
        content: .failed(.undecodable(place: place, reason: "\(error)")), cost: .none, digest: digest)
    }
  }

  /// Fetches a tile; the validator decodes it, so that only pictures enter the cache and each is decoded once.
  private func fetched(_ request: Request, from source: any TileSource) async -> LoadedTile {
    let result = Mutex<LoadedTile.Content?>(nil)
    do {
      let response = try await fetcher.fetch(request) { response throws(UnusableAnswer) in
        let content = try Self.content(of: response, from: source)
        result.withLock { $0 = content }
      }
      // Another layer's validator may have run for a shared request: then the bytes are decoded here.
      let content = try result.withLock { $0 } ?? Self.content(of: response, from: source)
      return LoadedTile(content: content, cost: TileCost(of: response), digest: response.digest)
    } catch let error as FetchError {
      return LoadedTile(content: .failed(.fetch(error)), cost: .none, digest: nil)
    } catch {
      return LoadedTile(
        content: .failed(.fetch(.unusable(address: request.address, contentType: nil, reason: "\(error)"))),
        cost: .none, digest: nil)
    }
  }

  private static func content(of response: Response, from source: any TileSource) throws(UnusableAnswer)
    -> LoadedTile.Content
  {
    do {
      switch try source.answer(to: response) {
      case .absent: return .absent
      case .picture(let encoded): return .picture(try PictureDecoder.decode(encoded.bytes))
      }
    } catch let error as DecodingError {
      throw UnusableAnswer(reason: "\(error)")
    } catch let error as SourceError {
      throw UnusableAnswer(reason: error.words)
    } catch {
      throw UnusableAnswer(reason: "\(error)")
    }
  }
}

extension TileCost {
  init(of response: Response) {
    self.init()
    switch response.origin {
    case .network(let requests): (self.requests, bytes) = (requests, response.body.count)
    case .cache: isFromCache = true
    case .revalidated: (requests, isFromCache) = (1, true)
    case .stale(let reason): (isFromCache, staleReason) = (true, reason)
    }
  }
}
