import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import Rendering

func names(in folder: TemporaryFolder) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
}

@Suite struct OutputFileTests {
  @Test func isThereOnlyWhenCommitted() async throws {
    let folder = try TemporaryFolder()
    do {
      let file = try OutputFile(folder.path + "/new/deep/map.png")
      try file.write([1, 2])
      try file.write([3])
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/new/deep/map.png"))
      try await file.commit()
    }
    #expect(try folder.read("new/deep/map.png") == [1, 2, 3])
  }

  @Test func leavesNothingWhenDropped() throws {
    let folder = try TemporaryFolder()
    do {
      let file = try OutputFile(folder.path + "/map.png")
      try file.write([1, 2])
    }
    #expect(try names(in: folder) == [])
  }

  @Test func removesWhatAKilledProcessLeft() async throws {
    let folder = try TemporaryFolder()
    let gone = 4_194_999  // above every number that Linux gives to a process
    for name in [
      ".map.png.\(gone)-1.tmp", ".other.png.\(gone)-1.tmp", ".map.png.\(getpid())-99999.tmp", ".map.png.x-1.tmp",
      ".map.png.tmp", "map.png.\(gone)-1.tmp",
    ] {
      try folder.write("half", to: name)
    }
    try await OutputFile(folder.path + "/map.png").commit()
    #expect(
      try names(in: folder)
        == [
          ".map.png.\(getpid())-99999.tmp", ".map.png.tmp", ".map.png.x-1.tmp", ".other.png.\(gone)-1.tmp", "map.png",
          "map.png.\(gone)-1.tmp",
        ].sorted())
  }

  @Test func leavesWhatIsLocked() async throws {
    let folder = try TemporaryFolder()
    // Its number is not known here: it is in another container.
    let path = folder.path + "/.map.png.4194999-1.tmp"
    try folder.write("half", to: ".map.png.4194999-1.tmp")
    let descriptor = open(path, O_RDWR)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX) == 0)
    try await OutputFile(folder.path + "/map.png").commit()
    #expect(try names(in: folder) == [".map.png.4194999-1.tmp", "map.png"])
  }

  @Test func saysTheSystemsReason() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "file")
    #expect(throws: OutputError.cannotCreate(path: folder.path + "/file/map.png", reason: "not a directory")) {
      _ = try OutputFile(folder.path + "/file/map.png")
    }
    #expect(throws: OutputError.cannotCreate(path: folder.path, reason: "is a directory")) {
      _ = try OutputFile(folder.path)
    }
  }

  @Test func writesToADeviceWithoutReplacingIt() async throws {
    let file = try OutputFile("/dev/null")
    try file.write([1, 2, 3])
    try await file.commit()
    #expect(FileManager.default.fileExists(atPath: "/dev/null"))
  }
}
