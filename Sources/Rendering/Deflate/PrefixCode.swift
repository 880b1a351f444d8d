/// A prefix code made from how often each symbol is met (Huffman), no code of it longer than a limit, in deflate's canonical form
/// (RFC 1951, 3.2.2).
struct PrefixCode {
  /// Bits of each symbol's code, 0 for a symbol that is not met.
  let lengths: [UInt8]
  /// The codes, their first bit lowest.
  let codes: [UInt16]

  /// - Parameter limit: At most 15, and enough for so many symbols.
  init(counts: [UInt32], limit: Int) {
    lengths = Self.lengths(counts, limit: limit)
    codes = Self.codes(lengths)
  }

  /// How many symbols there are up to the last one that is met.
  func used(atLeast least: Int) -> Int {
    max(least, (lengths.lastIndex { $0 != 0 } ?? 0) + 1)
  }

  private static func lengths(_ counts: [UInt32], limit: Int) -> [UInt8] {
    var lengths = [UInt8](repeating: 0, count: counts.count)
    // The count and, below it, the symbol: rarest first, always in the same order.
    let symbols = counts.indices.filter { counts[$0] > 0 }.map { UInt64(counts[$0]) << 16 | UInt64($0) }.sorted()
    guard symbols.count > 1 else {
      for symbol in symbols { lengths[Int(symbol & 0xffff)] = 1 }
      return lengths
    }
    var numbers = numbersOfLengths(symbols.map { $0 >> 16 }, limit: limit)
    var length = limit
    for symbol in symbols {
      while numbers[length] == 0 { length -= 1 }
      numbers[length] -= 1
      lengths[Int(symbol & 0xffff)] = UInt8(length)
    }
    return lengths
  }

  /// How many codes there are of each length.
  /// - Parameter weights: At least two, ascending.
  private static func numbersOfLengths(_ weights: [UInt64], limit: Int) -> [Int] {
    let count = weights.count
    // Leaves, then the nodes above them, which come out ascending too: the two lightest are always at the head of one of both.
    var weights = weights
    var parents = [Int](repeating: 0, count: 2 * count - 1)
    var (leaf, node) = (0, count)
    for parent in count..<2 * count - 1 {
      var weight: UInt64 = 0
      for _ in 0..<2 {
        let isLeaf = leaf < count && (node == parent || weights[leaf] <= weights[node])
        let lightest = isLeaf ? leaf : node
        if isLeaf { leaf += 1 } else { node += 1 }
        weight += weights[lightest]
        parents[lightest] = parent
      }
      weights.append(weight)
    }
    var depths = [Int](repeating: 0, count: 2 * count - 1)
    for node in (0..<2 * count - 2).reversed() { depths[node] = depths[parents[node]] + 1 }
    var numbers = [Int](repeating: 0, count: limit + 1)
    for depth in depths[..<count] { numbers[min(depth, limit)] += 1 }
    // Codes that were cut to the limit take too much of the room of 2^limit: a shorter leaf becomes a node for itself and one of them.
    var room = (1...limit).reduce(0) { $0 + numbers[$1] << (limit - $1) }
    while room > 1 << limit {
      guard let shorter = (1..<limit).last(where: { numbers[$0] > 0 }) else {
        preconditionFailure("more symbols than codes of \(limit) bits")
      }
      numbers[limit] -= 1
      numbers[shorter] -= 1
      numbers[shorter + 1] += 2
      room -= 1
    }
    return numbers
  }

  private static func codes(_ lengths: [UInt8]) -> [UInt16] {
    var next = [UInt16](repeating: 0, count: 17)
    for length in lengths where length > 0 { next[Int(length) + 1] += 1 }
    for length in 1..<17 { next[length] = (next[length] &+ next[length - 1]) &<< 1 }
    return lengths.map { length in
      guard length > 0 else { return 0 }
      defer { next[Int(length)] &+= 1 }
      return reversed(next[Int(length)], bits: Int(length))
    }
  }

  private static func reversed(_ code: UInt16, bits: Int) -> UInt16 {
    (0..<bits).reduce(0) { $0 << 1 | code >> UInt16($1) & 1 }
  }
}
