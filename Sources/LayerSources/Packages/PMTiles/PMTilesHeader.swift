import Geodesy

/// The first 127 bytes of a PMTiles archive of version 3 (protomaps/PMTiles, spec/v3).
struct PMTilesHeader: Sendable, Equatable {
  /// A piece of the archive, from its first byte on.
  struct Piece: Sendable, Equatable {
    let offset: Int
    let size: Int
  }

  let root: Piece
  let metadata: Piece
  let leaves: Piece
  let tiles: Piece
  /// How many tiles have a place, runs counted; 0 where that is not known.
  let addressedTiles: Int
  /// Of directories and metadata.
  let packing: Packing
  let tilePacking: Packing
  let content: Content
  let levels: ClosedRange<Int>?
  /// Degrees; `nil` where they enclose no area.
  let bounds: Extent?

  enum Content: Sendable, Equatable {
    case unknown, mvt, png, jpeg, webp, avif
    case other(Int)

    init(_ number: Int) {
      let known: [Content] = [.unknown, .mvt, .png, .jpeg, .webp, .avif]
      self = known.indices.contains(number) ? known[number] : .other(number)
    }

    /// `nil` for what is not drawn, and where nothing is said.
    var format: PictureFormat? {
      switch self {
      case .png: .png
      case .jpeg: .jpeg
      case .webp: .webp
      default: nil
      }
    }
  }

  static let size = 127

  /// - Parameter bytes: The first 127 bytes of the archive, or all of a shorter one.
  /// - Throws: `unreadable` with the byte; `otherKind` for what is no PMTiles archive of this version.
  init(_ bytes: [UInt8], path: String) throws(SourceError) {
    guard bytes.starts(with: "PMTiles".utf8) else {
      let old = bytes.starts(with: "PM".utf8) ? "a PMTiles archive of version 1 or 2" : PictureFormat(of: bytes).words
      throw .unreadable(path: path, place: "byte 0", reason: "\(old), where `PMTiles` of version 3 is expected")
    }
    guard bytes.count >= 8, bytes[7] == 3 else {
      throw .otherKind(
        path: path,
        reason:
          "it is a PMTiles archive of version \(bytes.count > 7 ? String(bytes[7]) : "unknown"); version 3 is read")
    }
    guard bytes.count >= Self.size else {
      throw .unreadable(
        path: path, place: "byte \(bytes.count)", reason: "it ends in its header, which has \(Self.size) bytes")
    }
    var fields = LittleEndian(bytes, at: 8)
    func piece() throws(SourceError) -> Piece {
      let place = fields.place
      let (offset, size) = (fields.next(8), fields.next(8))
      // Far above any archive, and far below what could overflow.
      guard (0...1 << 53).contains(offset), (0...1 << 53).contains(size) else {
        throw .unreadable(path: path, place: "byte \(place)", reason: "an offset or a size is above 2^53")
      }
      return Piece(offset: offset, size: size)
    }
    (root, metadata) = (try piece(), try piece())
    (leaves, tiles) = (try piece(), try piece())
    addressedTiles = max(0, fields.next(8))
    (packing, tilePacking) = (try Self.packing(bytes, at: 97, path), try Self.packing(bytes, at: 98, path))
    content = Content(Int(bytes[99]))
    levels = bytes[100] <= bytes[101] ? Int(bytes[100])...Int(bytes[101]) : nil
    var corners = LittleEndian(bytes, at: 102)
    let numbers = (0..<4).map { _ in Double(Int32(truncatingIfNeeded: corners.next(4))) / 1e7 }
    let box = Extent(xmin: numbers[0], ymin: numbers[1], xmax: numbers[2], ymax: numbers[3])
    bounds = box.isEmpty || numbers.contains { abs($0) > 360 } ? nil : box
  }

  private static func packing(_ bytes: [UInt8], at place: Int, _ path: String) throws(SourceError) -> Packing {
    guard let packing = Packing(rawValue: bytes[place]) else {
      throw .unreadable(
        path: path, place: "byte \(place)",
        reason: "\(bytes[place]) is no known way of packing: 1 none, 2 gzip, 3 Brotli, 4 Zstandard")
    }
    return packing
  }
}
