import DocumentModel
import Geodesy
import Glibc

/// The outlines of shapes of markers, for a diameter of 1 about 0, 0, with y down.
enum MarkerShape {
  /// One ring.
  static func ring(of shape: MarkerSymbol.Shape, diameter: Double) -> [Position] {
    switch shape {
    case .circle: return arc(from: 0, to: 2 * .pi, diameter: diameter).dropLast()
    case .square: return positions([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
    case .diamond: return positions([(0, -0.5), (0.5, 0), (0, 0.5), (-0.5, 0)])
    case .triangle:
      // Of equal sides, its middle in the middle of its box.
      let height = 3.0.squareRoot() / 4
      return positions([(0, -height), (0.5, height), (-0.5, height)])
    case .cross: return plus
    case .x:
      let turn = 0.5.squareRoot()
      return plus.map { Position(x: ($0.x - $0.y) * turn, y: ($0.x + $0.y) * turn) }
    case .pin:
      // A disc with its tip as far below its middle as a pin's; the flanks touch the disc.
      let angle = acos(0.5 / tipDistance)
      let round = arc(from: .pi / 2 + angle, to: 2.5 * .pi - angle, diameter: diameter)
      return [Position(x: 0, y: tipDistance)] + round
    }
  }

  /// From the middle of a pin's disc to its tip.
  static let tipDistance = 1.1

  /// Its box: left, top, right, bottom.
  static func box(of shape: MarkerSymbol.Shape) -> (left: Double, top: Double, right: Double, bottom: Double) {
    switch shape {
    case .triangle: (-0.5, -3.0.squareRoot() / 4, 0.5, 3.0.squareRoot() / 4)
    case .pin: (-0.5, -0.5, 0.5, tipDistance)
    default: (-0.5, -0.5, 0.5, 0.5)
    }
  }

  /// Whether its corners are sharp.
  static func isAngular(_ shape: MarkerSymbol.Shape) -> Bool { shape != .circle && shape != .pin }

  private static var plus: [Position] {
    let arm = 0.14
    return positions([
      (-arm, -0.5), (arm, -0.5), (arm, -arm), (0.5, -arm), (0.5, arm), (arm, arm), (arm, 0.5), (-arm, 0.5), (-arm, arm),
      (-0.5, arm), (-0.5, -arm), (-arm, -arm),
    ])
  }

  private static func positions(_ places: [(Double, Double)]) -> [Position] {
    places.map { Position(x: $0.0, y: $0.1) }
  }

  /// Chords that lie no farther than 1/50 pixel from the arc.
  private static func arc(from start: Double, to end: Double, diameter: Double) -> [Position] {
    let step = 2 * acos(1 - min(1, 0.02 / max(0.02, diameter / 2)))
    let count = min(2000, max(8, Int(((end - start) / step).rounded(.up))))
    return (0...count).map { number in
      let angle = start + (end - start) * Double(number) / Double(count)
      return Position(x: 0.5 * cos(angle), y: 0.5 * sin(angle))
    }
  }
}
