internal import CSHA

/// SHA-256 (FIPS 180-4), by the processor's own instructions where it has them.
package struct SHA256: Sendable {
  private var state = SIMD8<UInt32>(
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19)
  /// What does not fill a block of 64 bytes yet.
  private var rest: [UInt8] = []
  private var length: UInt64 = 0

  package init() {}

  package static func digest(of bytes: [UInt8]) -> Digest {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finish()
  }

  package mutating func update(_ text: String) { update(Array(text.utf8)) }

  package mutating func update(_ bytes: [UInt8]) {
    length += UInt64(bytes.count)
    var start = 0
    if !rest.isEmpty {
      start = min(64 - rest.count, bytes.count)
      rest.append(contentsOf: bytes[..<start])
      guard rest.count == 64 else { return }
      state = rest.withUnsafeBytes { Self.compress(state, $0) }
      rest.removeAll(keepingCapacity: true)
    }
    let whole = (bytes.count - start) / 64 * 64
    if whole > 0 {
      state = bytes.withUnsafeBytes {
        Self.compress(state, UnsafeRawBufferPointer(rebasing: $0[start..<start + whole]))
      }
    }
    rest.append(contentsOf: bytes[(start + whole)...])
  }

  /// The digest of all that was given; nothing may be given afterwards.
  package mutating func finish() -> Digest {
    rest.append(0x80)
    while rest.count % 64 != 56 { rest.append(0) }
    let bits = length &* 8
    for shift in stride(from: 56 as UInt64, through: 0, by: -8) {
      rest.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
    return Digest(words: rest.withUnsafeBytes { Self.compress(state, $0) })
  }

  /// 32 bytes that stand for others.
  package struct Digest: Sendable, Hashable {
    /// Big-endian words, the first in lane 0.
    let words: SIMD8<UInt32>

    init(words: SIMD8<UInt32>) { self.words = words }

    /// `nil` unless there are 32 bytes.
    init?(bytes: UnsafeRawBufferPointer) {
      guard bytes.count == 32 else { return nil }
      var words = SIMD8<UInt32>()
      for lane in 0..<8 {
        words[lane] = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: lane * 4, as: UInt32.self))
      }
      self.words = words
    }

    package var bytes: [UInt8] {
      [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
        for lane in 0..<8 {
          UnsafeMutableRawBufferPointer(buffer)
            .storeBytes(of: words[lane].bigEndian, toByteOffset: lane * 4, as: UInt32.self)
        }
        count = 32
      }
    }

    /// 64 lower-case hex digits.
    package var hex: String {
      String(unsafeUninitializedCapacity: 64) { buffer in
        for place in 0..<64 {
          let digit = UInt8(truncatingIfNeeded: words[place / 8] >> UInt32(28 - place % 8 * 4)) & 15
          buffer[place] = digit < 10 ? 48 + digit : 87 + digit
        }
        return 64
      }
    }
  }
}

extension SHA256 {
  /// Section 6.2.2, over any number of blocks.
  private static func compress(_ state: SIMD8<UInt32>, _ blocks: UnsafeRawBufferPointer) -> SIMD8<UInt32> {
    precondition(blocks.count % 64 == 0, "SHA-256 works on whole blocks of 64 bytes")
    var state = state
    let isDone = withUnsafeMutableBytes(of: &state) { words in
      guard let bytes = blocks.baseAddress, let first = words.bindMemory(to: UInt32.self).baseAddress
      else { return true }
      return mapdoc_sha256_blocks(first, bytes, blocks.count / 64)
    }
    return isDone ? state : compressBySteps(state, blocks)
  }

  /// For processors without such instructions. The schedule is kept in 16 words that are renewed in place.
  static func compressBySteps(_ state: SIMD8<UInt32>, _ blocks: UnsafeRawBufferPointer) -> SIMD8<UInt32> {
    var state = state
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 16) { schedule in
      let constants = UnsafeBufferPointer(start: mapdoc_sha256_constants(), count: 64)
      for block in stride(from: 0, to: blocks.count, by: 64) {
        for word in 0..<16 {
          schedule[word] = UInt32(bigEndian: blocks.loadUnaligned(fromByteOffset: block &+ word &* 4, as: UInt32.self))
        }
        state = state &+ rounds(state, schedule, constants)
      }
    }
    return state
  }

  /// The 64 rounds: eight at a time, so that the names rotate instead of the values.
  @inline(__always)
  private static func rounds(
    _ state: SIMD8<UInt32>, _ schedule: UnsafeMutableBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>
  ) -> SIMD8<UInt32> {
    var a = state[0]
    var b = state[1]
    var c = state[2]
    var d = state[3]
    var e = state[4]
    var f = state[5]
    var g = state[6]
    var h = state[7]
    for first in stride(from: 0, to: 64, by: 8) {
      if first >= 16 { for word in first..<first &+ 8 { renew(schedule, word) } }
      @inline(__always) func input(_ place: Int) -> UInt32 {
        constants[first &+ place] &+ schedule[(first &+ place) & 15]
      }
      round(a, b, c, &d, e, f, g, &h, input(0))
      round(h, a, b, &c, d, e, f, &g, input(1))
      round(g, h, a, &b, c, d, e, &f, input(2))
      round(f, g, h, &a, b, c, d, &e, input(3))
      round(e, f, g, &h, a, b, c, &d, input(4))
      round(d, e, f, &g, h, a, b, &c, input(5))
      round(c, d, e, &f, g, h, a, &b, input(6))
      round(b, c, d, &e, f, g, h, &a, input(7))
    }
    return SIMD8(a, b, c, d, e, f, g, h)
  }

  @inline(__always)
  private static func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32, _ g: UInt32,
    _ h: inout UInt32, _ input: UInt32
  ) {
    let sumE = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
    let first = h &+ sumE &+ (g ^ (e & (f ^ g))) &+ input
    let sumA = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
    d = d &+ first
    h = first &+ sumA &+ ((a & b) | (c & (a | b)))
  }

  @inline(__always)
  private static func renew(_ schedule: UnsafeMutableBufferPointer<UInt32>, _ word: Int) {
    let early = schedule[(word &+ 1) & 15]
    let late = schedule[(word &+ 14) & 15]
    let low = turned(early, 7) ^ turned(early, 18) ^ (early &>> 3)
    let high = turned(late, 17) ^ turned(late, 19) ^ (late &>> 10)
    schedule[word & 15] = schedule[word & 15] &+ low &+ schedule[(word &+ 9) & 15] &+ high
  }

  @inline(__always)
  private static func turned(_ value: UInt32, _ places: UInt32) -> UInt32 {
    (value &>> places) | (value &<< (32 &- places))
  }
}
