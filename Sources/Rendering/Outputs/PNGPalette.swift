/// Up to 256 different colours, premultiplied as in pictures, and the place of each.
struct PNGPalette: Sendable, Hashable {
  private(set) var colors: [UInt32] = []
  /// Open addressing: places of colours plus 1, 0 where there is none.
  private var slots = [UInt16](repeating: 0, count: 1024)

  init() {}

  /// With the given places.
  /// - Precondition: At most 256 different colours.
  init(_ colors: [UInt32]) {
    for color in colors {
      let isIn = insert(color)
      precondition(isIn, "a palette of more than 256 colours")
    }
  }

  /// - Returns: `false` when it has no room for the colour.
  mutating func insert(_ color: UInt32) -> Bool {
    let slot = slot(of: color)
    if slots[slot] != 0 { return true }
    if colors.count == 256 { return false }
    colors.append(color)
    slots[slot] = UInt16(colors.count)
    return true
  }

  mutating func insert(_ pixels: Span<UInt32>) -> Bool {
    // Maps are full of runs.
    var last: UInt32?
    for place in 0..<pixels.count where pixels[unchecked: place] != last {
      last = pixels[unchecked: place]
      if let last, !insert(last) { return false }
    }
    return true
  }

  mutating func insert(contentsOf other: PNGPalette) -> Bool {
    other.colors.allSatisfy { insert($0) }
  }

  /// The place of a colour, `nil` where it is not in.
  func index(of color: UInt32) -> UInt8? {
    let place = slots[slot(of: color)]
    return place == 0 ? nil : UInt8(place - 1)
  }

  private func slot(of color: UInt32) -> Int {
    var slot = Int((color &* 2_654_435_761) >> 22)
    while slots[slot] != 0, colors[Int(slots[slot]) - 1] != color { slot = (slot + 1) & 1023 }
    return slot
  }

  /// The same colours in an order that does not depend on where they were found: the least opaque first, so that a file
  /// has to name few alphas.
  var sorted: PNGPalette { PNGPalette(colors.sorted()) }
}
