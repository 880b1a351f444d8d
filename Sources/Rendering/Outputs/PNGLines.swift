/// Rows of samples as PNG has them, each led by its filter's byte, and the filters on them.
struct PNGLines {
  /// Bytes of a row without its filter's byte.
  let rowBytes: Int
  /// Bytes of a pixel.
  let distance: Int

  /// From one row to the next.
  var stride: Int { rowBytes + 1 }

  /// Each row with the filter that leaves the smallest sum of differences. The first row is compared with nothing above
  /// it, so that bands do not need each other.
  ///
  /// - Parameter lines: Unfiltered rows.
  func filtered(_ lines: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(lines.count)
    var candidates = [[UInt8]](repeating: [UInt8](repeating: 0, count: rowBytes), count: 3)
    let zeros = [UInt8](repeating: 0, count: distance)
    var above: [UInt8]?
    for start in Swift.stride(from: lines.startIndex, to: lines.endIndex, by: stride) {
      // Led by a pixel of zeros, as the filters want it.
      let row = zeros + lines[start + 1..<start + stride]
      var best = (filter: PNGFilter.sub, candidate: 0, cost: sub(row, into: &candidates[0]))
      if let above {
        let cost = up(row, above, into: &candidates[1])
        if cost < best.cost { best = (.up, 1, cost) }
        let paethCost = paeth(row, above, into: &candidates[2])
        if paethCost < best.cost { best = (.paeth, 2, paethCost) }
      }
      result.append(best.filter.rawValue)
      result.append(contentsOf: candidates[best.candidate])
      above = row
    }
    return result
  }

  /// - Returns: The sum of what is left, each byte taken as a signed number.
  private func sub(_ row: [UInt8], into target: inout [UInt8]) -> Int {
    fill(&target, row.span, row.span) { row, _, place in
      row[unchecked: place + distance] &- row[unchecked: place]
    }
  }

  private func up(_ row: [UInt8], _ above: [UInt8], into target: inout [UInt8]) -> Int {
    fill(&target, row.span, above.span) { row, above, place in
      row[unchecked: place + distance] &- above[unchecked: place + distance]
    }
  }

  private func paeth(_ row: [UInt8], _ above: [UInt8], into target: inout [UInt8]) -> Int {
    fill(&target, row.span, above.span) { row, above, place in
      row[unchecked: place + distance]
        &- PNGFilter.predicted(
          left: row[unchecked: place], above: above[unchecked: place + distance], corner: above[unchecked: place])
    }
  }

  @inline(__always)
  private func fill(
    _ target: inout [UInt8], _ row: Span<UInt8>, _ above: Span<UInt8>,
    _ difference: (Span<UInt8>, Span<UInt8>, Int) -> UInt8
  ) -> Int {
    var span = target.mutableSpan
    precondition(row.count == span.count + distance && above.count == row.count)
    var cost: UInt32 = 0  // below 2³² for rows of up to 33 million bytes
    for place in 0..<span.count {
      let left = difference(row, above, place)
      span[unchecked: place] = left
      cost &+= UInt32(Int8(bitPattern: left).magnitude)
    }
    return Int(cost)
  }
}
