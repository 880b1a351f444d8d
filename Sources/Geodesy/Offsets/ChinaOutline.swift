/// Where Chinese map providers shift their maps: an outline of land and of the sea along its coast, not a box.
///
/// AutoNavi calls the mainland, Hong Kong and Macau the area of its shifted data
/// (`CoordinateConverter.isAMapDataAvailable`), and Taiwan not; Baidu's documentation counts all of them, and
/// everything abroad is in WGS 84 with both.
struct ChinaOutline: Sendable {
  /// The mainland with Hong Kong and Macau.
  static let withoutTaiwan = ChinaOutline(parts: [0])
  static let withTaiwan = ChinaOutline(parts: [0, 1])

  /// Edges that cross each band of latitude, from ``south`` on.
  private let bands: [[Edge]]
  /// Around all of it, in degrees.
  let box: Extent

  private struct Edge {
    let start: Position
    let end: Position
  }

  /// Bands in a degree of latitude.
  private static let bandsPerDegree = 4.0

  private init(parts: [Int]) {
    let rings = parts.flatMap { Self.decoded[$0] }
    var box = Extent(xmin: .infinity, ymin: .infinity, xmax: -.infinity, ymax: -.infinity)
    for place in rings.joined() { box = box.union(Extent(xmin: place.x, ymin: place.y, xmax: place.x, ymax: place.y)) }
    self.box = box
    var bands: [[Edge]] = Array(repeating: [], count: Self.band(of: box.ymax, from: box.ymin) + 1)
    for ring in rings {
      for (start, end) in zip(ring, ring.dropFirst()) where start.y != end.y {
        let first = Self.band(of: min(start.y, end.y), from: box.ymin)
        let last = Self.band(of: max(start.y, end.y), from: box.ymin)
        for band in first...last { bands[band].append(Edge(start: start, end: end)) }
      }
    }
    self.bands = bands
  }

  /// True when a place lies inside: by the number of edges to its right.
  /// - Parameter place: Degrees of longitude and latitude, in WGS 84.
  func contains(_ place: Position) -> Bool {
    guard box.contains(place) else { return false }
    var isInside = false
    for edge in bands[Self.band(of: place.y, from: box.ymin)] {
      guard (edge.start.y > place.y) != (edge.end.y > place.y) else { continue }
      let share = (place.y - edge.start.y) / (edge.end.y - edge.start.y)
      if place.x < edge.start.x + share * (edge.end.x - edge.start.x) { isInside.toggle() }
    }
    return isInside
  }

  private static func band(of latitude: Double, from south: Double) -> Int {
    Int((latitude - south) * bandsPerDegree)
  }

  /// The rings of each part; see ``encoded``.
  private static let decoded: [[[Position]]] = {
    var parts: [[String]] = [[]]
    for line in encoded.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        parts.append([])
      } else if line.first == " " {
        parts[parts.count - 1][parts[parts.count - 1].count - 1] += line.dropFirst()
      } else {
        parts[parts.count - 1].append(String(line))
      }
    }
    return parts.map { $0.map(ring) }
  }()

  /// Google's encoded polyline form: five bits a character, the lowest first, 32 where more follow, and 63 more.
  private static func ring(_ text: String) -> [Position] {
    var numbers: [Int] = []
    var (value, shift) = (0, 0)
    for byte in text.utf8 {
      let bits = Int(byte) - 63
      value |= (bits & 31) << shift
      shift += 5
      guard bits < 32 else { continue }
      numbers.append(value & 1 == 0 ? value >> 1 : ~(value >> 1))
      (value, shift) = (0, 0)
    }
    var (x, y) = (0, 0)
    return stride(from: 0, to: numbers.count - 1, by: 2).map { index in
      x += numbers[index]
      y += numbers[index + 1]
      return Position(x: Double(x) / 1000, y: Double(y) / 1000)
    }
  }
}
