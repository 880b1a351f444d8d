import Glibc
import TestSupport
import Testing

@testable import Pipeline

@Suite struct FileDigestTests {
  @Test(arguments: [1, 7, 64, 999, 1000, 1001, 1 << 20])
  func isTheSameInChunksOfAnySize(_ chunk: Int) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write((0..<1000).map { UInt8(truncatingIfNeeded: $0) }, to: "f")
    // python3 -c "import hashlib; print(hashlib.sha256(bytes(i % 256 for i in range(1000))).hexdigest())"
    #expect(
      FileDigest.sha256(of: path, chunk: chunk) == "a8af099bf2e878609558dbf69d8f88f4a31040a8cf84b549a0cfa912f12ffc3f")
    #expect(FileDigest.sha256(of: try folder.write("", to: "e"), chunk: chunk)?.hasPrefix("e3b0c442") == true)
  }

  @Test func isNoneForWhatCannotBeRead() throws {
    let folder = try TemporaryFolder()
    #expect(FileDigest.sha256(of: folder.path) == nil && FileDigest.sha256(of: folder.path + "/none") == nil)
  }

  @Test func isNoneForWhatNeverEnds() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.path + "/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    #expect(FileDigest.sha256(of: pipe) == nil && FileDigest.sha256(of: "/dev/zero") == nil)
  }
}
