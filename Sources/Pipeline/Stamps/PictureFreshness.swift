import DocumentModel
import Geodesy
import LayerSources
import Resolving
import Transport

/// Decides whether a picture is up to date, and says what it was made of.
struct PictureFreshness: Sendable {
  let opened: OpenedDocument
  let rendition: Rendition
  let texts: [(key: String, value: String)]
  let digests: FileDigests

  /// Digest of all that makes the picture but its tiles.
  var recipe: String {
    var text =
      "\(Version.text)\n\(rendition.format.rawValue) \(rendition.quality ?? 0) \(rendition.georeference.rawValue)\n"
    text += "\(rendition.choice.bookmark ?? "")\n\(rendition.choice.canvas)\n"
    for (key, value) in texts { text += "\(key)=\(value)\n" }
    // What a source says of itself: origin, levels, extent; and which version of it there is.
    for id in opened.sources.keys.sorted() {
      text += "\(id) \(opened.sources[id].map { "\($0.description)" } ?? "")\n"
      if let version = opened.sources[id]?.version { text += "version \(version)\n" }
      // Of pictures and rasters the files: touching them changes nothing.
      for path in opened.sources[id]?.ownFiles ?? [] { text += "\(path) \(digests.fingerprint(of: path) ?? "-")\n" }
    }
    for file in opened.document.dataFiles { text += "data \(SHA256.digest(of: file.bytes).hex)\n" }
    // Of features the files themselves: what they say changes nothing in the document.
    for id in opened.features.keys.sorted() {
      guard let source = opened.features[id] else { continue }
      if let version = source.version { text += "version \(version)\n" }
    }
    for layer in opened.document.layers.flatMap(\.leaves) {
      guard case .features(let kind, let keys) = layer.content else { continue }
      let symbols = keys.symbols + (opened.features[layer.id]?.ownSymbols ?? [])
      let pictures = symbols.images.compactMap { if case .file(let path) = $0.form { path } else { nil } }
      for path in kind.localFiles + pictures {
        text += "\(path) \(digests.sha256(of: path) ?? "-")\n"
      }
    }
    return SHA256.digest(of: Array(text.utf8) + opened.document.node.canonicalText()).hex
  }

  /// True when the picture is there, unchanged, and all that made it is as it was. Without a network.
  func isUpToDate(_ map: ResolvedMap, stamps: StampFolder, fetcher: Fetcher) -> Bool {
    guard let stamp = stamps.stamp(of: rendition.path), stamp.recipe == recipe,
      FileState(of: rendition.path) == stamp.picture, hasItsWorldFile
    else { return false }
    let drawn = map.layers.flatMap(\.drawnLeaves).filter { opened.hasChangingTiles($0) }
    guard drawn.map(\.layer.id) == stamp.tiles.map(\.id) else { return false }
    return zip(drawn, stamp.tiles).allSatisfy { resolved, known in
      opened.tilesAreUnchanged(of: resolved, known, fetcher: fetcher)
    }
  }

  private var hasItsWorldFile: Bool {
    rendition.georeference != .worldfile
      || WorldFile.paths(beside: rendition.path).allSatisfy { FileState(of: $0) != nil }
  }

  /// What is kept of the tiles after a picture has been drawn; `nil` when some of them must not count (failed, stale).
  func tiles(of suppliers: [LayerSupplier]) -> [Stamp.Layer]? {
    var layers: [Stamp.Layer] = []
    for supplier in suppliers where supplier.hasChangingTiles {
      let record = supplier.outcome
      guard record.failures.isEmpty, record.staleReason == nil else { return nil }
      func digest(_ tile: TileIndex) -> String { record.digests[tile].map { String($0.prefix(16)) } ?? "-" }
      layers.append(
        Stamp.Layer(
          id: supplier.layer.id, digests: supplier.placement.indices.map(digest),
          parents: record.consultedParents.map { Stamp.Parent(tile: $0, digest: digest($0)) }))
    }
    return layers
  }
}

extension OpenedDocument {
  /// Tiles that come from somewhere; those that are drawn by this version are covered by the recipe.
  fileprivate func hasChangingTiles(_ resolved: ResolvedLayer) -> Bool {
    sources[resolved.layer.id].map { resolved.layer.hasChangingTiles(from: $0) } ?? false
  }

  fileprivate func tilesAreUnchanged(of resolved: ResolvedLayer, _ known: Stamp.Layer, fetcher: Fetcher) -> Bool {
    guard let placement = resolved.tiles, let source = sources[resolved.layer.id]?.serving(placement.scheme),
      placement.tileCount == known.digests.count
    else { return false }
    do throws(SourceError) {
      for (index, digest) in zip(placement.indices, known.digests) {
        guard try source.isUnchanged(index, digest, fetcher: fetcher) else { return false }
      }
      for parent in known.parents {
        guard try source.isUnchanged(parent.tile, parent.digest, fetcher: fetcher) else { return false }
      }
      return true
    } catch {
      // Drawing it says what is wrong.
      return false
    }
  }
}

extension TileSource {
  /// True where a tile is what it was, as far as that can be known without a network.
  fileprivate func isUnchanged(_ tile: TileIndex, _ digest: String, fetcher: Fetcher) throws(SourceError) -> Bool {
    switch try self.tile(tile) {
    case .remote(let request):
      // What the cache no longer holds was not changed by anyone: time alone never makes a map stale.
      fetcher.storedDigest(for: request).map { $0.prefix(16) == digest } ?? true
    case .here(.picture(let picture)): SHA256.digest(of: picture.bytes).hex.prefix(16) == digest
    case .here(.absent): digest == "-"
    // The index has changed only with the version of its file, which is in the recipe.
    case .after: true
    }
  }
}

extension ResolvedLayer {
  /// The layers of a group that are drawn, in drawing order.
  var drawnLeaves: [ResolvedLayer] {
    guard isDrawn else { return [] }
    if case .group = layer.content { return children.flatMap(\.drawnLeaves) }
    return [self]
  }
}

extension TilePlacement {
  /// Row by row from the top, each from the left, each tile once: the order in which a picture needs them.
  var indices: [TileIndex] {
    if let warp { return warp.tiles.indices }
    let distinct = drawnColumns
    return rows.flatMap { row in distinct.map { tile(TileIndex(level: level.number, column: $0, row: row)) } }
  }
}

extension Layer {
  /// Tiles come from a server or from files; those of other kinds are drawn by this version of mapdoc.
  func hasChangingTiles(from source: any TileSource) -> Bool {
    guard case .tiled(let kind, _) = content else { return false }
    return source.description.isRemote || !kind.localFiles.isEmpty && source.ownFiles.isEmpty
  }
}
