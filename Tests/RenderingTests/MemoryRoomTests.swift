import DocumentModel
import Geodesy
import TestSupport
import Testing

@testable import Rendering

@Suite struct MemoryRoomTests {
  @Test func knowsWhatNoSystemGives() {
    #expect(MemoryRoom.isThere(for: 1 << 20) && MemoryRoom.isThere(for: 0))
    #expect(!MemoryRoom.isThere(for: 1 << 60) && !MemoryRoom.isThere(for: .max))
  }

  /// Refused before anything is drawn or written.
  @Test func refusesAPictureWithoutRoomForItsRows() async throws {
    let folder = try TemporaryFolder()
    let size = PixelSize(width: 0x7fff_ffff, height: 0x7fff_ffff)
    let scene = Scene(size: size, background: .white, layers: [])
    await #expect(throws: OutputError.self) {
      _ = try await PictureFile.write(
        scene: scene, to: folder.path + "/map.png", format: .png, options: EncodingOptions(dpi: 96), jobs: 100_000)
    }
    #expect(try names(in: folder) == [])
    #expect(
      "\(OutputError.outOfMemory(.webp, PixelSize(width: 16_383, height: 16_383), bytes: 2_952_000_000))"
        == "a webp of 16383 x 16383 pixels takes about 2952 MB of memory at once, which is not to be had")
  }

  @Test(arguments: [OutputFormat.png, .jpg, .webp]) func refusesSidesThatAFormatCannotHold(_ format: OutputFormat)
    async throws
  {
    let folder = try TemporaryFolder()
    let side = PictureFile.largestSide(of: format)
    let scene = Scene(size: PixelSize(width: 1, height: side + 1), background: .white, layers: [])
    await #expect(throws: OutputError.tooLarge(format, scene.size, side: side)) {
      _ = try await PictureFile.write(
        scene: scene, to: folder.path + "/map.png", format: format, options: EncodingOptions(dpi: 96), jobs: 1)
    }
  }
}
