import Diagnostics
import Testing

@testable import DocumentModel

@Suite struct CanvasSizeValueTests {
  private static let millimetre = 96 / 25.4

  // ISO 216 and ANSI/ASME Y14.1.
  @Test(arguments: [
    ("A0", 841, 1189), ("A1", 594, 841), ("A3 landscape", 420, 297), ("A4", 210, 297), ("a4 Portrait", 210, 297),
    ("A5", 148, 210), ("A7", 74, 105), ("A10", 26, 37), ("B0", 1000, 1414), ("B1", 707, 1000), ("B4", 250, 353),
    ("B5", 176, 250), ("B10", 31, 44), ("Letter", 215.9, 279.4), ("Letter landscape", 279.4, 215.9),
    ("Legal", 215.9, 355.6), ("Tabloid", 279.4, 431.8), ("Ledger", 431.8, 279.4), ("Ledger portrait", 279.4, 431.8),
    ("210mm x 297mm", 210, 297), ("210 x 297 mm", 210, 297), ("21cm×29.7cm", 210, 297), ("8.5in x 11in", 215.9, 279.4),
    ("[210mm, 297mm]", 210, 297),
  ])
  func knowsPaper(_ text: String, _ width: Double, _ height: Double) throws {
    let (size, findings) = try value(CanvasSize.self, text)
    #expect(findings.isEmpty)
    let paper = try #require(size)
    #expect(abs(paper.width - width * Self.millimetre) < 1e-9)
    #expect(abs(paper.height - height * Self.millimetre) < 1e-9)
    #expect(paper.isPaper)
  }

  @Test(arguments: ["[800, 600]", "800 x 600", "800px x 600px", "800pxx600px"])
  func countsPixels(_ text: String) throws {
    #expect(try value(CanvasSize.self, text).value == CanvasSize(width: 800, height: 600))
  }

  @Test(arguments: [
    "A11", "A4 diagonal", "A4 landscape landscape", "[800]", "[800, 600, 3]", "800", "{width: 1}", "210mm", "x",
    "210mm x", "210mm x 297mm x 3mm", "[0, 10]", "[10, 100001]", "[-5, 5]", "0mm x 5mm",
  ])
  func refusesWhatIsNone(_ text: String) throws {
    #expect(try value(CanvasSize.self, text).findings.map(\.code) == [.badCanvasSize])
  }

  @Test(arguments: [
    ("[0.4, 1e-3]", "0.4 x 0.001"), ("[1e308, 10]", "1e+308 x 10"), ("[0, -5]", "0 x -5"),
    ("0.1mm x 10mm", "0.38 x 37.8"),
  ])
  func namesTheSizeThatIsWrong(_ text: String, _ shown: String) throws {
    let message = try value(CanvasSize.self, text).findings.first?.message
    #expect(message == "a canvas of \(shown) logical pixels is outside 1 x 1 to 100000 x 100000")
  }

  @Test func suggestsPaper() throws {
    #expect(
      try value(CanvasSize.self, "Leter").findings.first?.hint?.text
        == "write `Letter`, `Letter landscape` or `Letter portrait`")
  }

  @Test func paperIsPrintedAt300DotsPerInchUnlessTheDocumentSaysOtherwise() throws {
    func canvas(_ text: String) throws -> Canvas {
      try #require(document(small("canvas: {\(text)}\n")).document).canvas
    }
    #expect(try canvas("size: A4").pixelSize.width == 2480)
    #expect(try canvas("size: A4, dpi: 96").pixelSize.width == 794)
    #expect(try canvas("size: [800, 600]").dpi == 96)
    #expect(try canvas("size: [800, 600], pixelRatio: 2").pixelSize.width == 1600)
    let page = CanvasOverride(size: CanvasSize(width: 100, height: 100, isPaper: true))
    #expect(try canvas("size: [800, 600]").applying(page).dpi == 300)
    #expect(try canvas("size: [800, 600], dpi: 120").applying(page).dpi == 120)
    #expect(try canvas("size: A4").applying(CanvasOverride(background: .transparent)).dpi == 300)
  }

  @Test func dpiAndPixelRatioSayTheSame() {
    expectTyped(in: small("canvas: {dpi: 96, ↓pixelRatio: 1}\n"), [.conflictingKeys])
    expectTyped(in: small("canvas: {pixelRatio: 1, ↓dpi: 96}\n"), [.conflictingKeys])
    expectTyped(
      in: small("canvas: {dpi: ↓0, size: ↓A44, backgroundcolor: 1}\n".replacing("background", with: "↓background")),
      [
        .outOfRange, .badCanvasSize, .unknownKey,
      ])
  }
}
