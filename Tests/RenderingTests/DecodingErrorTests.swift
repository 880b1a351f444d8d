import Geodesy
import TestSupport
import Testing

@testable import Rendering

@Suite struct DecodingErrorTests {
  private func message(_ bytes: [UInt8], limit: PictureLimit = .standard) -> String {
    do {
      let picture = try PictureDecoder.decode(bytes, limit: limit)
      return "a picture of \(picture.size.width) x \(picture.size.height)"
    } catch { return "\(error)" }
  }

  @Test(arguments: [
    ("", "nothing (0 bytes), not a picture"),
    ("<!DOCTYPE html><html>", "an HTML page, not a picture"),
    ("\u{feff}\n <html lang=\"en\">", "an HTML page, not a picture"),
    ("<?xml version=\"1.0\"?><ServiceExceptionReport>", "a service exception in XML, not a picture"),
    ("<?xml version=\"1.0\"?><Error/>", "an XML document, not a picture"),
    ("{\"error\":{\"code\":400}}", "a JSON document, not a picture"),
    ("Not found", "text, not a picture"),
    ("\u{0}\u{1}\u{2}", "3 bytes of an unknown kind, not a picture"),
    ("\u{89}PNG", "7 bytes of an unknown kind, not a picture"),
  ])
  func saysWhatBytesLookLike(_ text: String, _ expected: String) {
    let latin = text.hasPrefix("\u{89}") ? [0x88, 0x50, 0x4e, 0x4f, 1, 2, 3] : Array(text.utf8)
    #expect(message(latin) == expected)
  }

  private static let grey = TestPNG(width: 4, height: 2, depth: 8, colorType: .grey)
    .file(rows: [0, 1, 2, 3, 4, 0, 5, 6, 7, 8])

  @Test func saysWhereAPNGIsCutShort() {
    let png = Self.grey
    // The last 4 bytes are the checksum of nothing.
    for count in 4..<png.count - 4 {
      #expect(message(Array(png[..<count])) == "PNG cut short at byte \(count)")
    }
    #expect(message(Array(png.dropLast(4))) == "a picture of 4 x 2")
  }

  @Test func saysWhichChecksumIsWrong() throws {
    var png = Self.grey
    let place = 8 + 25 + 8 + 3  // within the pixel data
    png[place] ^= 1
    #expect(message(png) == "PNG broken at byte 33: the checksum of chunk `IDAT` is wrong")
  }

  @Test func refusesSizesBeforeMemoryIsTaken() {
    var header = TestPNG(width: 16_385, height: 1, depth: 8, colorType: .rgba)
    #expect(
      message(header.file(rows: [0]))
        == "PNG of 16385 x 1 pixels, at most 16384 a side and 67108864 pixels are read")
    (header.width, header.height) = (16_000, 16_000)
    #expect(message(header.file(rows: [0])).hasPrefix("PNG of 16000 x 16000 pixels"))
    (header.width, header.height) = (0, 4)
    #expect(message(header.file(rows: [0])) == "broken PNG: its size is 0")
    #expect(message(Self.grey, limit: PictureLimit(side: 3, pixels: 100)).hasPrefix("PNG of 4 x 2 pixels, at most 3"))
  }

  @Test(
    .enabled(if: Fixtures.areHere, "\(Fixtures.absence)"),
    arguments: [
      "go/video-001.jpeg", "go/video-001.progressive.jpeg", "pillow/flower.webp", "martin_dc.webp",
      "go/video-001.5bpp.gif",
    ])
  func aPictureCutShortIsAnError(_ name: String) throws {
    let bytes = try Fixtures.bytes("tile-images/" + name)
    for count in [12, 30, bytes.count / 4, bytes.count / 2, bytes.count - 20] {
      #expect(throws: DecodingError.self, "\(count) bytes") { try PictureDecoder.decode(Array(bytes[..<count])) }
    }
    #expect(message(Array(bytes[..<(bytes.count / 2)])).contains("cut short"))
  }

  @Test(
    .enabled(if: Fixtures.areHere, "\(Fixtures.absence)"),
    arguments: ["go/video-001.jpeg", "go/video-001.5bpp.gif", "martin_dc.webp", "pillow/hopper_orientation_6.jpg"])
  func brokenBytesNeverCrash(_ name: String) throws {
    let bytes = try Fixtures.bytes("tile-images/" + name)
    var random = Randomness(seed: 12)
    for _ in 0..<60 {
      var broken = bytes
      for _ in 0..<3 {
        broken[Int(random.next() % UInt64(broken.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      _ = try? PictureDecoder.decode(broken, limit: PictureLimit(side: 2000, pixels: 1 << 20))
    }
  }
}
