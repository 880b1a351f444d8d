import Diagnostics

extension CanvasOverride: MapValue {
  private enum Keys {
    static let size = OptionalField<CanvasSize>(
      "size", written: "[1024, 768]", "size of the picture: `[width, height]` in logical pixels, or of paper")
    static let dpi = OptionalField<BoundedNumber<DotsPerInchBounds>>(
      "dpi", written: "96; 300 for paper sizes", "device pixels per inch, written into the picture")
    static let pixelRatio = OptionalField<BoundedNumber<PixelRatioBounds>>(
      "pixelRatio", "device pixels in a logical pixel: 2 says the same as 192 dpi")
    static let background = OptionalField<Background>(
      "background", written: "white", "what is seen where no layer draws: a colour or `transparent`")
  }

  package static let fields = FieldSet([Keys.size, Keys.dpi, Keys.pixelRatio, Keys.background])
  package static var what: String { "a canvas" }

  package init?(from reader: MappingReader) {
    let size = reader.read(Keys.size)
    var dpi = reader.read(Keys.dpi)?.value
    let ratio = reader.read(Keys.pixelRatio)?.value
    let background = reader.read(Keys.background)
    if reader.has(Keys.dpi), reader.has(Keys.pixelRatio) {
      reader.reportConflict(Keys.dpi, Keys.pixelRatio)
    } else if let ratio {
      dpi = ratio * 96
    }
    self.init(size: size, dpi: dpi, background: background)
  }
}
