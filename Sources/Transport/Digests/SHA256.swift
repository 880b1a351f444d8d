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
      constants.withUnsafeBufferPointer { constants in
        for block in stride(from: 0, to: blocks.count, by: 64) {
          for word in 0..<16 {
            schedule[word] = UInt32(
              bigEndian: blocks.loadUnaligned(fromByteOffset: block &+ word &* 4, as: UInt32.self))
          }
          state = state &+ rounds(state, schedule, constants)
        }
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

  /// Section 4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}
