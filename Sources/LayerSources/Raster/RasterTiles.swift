import DocumentModel
import Geodesy

/// The tiles of a raster: squares of its levels, in its own plane of pixels.
struct RasterTiles: TileSource {
  let description: LayerDescription
  let identity: String
  let ownFiles: [String]
  var hasOwnTiles: Bool { false }
  private let files: RasterFiles
  private let look: RasterLook
  private let choice: RasterChoice
  private let levels: RasterLevels
  private let painting = RasterPainting()
  private let isNearest: Bool

  /// - Parameter placed: Where it lies, and in which reference.
  init(
    _ file: RasterFile, _ look: RasterLook, _ choice: RasterChoice, at transform: ImageTransform,
    in reference: SpatialReference, part: String?, isNearest: Bool
  ) {
    let bands = choice.colors + (choice.alpha.map { [$0] } ?? [])
    let levels = RasterLevels(of: file.size, bands.map { file.bands[$0] })
    description = LayerDescription(
      tilingSchemes: [], fullExtent: transform.outline,
      drawing: DrawingOnRequest(
        references: .listed([reference.definition]), ownReference: reference, image: transform, pyramid: levels.pyramid)
    )
    identity = "raster:\(LocalFile.resolved(file.path)) \(part ?? "") \(look) \(isNearest)"
    ownFiles = file.files
    files = RasterFiles(file, part: part, isNearest: isNearest)
    self.look = look
    self.choice = choice
    self.levels = levels
    self.isNearest = isNearest
  }

  /// The overviews, largest first.
  var overviews: [PixelSize] { levels.overviews }

  func tile(_ index: TileIndex) throws(SourceError) -> TileLocation {
    guard let (level, box) = levels.box(of: index) else { return .here(.absent) }
    let pixels = try files.withFile { file throws(SourceError) in
      let painter = try painting.painter { () throws(SourceError) in try look.painter(choice, levels, of: file) }
      return try colors(of: box, level, by: painter, in: file)
    }
    return .here(.picture(EncodedPicture(bytes: whole(pixels, box), rawSize: levels.tileSize)))
  }

  private func colors(
    of box: PixelBox, _ level: RasterLevels.Level, by painter: RasterPainter, in file: RasterFile
  ) throws(SourceError) -> [UInt32] {
    let size = PixelSize(width: box.width, height: box.height)
    if level.factor == 1 { return try painter.colors(of: box, as: size, level.stored, in: file) }
    let source = level.storedBox(box)
    if isNearest { return try painter.colors(of: source, as: size, level.stored, in: file) }
    var reduction = RasterReduction(box, of: level)
    for strip in reduction.strips(of: source) {
      let size = reduction.samples(of: strip)
      reduction.add(try painter.colors(of: strip, as: size, level.stored, in: file), of: strip, size)
    }
    return reduction.pixels
  }

  /// The bytes of a whole tile: what lies beyond the edges is transparent.
  private func whole(_ pixels: [UInt32], _ box: PixelBox) -> [UInt8] {
    let size = levels.tileSize
    return [UInt8](unsafeUninitializedCapacity: size.width * size.height * 4) { buffer, filled in
      filled = size.width * size.height * 4
      buffer.initialize(repeating: 0)
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      for (place, pixel) in pixels.enumerated() {
        let (row, column) = place.quotientAndRemainder(dividingBy: box.width)
        bytes.storeBytes(of: pixel.littleEndian, toByteOffset: (row * size.width + column) * 4, as: UInt32.self)
      }
    }
  }
}

/// The means of squares of pixels, from strips of them that follow each other.
struct RasterReduction {
  private let box: PixelBox
  private let level: RasterLevels.Level
  private var sums: [SIMD4<UInt32>]
  private var counts: [UInt32]

  /// Pixels of a strip.
  private static let most = 4 << 20
  /// Pixels a side of which a mean is taken: of larger squares so many lie evenly over it.
  private static let mostSide = 16

  init(_ box: PixelBox, of level: RasterLevels.Level) {
    self.box = box
    self.level = level
    sums = [SIMD4<UInt32>](repeating: .zero, count: box.width * box.height)
    counts = [UInt32](repeating: 0, count: box.width * box.height)
  }

  /// Rows of a box, as many as memory is taken for at once.
  func strips(of box: PixelBox) -> [PixelBox] {
    let rows = max(1, Self.most / max(1, box.width / step)) * step
    return stride(from: box.y, to: box.y + box.height, by: rows).map { top in
      PixelBox(x: box.x, y: top, width: box.width, height: min(rows, box.y + box.height - top))
    }
  }

  private var step: Int { max(1, level.factor / Self.mostSide) }

  /// How many pixels are looked at of a strip.
  func samples(of strip: PixelBox) -> PixelSize {
    PixelSize(width: max(1, strip.width / step), height: max(1, strip.height / step))
  }

  /// - Parameter size: Of the pixels: ``samples(of:)``.
  mutating func add(_ pixels: [UInt32], of strip: PixelBox, _ size: PixelSize) {
    let edges = (0...box.width).map { (level.storedColumn(box.x + $0) - strip.x) * size.width / strip.width }
    var row = 0
    for line in 0..<size.height {
      let top = strip.y + line * strip.height / size.height
      while row + 1 < box.height, level.storedRow(box.y + row + 1) <= top { row += 1 }
      for column in 0..<box.width {
        var sum = SIMD4<UInt32>.zero
        for place in line * size.width + edges[column]..<line * size.width + edges[column + 1] {
          let pixel = pixels[place]
          sum &+= SIMD4(pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255, pixel >> 24)
        }
        sums[row * box.width + column] &+= sum
        counts[row * box.width + column] += UInt32(edges[column + 1] - edges[column])
      }
    }
  }

  /// Rounded to the nearest.
  var pixels: [UInt32] {
    sums.indices.map { index in
      let count = max(1, counts[index])
      let mean = (sums[index] &+ SIMD4(repeating: count / 2)) / SIMD4(repeating: count)
      return mean.x | mean.y << 8 | mean.z << 16 | mean.w << 24
    }
  }
}
