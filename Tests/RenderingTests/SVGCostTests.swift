import Testing

@testable import Rendering

/// SVG files that would take minutes to draw are told from those that symbols are made of.
@Suite struct SVGCostTests {
  private func svg(_ inner: String, _ attributes: String = "", before: String = "") -> [UInt8] {
    let head = "\(before)<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
    return Array((head + "width=\"24\" height=\"24\" \(attributes)>\(inner)</svg>").utf8)
  }

  private func cost(_ bytes: [UInt8]) throws -> Int { try SVGCost.total(of: SVGScan(bytes)) }

  private func refusal(_ bytes: [UInt8]) -> String? {
    do throws(SVGScan.Refusal) {
      _ = try SVGCost.total(of: SVGScan(bytes))
      return nil
    } catch {
      return error.reason
    }
  }

  @Test func countsWhatIsDrawn() throws {
    #expect(try cost(svg("")) == 1)
    #expect(try cost(svg("<g><path d='M0 0h1'/><circle r=\"1\"/></g>")) == 4)
    // What is defined and not used is not drawn.
    #expect(try cost(svg("<defs><g id='a'><rect/><rect/></g></defs><!-- <rect/> -->")) == 1)
    #expect(try cost(svg("<defs><g id='a'><rect/><rect/></g></defs><use xlink:href='#a'/><use href='#a'/>")) == 9)
    #expect(try cost(svg("<style><![CDATA[ .a > b {fill: red} ]]></style>\n<rect class='a'/>")) == 2)
  }

  @Test func ordinaryDrawingsAreDrawn() throws {
    let illustrator = """
      <?xml version="1.0" encoding="iso-8859-1"?>
      <!-- Generator: it's a program -->
      <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
        <!ENTITY ns_extend "http://ns.adobe.com/Extensibility/1.0/">
        <!-- that's all -->
      ]>
      """
    let bytes = svg(
      """
      <metadata><x:a xmlns:x="&ns_extend;">1 &amp; 2</x:a></metadata>
      <style>.st0{fill:url(#g);filter:url(#shadow)}</style>
      <linearGradient id="g"><stop offset="0"/><stop offset="1"/></linearGradient>
      <filter id="shadow"><feGaussianBlur stdDeviation="0.5 1"/><feOffset dx="1"/><feMerge><feMergeNode/></feMerge></filter>
      <g class="st0"><path d="M0,0h24v24z"/><path style="fill:url('#g')" d="M1,1z"/></g>
      """, before: illustrator)
    #expect(refusal(bytes) == nil)
    #expect(refusal(svg("<rect fill='#fff'/>", before: "\u{FEFF}")) == nil)
  }

  /// `use` of `use` of `use`: 10^9 squares in 500 bytes.
  @Test(arguments: [
    ("use", "href='#", "'"), ("rect", "fill='url(#", ")'"), ("rect", "style='mask: URL( \"#", "\")'"),
    ("rect", "clip-path='url(#", ")'"), ("path d='M0 0h1h1h1h1h1h1' ", "marker-mid='url(#", ")'"),
  ])
  func whatIsDrawnOverAndOver(_ element: String, _ before: String, _ after: String) {
    let levels = (1..<10).map { level in
      let inner = String(repeating: "<\(element) \(before)a\(level - 1)\(after)/>", count: 10)
      return "<g id='a\(level)'>\(inner)</g>"
    }
    let bytes = svg("<defs><rect id='a0'/>\(levels.joined())</defs><\(element) \(before)a9\(after)/>")
    #expect(refusal(bytes)?.contains("over and over") == true)
  }

  @Test func aStyleSheetThatFillsEverythingWithMuch() {
    let many = String(repeating: "<rect/>", count: 200)
    let bytes = svg("<style>*{fill:url(#p)}</style><pattern id='p'>\(many)</pattern>\(many)")
    #expect(refusal(bytes)?.contains("over and over") == true)
  }

  @Test func whatNamesItselfEnds() throws {
    #expect(try cost(svg("<g id='a'><use href='#a'/></g>")) < 10)
    let chain = (1...1000).map { "<g id='c\($0)'><use href='#c\($0 - 1)'/></g>" }.joined()
    #expect(refusal(svg("<defs><rect id='c0'/>\(chain)</defs><use href='#c1000'/>"))?.contains("deep") == true)
  }

