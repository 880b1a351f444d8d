/// Rows of samples as PNG has them, each led by its filter's byte, and the filters on them (PNG specification, section 9).
struct PNGLines {
  /// Bytes of a row without its filter's byte.
  let rowBytes: Int
  /// Bytes of a pixel.
  let distance: Int

  /// From one row to the next.
  var stride: Int { rowBytes + 1 }

  /// Which filter leaves the smallest sum of differences on some unfiltered rows, each byte taken as a signed number, and
  /// what it leaves.
  func bestFilter(of lines: ArraySlice<UInt8>) -> (filter: PNGFilter, lines: [UInt8]) {
    let candidates = [PNGFilter.sub, .up, .paeth].map { (filter: $0, lines: filtered(lines, by: $0)) }
    let costs = candidates.map { Self.cost($0.lines) }
    let best = costs.indices.min { costs[$0] < costs[$1] } ?? 0
    return candidates[best]
  }

  /// Unfiltered rows with a filter on them. The first row is compared with nothing above it, so that bands do not need each
  /// other.
  func filtered(_ lines: ArraySlice<UInt8>, by filter: PNGFilter) -> [UInt8] {
    precondition(rowBytes >= distance && lines.count % stride == 0)
    return [UInt8](unsafeUninitializedCapacity: lines.count) { target, count in
      lines.withUnsafeBufferPointer { source in
        for start in Swift.stride(from: 0, to: source.count, by: stride) {
          let row = UnsafeBufferPointer(rebasing: source[start + 1..<start + stride])
          let above = start == 0 ? nil : UnsafeBufferPointer(rebasing: source[start + 1 - stride..<start])
          let left = UnsafeMutableBufferPointer(rebasing: target[start..<start + stride])
          write(row, above, by: filter, into: left)
        }
      }
      count = lines.count
    }
  }

  private func write(
    _ row: UnsafeBufferPointer<UInt8>, _ above: UnsafeBufferPointer<UInt8>?, by filter: PNGFilter,
    into target: UnsafeMutableBufferPointer<UInt8>
  ) {
    let rest = UnsafeMutableBufferPointer(rebasing: target[1...])
    guard let above, filter != .sub else {
      target[0] = PNGFilter.sub.rawValue
      for place in 0..<distance { rest[place] = row[place] }
      for place in distance..<rowBytes { rest[place] = row[place] &- row[place - distance] }
      return
    }
    target[0] = filter.rawValue
    // To the left of the first pixel are zeros: both filters then compare with what is above.
    let start = filter == .paeth ? distance : rowBytes
    for place in 0..<start { rest[place] = row[place] &- above[place] }
    var place = start
    while place + 16 <= rowBytes {
      let predicted = Self.predicted(
        left: Self.load(row, place - distance), above: Self.load(above, place),
        corner: Self.load(above, place - distance))
      UnsafeMutableRawBufferPointer(rest).storeBytes(
        of: Self.load(row, place) &- predicted, toByteOffset: place, as: SIMD16<UInt8>.self)
      place += 16
    }
    while place < rowBytes {
      rest[place] =
        row[place]
        &- PNGFilter.predicted(left: row[place - distance], above: above[place], corner: above[place - distance])
      place += 1
    }
  }

  @inline(__always)
  private static func load(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> SIMD16<UInt8> {
    UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self)
  }

  /// Paeth's predictor of sixteen samples: of left, above and corner the one nearest to left + above - corner.
  @inline(__always)
  private static func predicted(
    left: SIMD16<UInt8>, above: SIMD16<UInt8>, corner: SIMD16<UInt8>
  ) -> SIMD16<UInt8> {
    let (a, b, c) = (wide(left), wide(above), wide(corner))
    let (toLeft, toAbove) = (b &- c, a &- c)
    let (pa, pb, pc) = (magnitude(toLeft), magnitude(toAbove), magnitude(toLeft &+ toAbove))
    let ofTwo = c.replacing(with: b, where: pb .<= pc)
    let chosen = ofTwo.replacing(with: a, where: (pa .<= pb) .& (pa .<= pc))
    return SIMD16<UInt8>(truncatingIfNeeded: chosen)
  }

  @inline(__always)
  private static func wide(_ samples: SIMD16<UInt8>) -> SIMD16<Int16> { SIMD16<Int16>(truncatingIfNeeded: samples) }

  @inline(__always)
  private static func magnitude(_ numbers: SIMD16<Int16>) -> SIMD16<Int16> {
    let signs = numbers &>> 15
    return (numbers ^ signs) &- signs
  }

  /// The sum of all bytes, each taken as a signed number without its sign.
  private static func cost(_ bytes: [UInt8]) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      var (sum, place) = (0, 0)
      while place + 16 <= bytes.count {
        // 256 times 128 is below what 16 bits hold.
        var part = SIMD16<UInt16>(repeating: 0)
        let end = min(bytes.count - 15, place + 256 * 16)
        while place < end {
          let sixteen = load(bytes, place)
          let negated = 0 &- sixteen
          part &+= SIMD16<UInt16>(truncatingIfNeeded: sixteen.replacing(with: negated, where: negated .< sixteen))
          place += 16
        }
        for lane in 0..<16 { sum += Int(part[lane]) }
      }
      for byte in bytes[place...] { sum += Int(Int8(bitPattern: byte).magnitude) }
      return sum
    }
  }
}
