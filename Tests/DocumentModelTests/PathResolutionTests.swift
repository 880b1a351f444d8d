import DocumentModel
import Testing

@Suite struct PathResolutionTests {
  @Test(arguments: [
    ("maps/harbour.yaml", "harbour.yaml", "harbour", "yaml"), ("a.b/c", "c", "c", ""),
    (".hidden", ".hidden", ".hidden", ""),
    ("x.tar.GZ", "x.tar.GZ", "x.tar", "GZ"), ("folder/", "folder", "folder", ""), ("end.", "end.", "end", ""),
    ("/", "/", "/", ""),
  ])
  func takesNamesApart(_ path: String, _ last: String, _ stem: String, _ suffix: String) {
    #expect(PathResolution.lastComponent(of: path) == last)
    #expect(PathResolution.stem(of: path) == stem)
    #expect(PathResolution.suffix(of: path) == suffix)
  }

  @Test(
    arguments: [
      ("a.png", .png), ("b/c.JPEG", .jpg), ("d.jpg", .jpg), ("e.webp", .webp), ("f.gif", nil), ("png", nil),
    ] as [(String, OutputFormat?)])
  func findsTheFormatOfASuffix(_ path: String, _ format: OutputFormat?) {
    #expect(OutputFormat(suffixOf: path) == format)
  }
}

@Suite struct CanvasPixelTests {
  @Test(arguments: [(96.0, 1024, 768), (192, 2048, 1536), (1e300, 1 << 53, 1 << 53), (-5, 1, 1), (.nan, 1, 1)])
  func countsDevicePixelsOfAnyDPI(_ dpi: Double, _ width: Int, _ height: Int) {
    let size = Canvas(width: 1024, height: 768, dpi: dpi, background: nil).pixelSize
    #expect(size.width == width && size.height == height)
  }
}
