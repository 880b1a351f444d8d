import Geodesy
import TestSupport
import Testing

@testable import LayerSources

@Suite struct PictureHeaderTests {
  @Test(arguments: [
    ("<!DOCTYPE html><title>x", PictureFormat.html, "an HTML page"),
    ("  \n<html lang=en>", .html, "an HTML page"),
    ("<?xml version='1.0'?><html xmlns='x'>", .html, "an HTML page"),
    ("<?xml version='1.0'?><ServiceExceptionReport/>", .xml, "an XML document"),
    ("\u{FEFF}{\"error\":{}}", .json, "a JSON document"),
    ("[1]", .json, "a JSON document"),
    ("Not found", .text, "plain text"),
    ("", .empty, "no bytes"),
    ("SQLite format 3\0", .sqlite, "an SQLite database"),
    ("PK\u{3}\u{4}", .zip, "a ZIP archive"),
    ("GIF89a", .gif, "a GIF picture"),
    ("\u{1}\u{2}", .unknown, "bytes of an unknown format"),
  ])
  func saysWhatBytesAre(_ text: String, _ format: PictureFormat, _ words: String) {
    #expect(PictureFormat(of: Array(text.utf8)) == format)
    #expect(format.words == words)
  }

  /// Against the sizes that Pillow 13.0.0 found (expected.csv).
  @Test(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)"))
  func findsTheSizeOfEveryPicture() throws {
    var count = 0
    for row in try Fixtures.rows("tile-images/expected.csv") where !row[1].isEmpty {
      let header = PictureHeader(of: try Fixtures.bytes("tile-images/" + row[0]))
      let size = try #require(header.size, "\(row[0])")
      #expect("\(size.width) \(size.height)" == "\(row[1]) \(row[2])", "\(row[0])")
      count += 1
    }
    #expect(count > 20)
  }

  @Test(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)"))
  func aHeaderThatIsCutShortHasNoSize() throws {
    for name in ["ol_512x256.png", "martin_world.jpg", "martin_dc.webp"] {
      let bytes = try Fixtures.bytes("tile-images/" + name)
      for count in 0..<min(bytes.count, 700) { _ = PictureHeader(of: Array(bytes.prefix(count))) }
      #expect(PictureHeader(of: Array(bytes.prefix(20))).size == nil)
      #expect(PictureHeader(of: bytes).size != nil)
    }
  }
}
