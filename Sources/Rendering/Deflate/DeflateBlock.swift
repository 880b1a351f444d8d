/// What one block of a deflate stream says (RFC 1951, 3.2.7): bytes as they are and copies of earlier ones, collected until the block
/// is full, then written with codes made for them.
struct DeflateBlock: ~Copyable {
  /// Some bytes as they are, then a copy.
  private struct Step {
    var literals: UInt32
    /// 3 to 258.
    var length: UInt16
    /// Less 1.
    var distance: UInt16
  }

  /// Copies in a block: so many that its codes weigh little, so few that they fit what they are for.
  static let copies = 1 << 14
  /// The most bytes that a block's head takes: three numbers, 19 lengths, and as many codes with their extra bits as both tables have.
  static let headBytes = (17 + 19 * 3 + (lengthSymbols + distanceSymbols) * 14) / 8 + 8

  private static let lengthSymbols = 286
  private static let distanceSymbols = 30
  private static let end = 256
  private static let longest = 258

  private let steps = UnsafeMutableBufferPointer<Step>.allocate(capacity: copies)
  private var count = 0
  /// How often each byte, each length and each symbol of a distance is met.
  private let bytes = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: 256)
  private let lengths = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: longest + 1)
  private let distances = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: distanceSymbols)

  init() { clear() }

  deinit {
    steps.deallocate()
    bytes.deallocate()
    lengths.deallocate()
    distances.deallocate()
  }

  var isFull: Bool { count == Self.copies }

  @inline(__always)
  mutating func add(literals: UnsafeRawBufferPointer, length: Int, distance: Int) {
    add(literals)
    lengths[length] &+= 1
    distances[Int(DistanceSymbol(distance).symbol)] &+= 1
    steps[count] = Step(
      literals: UInt32(truncatingIfNeeded: literals.count), length: UInt16(truncatingIfNeeded: length),
      distance: UInt16(truncatingIfNeeded: distance &- 1))
    count &+= 1
  }

  /// Bytes that no copy of this block follows.
  @inline(__always)
  mutating func add(_ literals: UnsafeRawBufferPointer) {
    for byte in literals { bytes[Int(byte)] &+= 1 }
  }

  /// Writes the block and is empty then.
  ///
  /// - Parameter source: The bytes that were added, those within copies too, from the first on.
  mutating func write(_ source: UnsafeRawBufferPointer, isLast: Bool, to bits: inout BitWriter) {
    let code = PrefixCode(counts: Array(bytes) + [1] + symbolCounts, limit: 15)
    let distanceCode = PrefixCode(counts: Array(distances), limit: 15)
    bits.put(isLast ? 0b101 : 0b100, bits: 3)
    Self.writeHead(code, distanceCode, to: &bits)
    writeSteps(source, code, distanceCode, to: &bits)
    bits.put(UInt64(code.codes[Self.end]), bits: Int(code.lengths[Self.end]))
    bits.flush()
    clear()
  }

  private mutating func clear() {
    count = 0
    bytes.initialize(repeating: 0)
    lengths.initialize(repeating: 0)
    distances.initialize(repeating: 0)
  }

  private var symbolCounts: [UInt32] {
    var counts = [UInt32](repeating: 0, count: Self.lengthSymbols - Self.end - 1)
    for length in 3...Self.longest { counts[LengthSymbol(length).symbol - Self.end - 1] += lengths[length] }
    return counts
  }

  /// The lengths of both codes, themselves written in a code (RFC 1951, 3.2.7).
  private static func writeHead(_ code: PrefixCode, _ distanceCode: PrefixCode, to bits: inout BitWriter) {
    let (used, usedDistances) = (code.used(atLeast: end + 1), distanceCode.used(atLeast: 1))
    let runs = LengthRun.runs(of: Array(code.lengths[..<used] + distanceCode.lengths[..<usedDistances]))
    var counts = [UInt32](repeating: 0, count: LengthRun.order.count)
    for run in runs { counts[run.symbol] += 1 }
    let head = PrefixCode(counts: counts, limit: 7)
    let named = max(4, (LengthRun.order.lastIndex { head.lengths[$0] > 0 } ?? 0) + 1)
    bits.put(UInt64(used - end - 1), bits: 5)
    bits.put(UInt64(usedDistances - 1), bits: 5)
    bits.put(UInt64(named - 4), bits: 4)
    bits.flush()
    for symbol in LengthRun.order[..<named] {
      bits.put(UInt64(head.lengths[symbol]), bits: 3)
      bits.flush()
    }
    for run in runs {
      bits.put(UInt64(head.codes[run.symbol]), bits: Int(head.lengths[run.symbol]))
      bits.put(UInt64(run.extra), bits: run.extraBits)
      bits.flush()
    }
  }

  /// A code and how many bits it has, above it.
  private typealias Entry = UInt32

  private func writeSteps(
    _ source: UnsafeRawBufferPointer, _ code: PrefixCode, _ distanceCode: PrefixCode, to bits: inout BitWriter
  ) {
    let entries = (0..<256).map { UInt32(code.codes[$0]) | UInt32(code.lengths[$0]) << 24 }
    let copies = (0...Self.longest).map { length -> UInt32 in
      guard length >= 3 else { return 0 }
      let symbol = LengthSymbol(length)
      let own = UInt32(code.lengths[symbol.symbol])
      let word = UInt32(code.codes[symbol.symbol]) | UInt32(symbol.extra) << own
      return word | (own + UInt32(symbol.extraBits)) << 24
    }
    let far = (0..<Self.distanceSymbols).map {
      UInt32(distanceCode.codes[$0]) | UInt32(distanceCode.lengths[$0]) << 24
    }
    entries.withUnsafeBufferPointer { entries in
      copies.withUnsafeBufferPointer { copies in
        far.withUnsafeBufferPointer { far in
          var (place, writer) = (0, bits)
          for step in steps[..<count] {
            let next = place + Int(step.literals)
            Self.writeLiterals(UnsafeRawBufferPointer(rebasing: source[place..<next]), entries, to: &writer)
            // 20 bits of a length and 28 of a distance at most.
            Self.put(copies[Int(step.length)], to: &writer)
            let distance = DistanceSymbol(Int(step.distance) + 1)
            Self.put(far[distance.symbol], to: &writer)
            writer.put(UInt64(truncatingIfNeeded: distance.extra), bits: distance.extraBits)
            writer.flush()
            place = next + Int(step.length)
          }
          Self.writeLiterals(UnsafeRawBufferPointer(rebasing: source[place...]), entries, to: &writer)
          bits = writer
        }
      }
    }
  }

  @inline(__always)
  private static func put(_ entry: Entry, to bits: inout BitWriter) {
    bits.put(UInt64(entry & 0xff_ffff), bits: Int(entry >> 24))
  }

  @inline(__always)
  private static func writeLiterals(
    _ bytes: UnsafeRawBufferPointer, _ entries: UnsafeBufferPointer<Entry>, to bits: inout BitWriter
  ) {
    var place = 0
    // Three codes of 15 bits and the 7 that a flush leaves fit a word.
    while place &+ 3 <= bytes.count {
      put(entries[Int(bytes[place])], to: &bits)
      put(entries[Int(bytes[place &+ 1])], to: &bits)
      put(entries[Int(bytes[place &+ 2])], to: &bits)
      bits.flush()
      place &+= 3
    }
    while place < bytes.count {
      put(entries[Int(bytes[place])], to: &bits)
      place &+= 1
    }
    bits.flush()
  }
}
