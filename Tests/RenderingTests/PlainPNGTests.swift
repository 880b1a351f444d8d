import Geodesy
import Testing

@testable import Rendering

/// The fast path beside libspng, which knows nothing of it.
@Suite struct PlainPNGTests {
  struct Form: Sendable, CustomTestStringConvertible {
    let colorType: PNGLayout.ColorType
    let depth: Int
    var testDescription: String { "\(colorType) \(depth)" }
  }

  static let forms: [Form] =
    [1, 2, 4, 8].flatMap { [Form(colorType: .grey, depth: $0), Form(colorType: .palette, depth: $0)] }
    + [Form(colorType: .rgb, depth: 8), Form(colorType: .greyAlpha, depth: 8), Form(colorType: .rgba, depth: 8)]

  @Test(arguments: forms)
  func givesThePixelsOfTheLibrary(_ form: Form) throws {
    var random = Randomness(seed: UInt64(form.depth) * 7 + UInt64(form.colorType.rawValue))
    for width in [1, 2, 3, 7, 8, 33] {
      var png = TestPNG(width: width, height: 17, depth: form.depth, colorType: form.colorType)
      png.parts = width % 3 + 1
      if form.colorType == .palette {
        png.palette = random.bytes(3 << form.depth)
        png.transparency = random.bytes(min(1 << form.depth, width))
      }
      var rows: [UInt8] = []
      for row in 0..<17 { rows += [UInt8((row + width) % 5)] + random.bytes(png.rowBytes) }
      let bytes = png.file(rows: rows)
      let layout = try PNGLayout(bytes)
      let fast = PlainPNG(layout)?.picture(in: bytes)
      let slow = try PNGReader.pictureByLibrary(in: bytes, layout: layout, limit: .standard)
      #expect(fast == slow, "\(width) pixels wide")
    }
  }

  /// An error to libspng, which fuzzing showed; libpng and browsers use the colours that the indexes reach.
  @Test func readsAPaletteOfMoreColoursThanItsIndexesReach() throws {
    var png = TestPNG(width: 8, height: 1, depth: 1, colorType: .palette)
    png.palette = [1, 2, 3, 4, 5, 6, 7, 8, 9]
    let picture = try PictureDecoder.decode(png.file(rows: [0, 0b0110_0000]))
    #expect((0..<4).map { picture[$0, 0] } == [0xff03_0201, 0xff06_0504, 0xff06_0504, 0xff03_0201])
  }

  @Test func whatFillsUpARowIsNoIndex() throws {
    var png = TestPNG(width: 5, height: 1, depth: 2, colorType: .palette)
    png.palette = [1, 2, 3, 4, 5, 6, 7, 8, 9]  // three colours of four
    let last: UInt8 = 0b0111_1111
    let bytes = png.file(rows: [0, 0b0001_1000, last])
    let layout = try PNGLayout(bytes)
    let fast = try #require(PlainPNG(layout)?.picture(in: bytes))
    #expect(fast == (try PNGReader.pictureByLibrary(in: bytes, layout: layout, limit: .standard)))
    let wrong = png.file(rows: [0, 0b0001_1000, 0b1100_0000])
    #expect(PlainPNG(try PNGLayout(wrong))?.picture(in: wrong) == nil)
  }

  @Test func leavesWhatIsWrongToTheLibrary() throws {
    let png = TestPNG(width: 4, height: 2, depth: 8, colorType: .grey)
    let rows: [UInt8] = [0, 1, 2, 3, 4, 0, 5, 6, 7, 8]
    func fast(_ png: TestPNG, _ rows: [UInt8]) throws -> Picture? {
      let bytes = png.file(rows: rows)
      return PlainPNG(try PNGLayout(bytes))?.picture(in: bytes)
    }
    #expect(try fast(png, rows) != nil)
    #expect(try fast(png, [5] + rows.dropFirst()) == nil, "there is no filter 5")
    #expect(try fast(png, Array(rows.dropLast())) == nil)
    #expect(try fast(png, rows + [0]) == nil)
    var palette = TestPNG(width: 4, height: 2, depth: 8, colorType: .palette)
    palette.palette = [UInt8](repeating: 9, count: 8 * 3)
    #expect(try fast(palette, rows) == nil, "colour 8 of 0 to 7")
    #expect(throws: DecodingError.self) {
      try PictureDecoder.decode(png.file(rows: [5] + rows.dropFirst()))
    }
  }

  /// Broken bytes never crash, and what both accept is the same.
  @Test func agreesWithTheLibraryOnBrokenFiles() throws {
    var random = Randomness(seed: 11)
    var accepted = 0
    for round in 0..<400 {
      let form = Self.forms[round % Self.forms.count]
      var png = TestPNG(width: 9, height: 6, depth: form.depth, colorType: form.colorType)
      if form.colorType == .palette { png.palette = random.bytes(3 << form.depth) }
      var rows: [UInt8] = []
      for row in 0..<6 { rows += [UInt8(row % 5)] + random.bytes(png.rowBytes) }
      var bytes = png.file(rows: rows)
      for _ in 0..<Int(random.next() % 3) {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      if random.next() % 4 == 0 { bytes.removeLast(Int(random.next() % UInt64(bytes.count))) }
      guard let layout = try? PNGLayout(bytes), (try? PictureLimit.standard.check(layout.size, of: .png)) != nil else {
        continue
      }
      guard let fast = PlainPNG(layout)?.picture(in: bytes) else { continue }
      accepted += 1
      #expect(fast == (try PNGReader.pictureByLibrary(in: bytes, layout: layout, limit: .standard)))
    }
    #expect(accepted > 50)
  }
}
