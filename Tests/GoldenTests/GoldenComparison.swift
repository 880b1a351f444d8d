import FoundationEssentials
import Geodesy
import Rendering
import TestSupport

/// What two pictures differ in: a number of pixels, the largest difference of a channel, and where.
struct GoldenComparison: CustomStringConvertible {
  let expected: Picture
  let actual: Picture
  private(set) var pixels = 0
  private(set) var largest = 0
  /// The box around all pixels that differ; `nil` where none does.
  private(set) var box: (x: ClosedRange<Int>, y: ClosedRange<Int>)?

  init(expected: Picture, actual: Picture) {
    self.expected = expected
    self.actual = actual
    guard expected.size == actual.size else { return }
    for y in 0..<expected.size.height {
      for x in 0..<expected.size.width {
        let most = difference(x, y).max() ?? 0
        guard most > 0 else { continue }
        pixels += 1
        largest = max(largest, most)
        box =
          box.map { old in
            (min(old.x.lowerBound, x)...max(old.x.upperBound, x), old.y.lowerBound...max(old.y.upperBound, y))
          } ?? (x...x, y...y)
      }
    }
  }

  var isEqual: Bool { expected.size == actual.size && pixels == 0 }

  var description: String {
    let (old, new) = (expected.size, actual.size)
    guard old == new else {
      return "expected \(old.width) x \(old.height) pixels, drawn \(new.width) x \(new.height)"
    }
    guard let box else { return "\(old.width) x \(old.height) pixels, all equal" }
    return """
      \(old.width) x \(old.height) pixels, of which \(pixels) differ, by \(largest) of 255 at most, within columns \
      \(box.x.lowerBound) to \(box.x.upperBound) and rows \(box.y.lowerBound) to \(box.y.upperBound)
      """
  }

  /// The differences, eight times as strong, on black; `nil` for pictures of different sizes.
  var picture: PlainPicture? {
    guard expected.size == actual.size else { return nil }
    return PlainPicture(width: expected.size.width, height: expected.size.height) { x, y in
      let channels = difference(x, y)
      let strong = channels.map { UInt8(min(255, ($0 + channels[3]) * 8)) }
      return (strong[0], strong[1], strong[2], 255)
    }
  }

  /// Of the four channels of a pixel.
  private func difference(_ x: Int, _ y: Int) -> [Int] {
    let place = (y * expected.size.width + x) * 4
    return (place..<place + 4).map { abs(Int(expected.bytes[$0]) - Int(actual.bytes[$0])) }
  }
}
