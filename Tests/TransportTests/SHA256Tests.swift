import Glibc
import Testing

@testable import Transport

@Suite struct SHA256Tests {
  // NIST, "SHA256ShortMsg" and the examples of FIPS 180-4.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ])
  func agreesWithTheStandard(text: String, expected: String) {
    #expect(SHA256.digest(of: Array(text.utf8)).hex == expected)
  }

  @Test func isTheSameWithoutTheProcessorsInstructions() {
    let start = SIMD8<UInt32>(
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19)
    // "abc" as a padded block: FIPS 180-2, appendix B.1.
    let block: [UInt8] = Array("abc".utf8) + [0x80] + [UInt8](repeating: 0, count: 59) + [24]
    #expect(block.withUnsafeBytes { SHA256.compressBySteps(start, $0) } == SHA256.digest(of: Array("abc".utf8)).words)
    let blocks = (0..<64 * 33).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ $0 >> 8) }
    var hash = SHA256()
    hash.update(blocks)
    let length: [UInt8] = [0x80] + [UInt8](repeating: 0, count: 55) + [0, 0, 0, 0, 0, 0, 0x42, 0]
    #expect((blocks + length).withUnsafeBytes { SHA256.compressBySteps(start, $0) } == hash.finish().words)
  }

  @Test func agreesWithTheStandardOnAMillionBytes() {
    let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    #expect(
      SHA256.digest(of: bytes).hex == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test(arguments: [0, 1, 54, 55, 56, 57, 63, 64, 65, 119, 120, 127, 128, 129, 1000])
  func doesNotDependOnHowTheBytesAreCut(length: Int) {
    let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) }
    let whole = SHA256.digest(of: bytes)
    for step in [1, 3, 63, 64, 65] {
      var hash = SHA256()
      for start in stride(from: 0, to: length, by: step) {
        hash.update(Array(bytes[start..<min(start + step, length)]))
      }
      #expect(hash.finish() == whole)
    }
    #expect(whole.bytes.withUnsafeBytes(SHA256.Digest.init(bytes:)) == whole)
  }

  @Test(.enabled(if: access("/usr/bin/sha256sum", X_OK) == 0, "sha256sum is not here"), arguments: [77, 4096, 99_999])
  func agreesWithSha256sum(length: Int) throws {
    // What `yes mapdoc | head -c LENGTH` writes.
    let line = Array("mapdoc\n".utf8)
    let bytes = (0..<length).map { line[$0 % line.count] }
    let pipe = try #require(popen("yes mapdoc | head -c \(length) | sha256sum", "r"))
    defer { pclose(pipe) }
    var output = [CChar](repeating: 0, count: 100)
    #expect(fgets(&output, 100, pipe) != nil)
    #expect(
      String(decoding: output.prefix(64).map { UInt8(bitPattern: $0) }, as: UTF8.self) == SHA256.digest(of: bytes).hex)
  }
}
