import DocumentModel
import Geodesy

/// Rings of letters that stand on a page more than once, whole pixels beside each other: those of names and digits that are
/// repeated, as on grids.
///
/// Each is made a stamp once, of its own area and of its halo's.
struct RepeatedLetters {
  /// A ring, in pixels from that which its first position lies in.
  private struct Shape {
    let start: Int
    let count: Int
    /// Of the halo; 0 for none.
    let halo: Double
    var uses = 1
    var stamps: Stamps?
    var isMade = false
  }

  /// Of one shape: numbers in the list of all stamps.
  struct Stamps {
    let letters: Int32
    /// `nil` for letters without a halo.
    let halo: Int32?
  }

  /// Of a ring: which shape it has, and the pixel that it is counted from.
  private struct Ring {
    let shape: Int32
    let column: Int32
    let row: Int32
  }

  private var shapes: [Shape] = []
  /// Of all shapes.
  private var x: [Double] = []
  private var y: [Double] = []
  private var numbers: [UInt64: Int32] = [:]
  /// Of the rings that have been looked at, in their order.
  private var rings: [Ring] = []
  private var next = 0
  private(set) var stamps: [CoverageStamp] = []

  /// Uses that are worth a stamp.
  private static let enough = 3
  /// Positions in a ring at most; and of all shapes together.
  private static let (longest, most) = (400, 1_000_000)
  /// Of a shape, in pixels: no stamp is as large.
  private static let widest = 1000.0
  /// Of a pixel that shapes are drawn from: halves are rounded to the same side as on the page, away from 0.
  private static let origin = 10_000
  private static let noShape = Ring(shape: -1, column: 0, row: 0)

  /// Looks at letters; those of a drawing come in their order.
  mutating func look(at paths: PathList, halo: TextStyle.Halo?) {
    for ring in 0..<paths.count { rings.append(found(paths, paths.range(of: ring), halo: halo?.width ?? 0)) }
  }

  private mutating func found(_ paths: PathList, _ range: Range<Int>, halo: Double) -> Ring {
    guard range.count <= Self.longest, x.count + range.count <= Self.most else { return Self.noShape }
    let start = x.count
    let (column, row) = (paths.x[range.lowerBound].rounded(.down), paths.y[range.lowerBound].rounded(.down))
    guard abs(column) < 1e6, abs(row) < 1e6 else { return Self.noShape }
    var hash = halo.bitPattern
    for place in range {
      let (right, down) = (paths.x[place] - column, paths.y[place] - row)
      guard abs(right) < Self.widest, abs(down) < Self.widest else {
        x.removeLast(x.count - start)
        y.removeLast(y.count - start)
        return Self.noShape
      }
      x.append(right)
      y.append(down)
      let (px, py) = (Int32((right * 256).rounded()), Int32((down * 256).rounded()))
      hash = (hash ^ UInt64(UInt32(bitPattern: px)) ^ UInt64(UInt32(bitPattern: py)) &<< 32) &* 0x9e37_79b9_7f4a_7c15
      hash ^= hash &>> 29
    }
    if let known = numbers[hash] {
      let shape = shapes[Int(known)]
      // Places of one shape differ by the last bits of their numbers.
      let isSame =
        shape.halo == halo && shape.count == range.count
        && (0..<range.count).allSatisfy {
          abs(x[shape.start + $0] - x[start + $0]) < 1e-6 && abs(y[shape.start + $0] - y[start + $0]) < 1e-6
        }
      x.removeLast(range.count)
      y.removeLast(range.count)
      guard isSame else { return Self.noShape }
      shapes[Int(known)].uses += 1
      return Ring(shape: known, column: Int32(column), row: Int32(row))
    }
    numbers[hash] = Int32(shapes.count)
    shapes.append(Shape(start: start, count: range.count, halo: halo))
    return Ring(shape: Int32(shapes.count - 1), column: Int32(column), row: Int32(row))
  }

  /// The stamps of the next ring that was looked at, and the pixel that they are counted from; `nil` where it has none, or would
  /// reach over a side of the picture.
  mutating func next(inWidth width: Int) -> (stamps: Stamps, column: Int, row: Int)? {
    let ring = rings[next]
    next += 1
    guard ring.shape >= 0, shapes[Int(ring.shape)].uses >= Self.enough else { return nil }
    if !shapes[Int(ring.shape)].isMade { makeStamps(of: Int(ring.shape)) }
    guard let own = shapes[Int(ring.shape)].stamps else { return nil }
    let column = Int(ring.column)
    let outer = stamps[Int(own.halo ?? own.letters)]
    guard column + outer.column >= 0, column + outer.column + outer.columns <= width + 1 else { return nil }
    return (own, column, Int(ring.row))
  }

  private mutating func makeStamps(of number: Int) {
    let shape = shapes[number]
    shapes[number].isMade = true
    var ring = PathList()
    for place in shape.start..<shape.start + shape.count {
      ring.add(x[place] + Double(Self.origin), y[place] + Double(Self.origin))
    }
    ring.endPath()
    var outlines = OutlineList()
    outlines.add(rings: ring, 0..<ring.count)
    guard let letters = CoverageStamp(outlines, origin: Self.origin) else { return }
    var halo: CoverageStamp?
    if shape.halo > 0 {
      var stroker = Stroker(Stroke.halo(shape.halo))
      stroker.add(ring, 0..<ring.count)
      halo = CoverageStamp(stroker.outlines, origin: Self.origin)
      if halo == nil { return }
    }
    stamps.append(letters)
    if let halo { stamps.append(halo) }
    let last = Int32(stamps.count - 1)
    shapes[number].stamps = halo == nil ? Stamps(letters: last, halo: nil) : Stamps(letters: last - 1, halo: last)
  }
}