  @Test(arguments: [
    ("<filter><feTurbulence numOctaves='100000'/></filter>", "`feTurbulence`"),
    ("<filter id='f'><feGaussianBlur stdDeviation='100000'/></filter><rect filter='url(#f)'/>", "`100000`"),
    ("<filter id='f'><feGaussianBlur stdDeviation='&big;'/></filter><rect filter='url(#f)'/>", "`&big;`"),
    ("<filter id='f'><feMorphology radius='1'/></filter><rect filter='url(#f)'/>", "`feMorphology`"),
    (String(repeating: "<rect/>", count: 20_000), "more than 20000 elements"),
    (String(repeating: "<g>", count: 300) + String(repeating: "</g>", count: 300), "256 deep"),
    ("<use href='&#35;a'/>", "`&#35;a`"), ("<rect fill='\\75rl(#a)'/>", "`\\75rl(#a`"),
    ("<style>@import 'a'</style>", "imports"), ("<use href='data:image/svg+xml,x'/>", "another file"),
    ("<image href='data:image/svg+xml;base64,PHN2Zy8+'/>", "holds a picture"),
    ("<image href='DATA:image/png,x'/>", "not written in base64"),
  ])
  func whatIsRefused(_ inner: String, _ words: String) {
    // What nothing draws need not be looked at, so all of it is drawn.
    let shown = inner.replacing("<filter>", with: "<rect filter='url(#f)'/><filter id='f'>")
    #expect(refusal(svg(shown))?.contains(words) == true, "\(refusal(svg(shown)) ?? "nothing")")
  }

  @Test(arguments: [
    "<!DOCTYPE svg [<!ENTITY a \"<rect/>\">]>", "<!DOCTYPE svg [<!ENTITY a '&b;'>]>",
    "<!DOCTYPE svg [<!ENTITY a \"url(#b)\">]>",
    "<?xml version='1.0' encoding='UTF-7'?>", "<?xml-stylesheet href='data:text/css,x'?>",
  ])
  func whatHidesElements(_ before: String) {
    #expect(refusal(svg("<rect/>", before: before)) != nil)
  }

  @Test(arguments: [
    "<svg><rect", "<svg><rect a></svg>", "<svg", "<svg><!-- ", "<svg a=\"1></svg>", "<svg></svg><![CDATA[",
  ])
  func whatIsNoXML(_ text: String) {
    do throws(SVGScan.Refusal) {
      _ = try SVGScan(Array(text.utf8))
      #expect(Bool(false))
    } catch {
      #expect(error.isOfXML)
    }
  }

  /// One red pixel, and the header of 60,000 x 60,000 pixels.
  @Test func aPictureInsideIsLookedAt() {
    let pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg=="
    let bomb = "iVBORw0KGgoAAAANSUhEUgAA6mAAAOpgCAYAAACA0nVCAAAAC0lEQVR4nGNggAEAAAoAAX+AdF4AAAAASUVORK5CYII="
    #expect(refusal(svg("<image href='data:image/png;base64,\(pixel)'/>")) == nil)
    #expect(refusal(svg("<image href='data:image/png;base64,\(bomb)'/>"))?.contains("60000 x 60000") == true)
    // What lies outside is not loaded.
    #expect(refusal(svg("<image href='file:///etc/passwd'/>")) == nil)
  }

  private func error(of text: String) -> SymbolPictureError? {
    do throws(SymbolPictureError) {
      _ = try SymbolPicture(Array(text.utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test func brokenXMLIsToldWithItsPlace() {
    #expect(
      error(of: "<svg><rect")?.words
        == "cannot be drawn: it is no sound XML at line 1, column 11: premature end of data in tag svg line 1")
    #expect(error(of: "<svg xmlns='http://www.w3.org/2000/svg'><rect/></svg>") == nil)
  }

  @Test func aMarkerHasBounds() throws {
    let thin = Array("<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1e8'/>".utf8)
    let pictures = SymbolPictures { _ in .success(thin) }
    #expect(pictures.problem(of: .file("thin.svg"), size: nil) == nil)
    #expect(
      pictures.problem(of: .file("thin.svg"), size: 20)?.words
        == "would be 20 x 2000000000 pixels; a marker has at most 4096 a side")
  }
}
