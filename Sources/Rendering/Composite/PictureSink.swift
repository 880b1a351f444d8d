import Geodesy

/// Full rows of a picture.
package struct PictureBand: Sendable, Hashable {
  /// The first row's number in the whole picture.
  package let top: Int
  /// As wide as the whole picture.
  package var picture: Picture

  package init(top: Int, picture: Picture) {
    self.top = top
    self.picture = picture
  }
}

/// Takes a picture from the top, band by band. It is used by one task at a time.
package protocol PictureSink: AnyObject {
  associatedtype Encoder: BandEncoder
  /// Does the work that bands do not share, on many threads.
  var encoder: Encoder { get }
  /// Takes what was made of the next band.
  func append(_ piece: Encoder.Piece) throws(OutputError)
}

/// Turns a band into what the sink writes, without knowing its neighbours.
package protocol BandEncoder: Sendable {
  associatedtype Piece: Sendable
  func encode(_ band: PictureBand) -> Piece
}

/// For sinks that take bands as they are.
package struct PlainBands: BandEncoder {
  package init() {}
  package func encode(_ band: PictureBand) -> PictureBand { band }
}

/// Keeps the whole picture.
package final class PictureCollector: PictureSink {
  package let encoder = PlainBands()
  package private(set) var picture: Picture

  package init(size: PixelSize) { picture = Picture(size: size) }

  package func append(_ band: PictureBand) { picture.put(band) }
}

extension Picture {
  /// Puts a band in its place.
  mutating func put(_ band: PictureBand) {
    let start = band.top * size.width * 4
    bytes.replaceSubrange(start..<start + band.picture.bytes.count, with: band.picture.bytes)
  }
}
