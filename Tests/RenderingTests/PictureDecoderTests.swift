import Geodesy
import TestSupport
import Testing

@testable import Rendering

@Suite struct PictureDecoderTests {
  /// Of `tile-images/expected.csv`: what Pillow 13.0.0 made of the file.
  struct Expected: CustomTestStringConvertible, Sendable {
    let file: String
    let size: PixelSize?
    let isAnError: Bool
    let digest: String?

    var testDescription: String { file }

    static func all() -> [Expected] {
      ((try? Fixtures.rows("tile-images/expected.csv")) ?? []).map { row in
        let size = Int(row[1]).flatMap { width in Int(row[2]).map { PixelSize(width: width, height: $0) } }
        return Expected(
          file: row[0], size: size, isAnError: row[3] == "error",
          digest: row[3] == "error" || row[4].isEmpty ? nil : row[4])
      }
    }
  }

  @Test(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)"), arguments: Expected.all())
  func readsWhatAnotherLibraryReads(_ expected: Expected) throws {
    let bytes = try Fixtures.bytes("tile-images/" + expected.file)
    if expected.isAnError {
      #expect(throws: DecodingError.self) { try PictureDecoder.decode(bytes) }
      return
    }
    let picture = try PictureDecoder.decode(bytes)
    #expect(picture.size == expected.size)
    guard let digest = expected.digest else { return }
    // Premultiplying loses what cannot be seen: alike are the pixels that were read, not their digest.
    let layout = try PNGLayout(bytes)
    let straight = try PNGReader.pictureByLibrary(in: bytes, layout: layout, limit: .standard)
    #expect(picture == straight)
    if stride(from: 3, to: picture.bytes.count, by: 4).allSatisfy({ picture.bytes[$0] == 255 }) {
      #expect(PlainSHA256.hex(picture.bytes) == digest)
    }
  }
}
