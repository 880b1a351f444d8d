import DocumentModel
import Geodesy
import TestSupport
import Testing

@testable import Rendering

@Suite struct PictureFileTests {
  private func scene(
    _ width: Int, _ height: Int, background: Color? = .white, noise: Bool = false
  ) -> Scene {
    let tiles = TestTiles { index in
      noise
        ? .picture(.noise(width: 64, height: 64, seed: UInt64(index.column + 31 * index.row)))
        : .picture(
          Picture(width: 64, height: 64) { x, y in
            Color(red: UInt8(x * 4), green: UInt8(y * 4), blue: 77, alpha: index.column % 2 == 0 ? 255 : 128)
              .premultiplied
          })
    }
    return .of(
      width, height, background: background,
      .of((width + 63) / 64, (height + 63) / 64, tileSize: 64, tiles: tiles))
  }

  private let options = EncodingOptions(
    dpi: 300, quality: 92,
    texts: [("Title", "Hafen <1> & \"Süd\""), ("Software", "mapdoc 1"), ("Ort", "東京"), (" a \u{1}  b ", "x")])

  private func written(
    _ scene: Scene, _ format: OutputFormat, jobs: Int = 2, options: EncodingOptions? = nil
  ) async throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let result = try await PictureFile.write(
      scene: scene, to: folder.path + "/a/b/map", format: format, options: options ?? self.options, jobs: jobs)
    let bytes = try folder.read("a/b/map")
    #expect(bytes.count == result.bytes)
    return bytes
  }

  private func chunks(of png: [UInt8]) -> [(type: String, body: [UInt8])] {
    var (place, result): (Int, [(String, [UInt8])]) = (8, [])
    while place + 12 <= png.count {
      let length = png.bigEndian32(at: place)
      result.append(
        (String(decoding: png[place + 4..<place + 8], as: UTF8.self), Array(png[place + 8..<place + 8 + length])))
      place += 12 + length
    }
    return result
  }

  /// Decoded by libspng.
  private func decoded(_ png: [UInt8]) throws -> Picture {
    try PNGReader.pictureByLibrary(in: png, layout: try PNGLayout(png), limit: .standard)
  }

  @Test(arguments: [Color?.some(.white), nil], [false, true])
  func aPNGHoldsThePixelsOfTheScene(_ background: Color?, _ noise: Bool) async throws {
    let scene = scene(150, 131, background: background, noise: noise)
    let png = try await written(scene, .png)
    #expect(try decoded(png) == (try await scene.picture()))
    #expect(try PNGLayout(png).colorType == (background == nil ? .rgba : .rgb))
  }

  @Test(arguments: [1, 2, 3, 4, 5, 16, 17, 256, 257], [false, true])
  func fewColorsBecomeAPalette(_ count: Int, _ transparent: Bool) async throws {
    let tile = Picture(width: 64, height: 64) { x, y in
      let index = (x + 64 * y) % count
      let alpha: UInt8 = transparent && index % 3 == 0 ? UInt8(index / 2) : 255
      return Color(red: UInt8(index % 16 * 16), green: UInt8(index / 16 % 16), blue: UInt8(index / 256), alpha: alpha)
        .premultiplied
    }
    let scene = Scene.of(64, 64, .of(1, 1, tileSize: 64, tiles: TestTiles { _ in .picture(tile) }))
    let png = try await written(scene, .png)
    let layout = try PNGLayout(png)
    let distinct = Set((0..<64 * 64).map { tile[$0 % 64, $0 / 64] }).count
    #expect((layout.colorType == .palette) == (distinct <= 256))
    if distinct <= 256 {
      #expect(layout.depth == (distinct <= 2 ? 1 : distinct <= 4 ? 2 : distinct <= 16 ? 4 : 8))
      #expect((layout.transparency != nil) == transparent)
    }
    #expect(try decoded(png) == tile)
  }

  @Test(arguments: OutputFormat.allCases, [true, false])
  func anyNumberOfJobsGivesTheSameBytes(_ format: OutputFormat, _ noise: Bool) async throws {
    let scene = scene(200, 190, background: noise ? nil : .white, noise: noise)
    let expected = try await written(scene, format, jobs: 1)
    for jobs in [2, 4] { #expect(try await written(scene, format, jobs: jobs) == expected) }
  }

  /// Past four million pixels a picture is not kept: it is written as it comes as soon as more than 256 colours were seen,
  /// which may be in the first band or in the last.
  @Test(arguments: zip([(256, 0), (1000, 0), (257, 64), (3, 0)], [1, 3, 3, 3]))
  func aLargePNGIsStreamed(_ form: (colors: Int, from: Int), _ jobs: Int) async throws {
    let few = Picture(width: 256, height: 256) { x, y in UInt32((x ^ y) % min(256, form.colors)) | 0xff00_0000 }
    let many = Picture(width: 256, height: 256) { x, y in UInt32((x + 3 * y) % form.colors) | 0xff00_0000 }
    let tiles = TestTiles { $0.row < form.from ? .picture(few) : .picture(many) }
    let scene = Scene.of(256, 16_640, background: .white, .of(1, 65, tileSize: 256, tiles: tiles))
    let png = try await written(scene, .png, jobs: jobs)
    let parts = chunks(of: png).filter { $0.type == "IDAT" }
    #expect(parts.count > 5)
    let layout = try PNGLayout(png)
    #expect(layout.colorType == (form.colors > 256 ? .rgb : .palette))
    #expect(layout.depth == (form.colors == 3 ? 2 : 8))
    let limit = PictureLimit(side: 20_000, pixels: 1 << 24)
    let picture = try PNGReader.pictureByLibrary(in: png, layout: layout, limit: limit)
    let expected = (0..<65).flatMap { $0 < form.from ? few.bytes : many.bytes }
    #expect(picture.bytes == expected)
  }

  /// What is kept of few colours until the end is bounded; beyond that the same pixels are written as they come.
  @Test(arguments: [100, 1 << 20]) func whatIsKeptOfFewColorsIsBounded(_ keptBytes: Int) throws {
    let folder = try TemporaryFolder()
    let file = try OutputFile(folder.path + "/a.png")
    let size = PixelSize(width: 64, height: 64)
    let sink = PNGLargeSink(.rgba, size, into: file, keptBytes: keptBytes) { _ in [] }
    var random = Randomness(seed: 5)
    let pixels = Picture(width: 64, height: 16) { _, _ in UInt32.random(in: 0..<4, using: &random) * 0x4000_0000 }
    let bands = (0..<4).map { PictureBand(top: $0 * 16, picture: pixels) }
    for band in bands { try sink.append(sink.encoder.encode(band)) }
    let kept = try sink.finish()
    #expect((kept == nil) == (keptBytes == 100) && (file.bytesWritten > 0) == (keptBytes == 100))
    #expect(kept.map { $0.bands.map(\.unpacked) == bands } ?? true)
  }

  @Test func aPNGCarriesDensityAndTexts() async throws {
    let all = chunks(of: try await written(scene(20, 10), .png))
    #expect(all.map(\.type).first == "IHDR")
    #expect(all.first { $0.type == "pHYs" }?.body == [0, 0, 0x2e, 0x23, 0, 0, 0x2e, 0x23, 1])  // 11811 a metre
    #expect(all.contains { $0.type == "sRGB" && $0.body == [0] })
    let latin = all.filter { $0.type == "tEXt" }.map { $0.body.map { UnicodeScalar($0) } }.map {
      String(String.UnicodeScalarView($0))
    }
    #expect(latin == ["Software\0mapdoc 1", "a _ b\0x"])
    let other = all.filter { $0.type == "iTXt" }.map { String(decoding: $0.body, as: UTF8.self) }
    #expect(other == ["Title\0\0\0\0\0Hafen <1> & \"Süd\"", "Ort\0\0\0\0\0東京"])
  }

  @Test func aJPEGIsFlattenedAndCarriesDensityAndTexts() async throws {
    let scene = scene(150, 131, background: nil)
    let jpeg = try await written(scene, .jpg)
    #expect(Array(jpeg[6..<18]) == Array("JFIF\0".utf8) + [1, 1, 1, 0x01, 0x2c, 0x01, 0x2c])  // 300 an inch
    #expect(String(decoding: jpeg, as: UTF8.self).contains("Title: Hafen <1> & \"Süd\"\nSoftware: mapdoc 1\nOrt: 東京"))
    let decoded = try PictureDecoder.decode(jpeg)
    let flat = try await Scene.of(150, 131, background: .white, scene.layers).picture()
    #expect(decoded.difference(from: flat).largest < 40)
    #expect(PictureFile.losesTransparency(scene.background, as: .jpg))
    #expect(!PictureFile.losesTransparency(scene.background, as: .webp))
  }

  @Test(arguments: [Color?.some(.white), nil])
  func aWebPCarriesTexts(_ background: Color?) async throws {
    let scene = scene(150, 131, background: background)
    let webp = try await written(scene, .webp)
    #expect(webp.littleEndian16(at: 4) | webp.littleEndian16(at: 6) << 16 == webp.count - 8)
    let text = String(decoding: webp, as: UTF8.self)
    #expect(text.contains("xml:lang=\"x-default\">Hafen &lt;1&gt; &amp; \"Süd\"</rdf:li>"))
    let decoded = try PictureDecoder.decode(webp)
    let expected = try await scene.picture()
    let sum = zip(decoded.bytes, expected.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(Double(sum) / Double(decoded.bytes.count) < 4)
  }

  /// The chunks of a WebP: name and body.
  private func webPChunks(of file: [UInt8]) -> [(name: String, body: [UInt8])] {
    var (chunks, place): ([(name: String, body: [UInt8])], Int) = ([], 12)
    while place + 8 <= file.count {
      let size = file.littleEndian16(at: place + 4) | file.littleEndian16(at: place + 6) << 16
      chunks.append(
        (String(decoding: file[place..<place + 4], as: UTF8.self), Array(file[place + 8..<place + 8 + size])))
      place += 8 + size + size % 2
    }
    return chunks
  }

  @Test(arguments: [Color?.some(.white), nil])
  func aWebPCarriesItsDensity(_ background: Color?) async throws {
    let chunks = webPChunks(of: try await written(scene(150, 131, background: background), .webp))
    #expect(chunks.first?.name == "VP8X" && chunks.suffix(2).map(\.name) == ["EXIF", "XMP "])
    #expect(chunks.first.map { $0.body[0] & 0x0c } == 0x0c)
    let exif = try #require(chunks.first { $0.name == "EXIF" }?.body)
    // TIFF 6.0: three entries from byte 8 on; the rationals at bytes 50 and 58; the unit 2 is the inch.
    #expect(Array(exif.prefix(10)) == [0x49, 0x49, 42, 0, 8, 0, 0, 0, 3, 0])
    let tags = (0..<3).map { exif.littleEndian16(at: 10 + $0 * 12) }
    #expect(tags == [0x011a, 0x011b, 0x0128] && exif.littleEndian16(at: 42) == 2)
    #expect(exif.littleEndian16(at: 18) == 50 && exif.littleEndian16(at: 30) == 58 && exif.count == 66)
    for place in [50, 58] {
      #expect(exif.littleEndian16(at: place) == 300 && exif.littleEndian16(at: place + 4) == 1)
    }
    #expect(Array(ExifBlock.resolution(dpi: 72.5)[50...].prefix(8)) == [0x34, 0x1b, 1, 0, 0xe8, 3, 0, 0])
  }

  @Test func theXMPOfAWebPHasTitleDescriptionAndRights() {
    let texts = [("Title", "T"), ("Description", "D"), ("Copyright", "© C"), ("Mine", "M")].map {
      (key: $0.0, value: $0.1)
    }
    let packet = XMPPacket.text(EncodingOptions(dpi: 96, texts: texts))
    for (name, text) in [("title", "T"), ("description", "D"), ("rights", "© C")] {
      #expect(
        packet.contains("<dc:\(name)><rdf:Alt><rdf:li xml:lang=\"x-default\">\(text)</rdf:li></rdf:Alt></dc:\(name)>"))
    }
    #expect(packet.contains("<rdf:li>Mine: M</rdf:li>"))
  }

  @Test func refusesWhatAFormatCannotHold() async throws {
    let folder = try TemporaryFolder()
    await #expect(throws: OutputError.tooLarge(.webp, PixelSize(width: 16_384, height: 1), side: 16_383)) {
      try await PictureFile.write(
        scene: .of(16_384, 1, []), to: folder.path + "/a.webp", format: .webp, options: options, jobs: 1)
    }
  }

  @Test func keepsTheOldFileWhenTheResultIsRefused() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("old", to: "map.png")
    await #expect(throws: OutputError.refused) {
      try await PictureFile.write(
        scene: scene(20, 20), to: path, format: .png, options: options, jobs: 1, accepts: { $0.layers[0].drawn == 0 })
    }
    #expect(try folder.read("map.png") == Array("old".utf8))
    #expect(try names(in: folder) == ["map.png"])
    _ = try await PictureFile.write(scene: scene(20, 20), to: path, format: .png, options: options, jobs: 1)
    #expect(try folder.read("map.png").starts(with: [0x89]))
    #expect(try names(in: folder) == ["map.png"])
  }

  @Test(arguments: OutputFormat.allCases)
  func aFullDiskIsNamed(_ format: OutputFormat) async throws {
    await #expect(throws: OutputError.diskFull(path: "/dev/full")) {
      try await PictureFile.write(
        scene: scene(300, 300, noise: true), to: "/dev/full", format: format, options: options, jobs: 1)
    }
  }
}
