import DocumentModel
import Geodesy
import Transport

/// A kind of layer that is drawn from tiles, in one file with all that is particular to it.
package protocol TiledLayerKind: LayerKind {
  /// Opens the source: reads its metadata, never a tile. A service is asked through `context`, which may forbid it.
  /// - Throws: ``SourceError``.
  func open(_ layer: Layer, _ keys: TiledKeys, in context: SourceContext) async throws(SourceError)
    -> any TileSource
}

extension TiledLayerKind {
  package static var family: LayerFamily { .tiled }
}

/// A source that has been opened: what it says of itself, and how one of its tiles is got.
package protocol TileSource: Sendable {
  var description: LayerDescription { get }
  /// Equal for sources whose tiles are the same, in any document of the run: the key of the decoded-tile cache.
  var identity: String { get }
  /// Of what all its tiles are taken from, where that can be replaced as a whole: a file on the web. `nil` for others.
  var version: String? { get }
  /// What it noticed while it was opened: metadata that disagrees, levels without tiles.
  var remarks: [SourceRemark] { get }
  /// The same source, its tiles those of the one of its schemes that the map takes.
  func serving(_ scheme: TilingScheme) -> any TileSource
  /// The same source for one picture, for kinds that draw with regard to the whole of it.
  /// - Parameter area: What the picture shows of the layer, in `reference`, which need not be that of the tiles.
  func showing(_ area: ShownArea, in reference: SpatialReference) -> any TileSource
  /// Names that its tiles show and that can be drawn upright on the page instead; `nil` for all kinds but one.
  var names: TileNames? { get }
  /// The same source, its tiles without those names.
  func withoutNames() -> any TileSource
  /// Where a tile comes from. Quick for remote kinds, which wait for nothing; a package on disk reads it.
  func tile(_ index: TileIndex) throws(SourceError) -> TileLocation
  /// What an answer over HTTP to a request means; only for tiles that were `.remote`.
  func answer(to response: Response, for request: Request) throws(SourceError) -> TileAnswer
  /// The same for kinds whose answers must be those of one tile: a picture of the size that was asked for.
  func answer(to response: Response, for request: Request, of tile: TileIndex) throws(SourceError) -> TileAnswer
  /// Whether there are tiles that could be copied into a package; not where mapdoc draws them, or one picture is all.
  var hasOwnTiles: Bool { get }
  /// The file that is the one picture of the source; `nil` for others.
  var picturePath: String? { get }
  /// Files of which its tiles are drawn here, and which say whether a picture is out of date; empty for others, of which the
  /// tiles themselves say it.
  var ownFiles: [String] { get }
}

extension TileSource {
  package var remarks: [SourceRemark] { [] }

  package var hasOwnTiles: Bool { true }

  package var picturePath: String? { nil }

  package var ownFiles: [String] { [] }

  package var version: String? { nil }

  /// For sources of one scheme.
  package func serving(_ scheme: TilingScheme) -> any TileSource { self }

  /// For sources whose tiles are the same in every picture.
  package func showing(_ area: ShownArea, in reference: SpatialReference) -> any TileSource { self }

  package var names: TileNames? { nil }

  package func withoutNames() -> any TileSource { self }

  package func answer(to response: Response, for request: Request, of tile: TileIndex) throws(SourceError) -> TileAnswer
  {
    try answer(to: response, for: request)
  }

  /// What HTTP means: kinds whose servers hide an error in a 200 have their own.
  package func answer(to response: Response, for request: Request) throws(SourceError) -> TileAnswer {
    request.absentStatuses.contains(response.status) ? .absent : .picture(EncodedPicture(bytes: response.body))
  }
}

/// Names that mapdoc writes itself on tiles, or beside them.
package enum TileNames: Sendable, Hashable {
  /// Those of the built-in world.
  case world
}

/// Where a tile comes from.
package enum TileLocation: Sendable {
  case here(TileAnswer)
  /// Complete: with the layer's headers, time-out and absent statuses.
  case remote(Request)
  /// Known when this has been answered, as a part of an index may have to be: what the answer says is where to go on. It
  /// is called before the answer enters the cache; the request has no absent statuses.
  case after(Request, @Sendable (Response) throws(SourceError) -> TileLocation)
}

/// What a source says of one tile for good.
package enum TileAnswer: Sendable, Hashable {
  case picture(EncodedPicture)
  case absent
}

