import Geodesy
import TestSupport
import Testing

@testable import Rendering

@Suite(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)")) struct JPEGReaderTests {
  private func picture(_ name: String) throws -> Picture {
    try PictureDecoder.decode(try Fixtures.bytes("tile-images/go/" + name))
  }

  /// The PNG is the original of the JPEGs.
  @Test(arguments: [
    ("video-001.jpeg", 6.0), ("video-001.progressive.jpeg", 6), ("video-001.rgb.jpeg", 8),
    ("video-001.q50.420.jpeg", 9), ("video-001.q50.444.progressive.jpeg", 9), ("video-001.5bpp.gif", 16),
  ])
  func looksLikeItsOriginal(_ name: String, _ most: Double) throws {
    let (picture, original) = (try picture(name), try picture("video-001.png"))
    #expect(picture.size == original.size)
    let sum = zip(picture.bytes, original.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(Double(sum) / Double(picture.bytes.count / 4 * 3) < most)
  }

  /// `gdal_translate -of ENVI FILE out.bin` of GDAL 3.6.2, and the mean of each band.
  @Test(arguments: [
    ("go/video-001.cmyk.jpeg", [96.24, 57.86, 50.27]), ("pillow/pil_sample_cmyk.jpg", [30.20, 5.41, 6.58]),
  ])
  func inksBecomeTheColorsOfAnotherProgram(_ name: String, _ means: [Double]) throws {
    let picture = try PictureDecoder.decode(try Fixtures.bytes("tile-images/" + name))
    for channel in 0..<3 {
      let values = stride(from: channel, to: picture.bytes.count, by: 4).map { Double(picture.bytes[$0]) }
      #expect(abs(values.reduce(0, +) / Double(values.count) - means[channel]) < 1)
    }
  }

  @Test func greyIsGrey() throws {
    let picture = try picture("video-005.gray.jpeg")
    for place in stride(from: 0, to: picture.bytes.count, by: 4) {
      #expect(picture.bytes[place] == picture.bytes[place + 1] && picture.bytes[place] == picture.bytes[place + 2])
    }
  }

  /// By the table of EXIF 2.32, 4.6.5.
  @Test(arguments: 1...8)
  func standsUprightWhateverItsOrientation(_ orientation: Int) throws {
    // 2 x 3 pixels named a to f, stored as EXIF says, must always be seen as: ab / cd / ef.
    let upright = Picture(width: 2, height: 3) { UInt32($0 + 2 * $1) | 0xff00_0000 }
    // Where the row 0 and the column 0 of the stored picture are seen, by the EXIF standard.
    let stored: [String] = [
      "ab cd ef", "ba dc fe", "fe dc ba", "ef cd ab", "ace bdf", "bdf ace", "fdb eca", "eca fdb",
    ]
    let rows = stored[orientation - 1].split(separator: " ").map(Array.init)
    let picture = Picture(width: rows[0].count, height: rows.count) { x, y in
      UInt32((rows[y][x].asciiValue ?? 0) - 97) | 0xff00_0000
    }
    let exif = try #require(EXIFOrientation(rawValue: orientation))
    #expect(picture.turned(exif) == upright)
  }

  @Test func readsTheOrientationOfAPhotograph() throws {
    let bytes = try Fixtures.bytes("tile-images/pillow/hopper_orientation_6.jpg")
    #expect(EXIFOrientation.find(in: bytes) == .turnedRight)
  }
}
