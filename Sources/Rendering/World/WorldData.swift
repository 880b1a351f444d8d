internal import CWorld
import Geodesy

/// The outlines of the built-in world: Natural Earth (public domain), simplified for three ranges of zoom levels.
///
/// The bytes are in the binary; their form and how they were made stands in `Tests/Scripts/make_world.py`.
struct WorldData: Sendable {
  /// Outlines for the zoom levels up to `zoom`.
  struct Detail: Sendable {
    let zoom: Int
    /// Closed; even-odd makes lakes and holes.
    let land: [Outline]
    /// Between countries; open.
    let borders: [Outline]
  }

  /// A line in degrees, and the box around it.
  struct Outline: Sendable {
    let points: [Position]
    let extent: Extent
  }

  /// Coarsest first.
  let details: [Detail]

  /// Read when it is first drawn.
  static let shared = WorldData(
    reading: UnsafeBufferPointer(start: mapdoc_world_start(), count: mapdoc_world_count))

  /// The coarsest detail that is good enough at a zoom level; the finest beyond the last.
  func detail(forZoom zoom: Int) -> Detail? { details.first { $0.zoom >= zoom } ?? details.last }

  /// - Precondition: `bytes` are those that the script wrote: they are a part of this program.
  private init(reading bytes: UnsafeBufferPointer<UInt8>) {
    precondition(bytes.starts(with: Array("MDW1".utf8)), "the data of the built-in world have another form")
    var reader = Reader(bytes: bytes, position: 4)
    details = (0..<reader.unsigned()).map { _ in
      let zoom = reader.unsigned()
      let (rings, lines) = (reader.unsigned(), reader.unsigned())
      return Detail(
        zoom: zoom, land: (0..<rings).map { _ in reader.outline() }, borders: (0..<lines).map { _ in reader.outline() })
    }
  }
}

/// Reads unsigned LEB128 and zigzag numbers.
private struct Reader {
  let bytes: UnsafeBufferPointer<UInt8>
  var position: Int

  mutating func unsigned() -> Int {
    var (value, shift) = (0, 0)
    while true {
      let byte = Int(bytes[position])
      position += 1
      value |= (byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
  }

  mutating func signed() -> Int {
    let value = unsigned()
    return value & 1 == 0 ? value >> 1 : -((value + 1) >> 1)
  }

  mutating func outline() -> WorldData.Outline {
    var (x, y) = (0, 0)
    let points = (0..<unsigned()).map { _ in
      x += signed()
      y += signed()
      return Position(x: Double(x) / 1000, y: Double(y) / 1000)
    }
    var extent = Extent(xmin: .infinity, ymin: .infinity, xmax: -.infinity, ymax: -.infinity)
    for point in points {
      extent = Extent(
        xmin: min(extent.xmin, point.x), ymin: min(extent.ymin, point.y), xmax: max(extent.xmax, point.x),
        ymax: max(extent.ymax, point.y))
    }
    return WorldData.Outline(points: points, extent: extent)
  }
}
