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
    let limit = PictureLimit.ofTile(source.description)
    do throws(TileFailure) {
      switch try await TileLookup(fetcher: fetcher).place(of: index, in: source) {
      case .here(.absent): return LoadedTile(content: .absent, cost: .none, digest: nil)
      case .here(.picture(let encoded)) where encoded.isSameOnEachTile:
        let key = TileStore.Key(source: source.identity, tile: nil)
        return await store.tile(key) { decoded(encoded, index: index, of: source, limit) }.tile
      case .here(.picture(let encoded)): return decoded(encoded, index: index, of: source, limit)
      case .remote(let request): return await fetched(request, for: index, from: source, limit)
      }
    } catch {
      return LoadedTile(content: .failed(error), cost: .none, digest: nil)
    }
  }

  private func decoded(
    _ encoded: EncodedPicture, index: TileIndex, of source: any TileSource, _ limit: PictureLimit
  ) -> LoadedTile {
    if let size = encoded.rawSize {
      return LoadedTile(content: .picture(Picture(size: size, bytes: encoded.bytes)), cost: .none, digest: nil)
    }
    let digest = SHA256.digest(of: encoded.bytes).hex
    do {
      let picture = try PictureDecoder.decode(
        encoded.bytes, limit: limit, isAsStored: source.description.drawing != nil)
      return LoadedTile(content: .picture(picture), cost: .none, digest: digest)
    } catch {
      let place =
        source.picturePath.map { .picture(path: $0) }
        ?? TileFailure.Place.tile("level \(index.level), row \(index.row), column \(index.column)")
      return LoadedTile(
        content: .failed(.undecodable(place: place, reason: "\(error)")), cost: .none, digest: digest)
    }
  }

  /// Fetches a tile; the validator decodes it, so that only pictures enter the cache and each is decoded once.
  private func fetched(
    _ request: Request, for index: TileIndex, from source: any TileSource, _ limit: PictureLimit
  ) async -> LoadedTile {
    let result = Mutex<LoadedTile.Content?>(nil)
    do {
      let response = try await fetcher.fetch(request) { response throws(UnusableAnswer) in
        let content = try Self.content(of: response, to: request, for: index, from: source, limit)
        result.withLock { $0 = content }
      }
      // Another layer's validator may have run for a shared request: then the bytes are decoded here.
      let content =
        try result.withLock { $0 } ?? Self.content(of: response, to: request, for: index, from: source, limit)
      return LoadedTile(content: content, cost: TileCost(of: response), digest: response.digest)
    } catch let error as FetchError {
      return LoadedTile(content: .failed(.fetch(error)), cost: .none, digest: nil)
    } catch {
      return LoadedTile(
        content: .failed(.fetch(.unusable(address: request.address, contentType: nil, reason: "\(error)"))),
        cost: .none, digest: nil)
    }
  }

  private static func content(
    of response: Response, to request: Request, for index: TileIndex, from source: any TileSource,
    _ limit: PictureLimit
  ) throws(UnusableAnswer) -> LoadedTile.Content {
    do {
      switch try source.answer(to: response, for: request, of: index) {
      case .absent: return .absent
      case .picture(let encoded):
        let picture = try PictureDecoder.decode(
          encoded.bytes, limit: limit, isAsStored: source.description.drawing != nil)
        return .picture(picture.inside(encoded.margins))
      }
    } catch let error as DecodingError {
      // What a service says in place of a picture.
      let report = ServiceReport.words(in: response.body)
      throw UnusableAnswer(reason: "\(error)" + (report.map { ", \($0)" } ?? ""))
    } catch let error as SourceError {
      throw UnusableAnswer(reason: error.words)
    } catch {
      throw UnusableAnswer(reason: "\(error)")
    }
  }
}

extension PictureLimit {
  /// Of one tile: 4096 pixels a side, or twice the scheme's where that is more, and 16 mebipixels (64 MiB) in all, so that
  /// what a server sends cannot decide what memory a map takes. Tiles are 256 or 512 pixels, 1024 on fine screens.
  ///
  /// One picture that is a layer of its own may be as large as any picture.
  static func ofTile(_ description: LayerDescription) -> PictureLimit {
    if description.drawing?.image != nil { return standard }
    let sizes = description.tilingSchemes.map(\.tileSize)
    let side = sizes.map { max($0.width, $0.height) }.max() ?? 256
    return PictureLimit(side: min(max(4096, 2 * side), standard.side), pixels: 16 << 20)
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
