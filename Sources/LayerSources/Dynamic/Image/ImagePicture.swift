import DocumentModel
import Geodesy
import Transport

/// The picture of an `image` layer, of which so far only the head has been read.
struct ImagePicture: Sendable {
  let place: ImageLayer.Place
  let format: PictureFormat
  /// Columns and rows as they are stored.
  let size: PixelSize
  /// For a picture on the web.
  let request: Request?

  /// The largest file: 256 MiB.
  static let byteLimit = 256 << 20
  /// Sizes stand in the first bytes but for JPEGs with large profiles or previews before them.
  private static let headLength = 1 << 20

  /// Some programs write a little behind a picture.
  private static let tailLength = 64 << 10

  /// Reads the head of a file, or asks for the picture.
  /// - Throws: `notFound`, `unreadable`, `otherKind` for what is no picture or is too large; `mayNotAsk`, `notAnswered`.
  static func opened(
    at place: ImageLayer.Place, _ request: AddressedTiles.RequestTemplate, in context: SourceContext
  ) async throws(SourceError) -> ImagePicture {
    switch place {
    case .file(let path):
      guard case .file(let length)? = LocalFile.kind(of: path) else {
        if LocalFile.kind(of: path) == nil { throw .notFound(path: path) }
        throw .unreadable(path: path, place: nil, reason: "no file stands where a picture is expected")
      }
      guard length <= byteLimit else {
        throw .unreadable(path: path, place: nil, reason: "\(length) bytes, more than the \(byteLimit) that are read")
      }
      var header = PictureHeader(of: LocalFile.head(of: path, count: min(headLength, max(1, length))) ?? [])
      if header.format == .jpeg, header.size == nil, length > headLength {
        header = PictureHeader(of: try LocalFile.bytes(of: path, limit: byteLimit) ?? [])
      }
      let picture = try ImagePicture(at: place, header, path: path, request: nil)
      guard header.format.isEnd(LocalFile.head(of: path, count: tailLength, from: max(0, length - tailLength)) ?? [])
      else {
        throw .unreadable(
          path: path, place: "byte \(length)", reason: "the \(header.format.words.dropFirst(2)) is cut short there")
      }
      return picture
    case .web(let address):
      let asked = request.request(forDescriptionAt: address.text)
      let shown = Address.redacted(address.text)
      let header = try await context.ask(asked, expecting: "a picture (PNG, JPEG, WebP or GIF)") {
        response throws(UnusableAnswer) -> PictureHeader in
        let header = PictureHeader(of: response.body)
        guard header.format.isDecodable else { throw UnusableAnswer(reason: header.format.words) }
        return header
      }
      return try ImagePicture(at: place, header, path: shown, request: asked)
    }
  }

  private init(
    at place: ImageLayer.Place, _ header: PictureHeader, path: String, request: Request?
  ) throws(SourceError) {
    guard header.format.isDecodable else {
      throw .otherKind(
        path: path, reason: "it is \(header.format.words); `image` draws PNG, JPEG, WebP and GIF pictures")
    }
    guard let size = header.size else {
      throw .unreadable(
        path: path, place: nil, reason: "\(header.format.words) is expected, and its head is cut short")
    }
    guard max(size.width, size.height) <= ImageBounds.side, size.width * size.height <= ImageBounds.pixels else {
      throw .unreadable(
        path: path, place: nil,
        reason: "\(size.width) x \(size.height) pixels; at most \(ImageBounds.side) a side and "
          + "\(ImageBounds.pixels) in all are drawn")
    }
    (self.place, self.format, self.size, self.request) = (place, header.format, size, request)
  }
}

/// The largest picture that is decoded (`PictureLimit.standard`), so that `check` can say what `render` would refuse.
package enum ImageBounds {
  /// Pixels.
  package static let side = 16_384
  package static let pixels = 64 << 20
}

extension PictureFormat {
  /// Whether the last bytes of a file hold what such a picture ends with: what is cut short has none.
  fileprivate func isEnd(_ tail: [UInt8]) -> Bool {
    switch self {
    case .png: tail.firstRange(of: Array("IEND".utf8)) != nil
    case .jpeg: tail.firstRange(of: [0xFF, 0xD9]) != nil
    default: true
    }
  }

  /// Also animations of the web, of which the first frame is drawn.
  fileprivate var isDecodable: Bool { isPicture || self == .gif }
}

/// A picture that lies on the ground: one tile, which covers all of it.
struct GroundImage: TileSource {
  let description: LayerDescription
  private let picture: ImagePicture

  init(_ picture: ImagePicture, _ placed: ImagePlacing) {
    self.picture = picture
    description = LayerDescription(
      tilingSchemes: [], fullExtent: placed.transform.outline, mediaType: picture.format.mediaType,
      pictureSize: picture.size, isRemote: picture.request != nil,
      drawing: DrawingOnRequest(
        references: .listed([placed.reference.definition]), ownReference: placed.reference, image: placed.transform))
  }

  /// Of its pixels, wherever they lie.
  var identity: String {
    switch picture.place {
    case .file(let path): "image:\(LocalFile.resolved(path))"
    case .web(let address): "image:\(address.text) \(picture.request.map { "\($0.headers)" } ?? "")"
    }
  }

  var hasOwnTiles: Bool { false }

  var picturePath: String? { if case .file(let path) = picture.place { path } else { nil } }

  func tile(_ index: TileIndex) throws(SourceError) -> TileLocation {
    switch picture.place {
    case .web: return picture.request.map { .remote($0) } ?? .here(.absent)
    case .file(let path):
      guard let bytes = try LocalFile.bytes(of: path, limit: ImagePicture.byteLimit) else {
        throw .notFound(path: path)
      }
      return .here(.picture(EncodedPicture(bytes: bytes)))
    }
  }
}
