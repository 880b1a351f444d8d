internal import CWorld
import Geodesy

/// The outlines and names of the built-in world: Natural Earth (public domain), simplified for three ranges of zoom levels.
///
/// The bytes are in the binary; their form and how they were made stands in `Tests/Scripts/make_world.py`.
struct WorldData: Sendable {
  /// Outlines for the zoom levels up to `zoom`.
  struct Detail: Sendable {
    let zoom: Int
    /// Closed; even-odd makes holes. Lakes are not holes, but lie above.
    let land: [Outline]
    /// Closed.
    let lakes: [Outline]
    /// These and all below are open lines.
    let rivers: [Outline]
    let borders: [Outline]
    let disputed: [Outline]
    let provinces: [Outline]
  }

  /// A line in degrees.
  struct Outline: Sendable {
    /// How early it is shown, as Natural Earth ranks it: 0 first.
    let rank: Int
    let points: [Position]
  }

  /// What a name is of; the order is that of the script.
  enum Kind: Int, Sendable {
    case continent, ocean, sea, country, capital, city, lake

    /// Names of places stand beside a dot, all others on what they name.
    var isPlace: Bool { self == .capital || self == .city }
    var isWater: Bool { self == .ocean || self == .sea || self == .lake }
  }

  struct Name: Sendable {
    let kind: Kind
    /// The zoom levels at which it may be shown.
    let zooms: ClosedRange<Int>
    /// In degrees.
    let place: Position
    /// The degrees of longitude that it may fill; 0 where nothing limits it.
    let room: Double
    let text: String
  }

  /// Coarsest first.
  let details: [Detail]
  /// The most important first.
  let names: [Name]

  /// Read when it is first drawn.
  static let shared = WorldData(
    reading: UnsafeBufferPointer(start: mapdoc_world_start(), count: mapdoc_world_count))

  /// The coarsest detail that is good enough at a zoom level; the finest beyond the last.
  func detail(forZoom zoom: Int) -> Detail? { details.first { $0.zoom >= zoom } ?? details.last }

  /// - Precondition: `bytes` are those that the script wrote: they are a part of this program.
  private init(reading bytes: UnsafeBufferPointer<UInt8>) {
    precondition(bytes.starts(with: Array("MDW2".utf8)), "the data of the built-in world have another form")
    var reader = Reader(bytes: bytes, position: 4)
    details = (0..<reader.unsigned()).map { _ in
      Detail(
        zoom: reader.unsigned(), land: reader.outlines(), lakes: reader.outlines(), rivers: reader.outlines(),
        borders: reader.outlines(), disputed: reader.outlines(), provinces: reader.outlines())
    }
    names = (0..<reader.unsigned()).compactMap { _ in reader.name() }
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

  mutating func outlines() -> [WorldData.Outline] { (0..<unsigned()).map { _ in outline() } }

  mutating func outline() -> WorldData.Outline {
    let rank = unsigned()
    var (x, y) = (0, 0)
    let points = (0..<unsigned()).map { _ in
      x += signed()
      y += signed()
      return Position(x: Double(x) / 1000, y: Double(y) / 1000)
    }
    return WorldData.Outline(rank: rank, points: points)
  }

  /// `nil` for a kind of name that this version does not know.
  mutating func name() -> WorldData.Name? {
    let kind = WorldData.Kind(rawValue: unsigned())
    let (first, last) = (unsigned(), unsigned())
    let place = Position(x: Double(signed()) / 1000, y: Double(signed()) / 1000)
    let room = Double(unsigned()) / 1000
    let count = unsigned()
    let text = String(decoding: bytes[position..<position + count], as: UTF8.self)
    position += count
    return kind.map {
      WorldData.Name(kind: $0, zooms: first...max(first, last), place: place, room: room, text: text)
    }
  }
}