/// The bytes of a picture, in whatever format they are: what they are is found from the bytes, never from a name.
package struct EncodedPicture: Sendable, Hashable {
  package let bytes: [UInt8]
  /// Not `nil` for a picture that was drawn here: `bytes` are then premultiplied R, G, B, A rows of that size.
  package let rawSize: PixelSize?
  /// The source has no other picture, so that it is decoded once.
  package let isSameOnEachTile: Bool
  /// What of it does not belong to the tile, and is cut away.
  package let margins: PixelMargins

  package init(
    bytes: [UInt8], rawSize: PixelSize? = nil, isSameOnEachTile: Bool = false, margins: PixelMargins = .none
  ) {
    self.bytes = bytes
    self.rawSize = rawSize
    self.isSameOnEachTile = isSameOnEachTile
    self.margins = margins
  }
}

/// What keeps a source from being opened or read. Messages are lower case, without full stop, and name the value.
package enum SourceError: Error, Sendable, Hashable {
  case notFound(path: String)
  /// Damaged; `place` is a byte offset, an element or a row, as "byte 1024" or "element TileCols".
  case unreadable(path: String, place: String?, reason: String)
  /// A good file of another kind: vector tiles; `reason` says what it is and what would read it.
  case otherKind(path: String, reason: String)
  case empty(path: String, reason: String)
  case unknownReference(definition: String, path: String, reason: String)
  /// A tile that mapdoc draws itself could not be drawn: a library or a font is missing.
  case notDrawn(reason: String)
  /// A document key that does not fit the source: `key` is where the finding points.
  case badKey(key: String, reason: String, hint: String?)
  /// Numbers that can be no coordinates of the reference that they are said to be in.
  case badCoordinates(path: String, place: String, reason: String, hint: String)
  /// The document's `where` cannot be decided for a feature.
  case undecided(reason: String, hint: String?)
  /// A library that reads such files is not there; `reason` says what would be read by which.
  case libraryMissing(reason: String, hint: String)
  /// What a server sent in place of a tile, with a status of success: an error in its own words, lower case.
  case noTile(reason: String)
  /// Only the service at this address knows, and services may not be asked. Secrets in the address are hidden.
  case mayNotAsk(address: String)
  /// The service was asked and gave no answer that can be used; `expected` says what it should have been.
  case notAnswered(FetchError, expected: String)
}

/// Something worth a warning that a source noticed about itself.
package enum SourceRemark: Sendable, Hashable {
  case metadataDisagrees(String)
  case levelWithoutTiles([Int])
  case policyNotMet(String, hint: String)
  /// Something of how a service draws its features by itself.
  case lookLeftOut(String)
  /// Texts of a file that does not say what they are written in were read as this.
  case encodingGuessed(String)
}

/// What sources may use of their surroundings.
package struct SourceContext: Sendable {
  /// The basemap's scheme, once it is known: what `debug` and `pattern` draw on.
  package let basemapScheme: TilingScheme?
  /// Draws tiles of the kinds that have no picture of their own.
  package let painter: any TilePainting
  /// Device pixels in a logical pixel of the picture: `{r}` is `@2x` from 1.5 on.
  package let pixelRatio: Double
  /// An address for the User-Agent, from the project file.
  package let contact: String?
  /// Asks services what they hold; `nil` where none may be asked.
  package let services: (any ServiceAsking)?

  package init(
    basemapScheme: TilingScheme? = nil, painter: any TilePainting, pixelRatio: Double = 1,
    contact: String? = nil, services: (any ServiceAsking)? = nil
  ) {
    self.basemapScheme = basemapScheme
    self.painter = painter
    self.pixelRatio = pixelRatio
    self.contact = contact
    self.services = services
  }

  /// The same surroundings over a basemap whose tiling scheme is known.
  package func over(_ basemapScheme: TilingScheme?) -> SourceContext {
    SourceContext(
      basemapScheme: basemapScheme, painter: painter, pixelRatio: pixelRatio, contact: contact, services: services)
  }
}

/// Drawing for `builtin` and `debug`: Rendering does it, handed over by the pipeline.
package protocol TilePainting: Sendable {
  /// The built-in world: a tile of `size` pixels that shows `extent` of EPSG:3857 or EPSG:4326, its lines and letters
  /// `pixelRatio` times as large; with names, none of which is cut at the edge of what is `shown` in the whole picture, in the
  /// same reference, or without any.
  /// - Throws: ``SourceError/notDrawn(reason:)``.
  func world(
    _ extent: Extent, in reference: SpatialReference, size: PixelSize, pixelRatio: Double, hasNames: Bool,
    shown: ShownArea?
  ) throws(SourceError) -> EncodedPicture
  /// A tile's edge and its level, row and column.
  /// - Throws: ``SourceError/notDrawn(reason:)``.
  func outline(of tile: TileIndex, size: PixelSize) throws(SourceError) -> EncodedPicture
}
