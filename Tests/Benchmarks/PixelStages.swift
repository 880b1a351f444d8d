import DocumentModel
import Geodesy
import Rendering
import TestSupport

/// From the bytes of tiles to their pixels.
struct DecodeStage: Stage {
  let name = "decode"

  func measure() async throws -> [Measurement] {
    let map = SampleTiles(.map)
    let photo = SampleTiles(.photo)
    let samples: [(String, [UInt8], floor: Double)] = [
      ("PNG with a palette", try await map.encoded(as: .png), 160),
      ("PNG as RGB", try await photo.encoded(as: .png), 710),
      ("PNG as RGBA", try await SampleTiles(.overlay).encoded(as: .png), 880),
      ("JPEG", try await photo.encoded(as: .jpg, quality: 85), 370),
      ("WebP", try await photo.encoded(as: .webp, quality: 80), 1250),
    ]
    var measurements: [Measurement] = []
    for (what, bytes, floor) in samples {
      let count = 40
      let cost = try await Cost.median(items: count) {
        for _ in 0..<count {
          guard try PictureDecoder.decode(bytes).size.width == 256 else { throw WrongWork("a tile of another size") }
        }
      }
      measurements.append(
        Measurement("\(what), 256 x 256, \((bytes.count + 500) / 1000) kB", .tile, cost, floor: floor))
    }
    return measurements
  }
}

/// From tiles to the pixels of a picture, on one processor.
struct ComposeStage: Stage {
  let name = "compose"

  func measure() async throws -> [Measurement] {
    let ground = SampleTiles(.photo)
    let overlay = SampleTiles(.overlay)
    let copied = try await cost([ground.layer()])
    let both = try await cost([ground.layer(), overlay.layer()])
    var measurements = [
      Measurement("copy tiles", .pixel, copied, floor: 0.83),
      Measurement("a second layer, src-over", .pixel, both - copied, floor: 1),
    ]
    for (filter, scale, floor) in [
      (Resampling.nearest, 1.37, nil), (.bilinear, 1.37, 10), (.bilinear, 0.73, nil), (.cubic, 1.37, nil),
      (.lanczos, 1.37, nil), (.lanczos, 0.73, nil),
    ] as [(Resampling, Double, Double?)] {
      let cost = try await cost([ground.layer(scale: scale, resampling: filter)])
      measurements.append(Measurement("\(filter.rawValue), \(scale) times", .pixel, cost, floor: floor))
    }
    return measurements
  }

  private func cost(_ layers: [SceneLayer]) async throws -> Cost {
    let size = PixelSize(width: SampleTiles.pixels, height: SampleTiles.pixels)
    let scene = Scene(size: size, background: .white, layers: layers)
    return try await Cost.median(items: size.width * size.height) {
      let statistics = try await SceneRenderer.render(scene, bandHeight: 64, jobs: 1, into: NoSink())
      guard statistics.layers.allSatisfy({ $0.coverage > 0.99 }) else { throw WrongWork("tiles were missing") }
    }
  }

  /// Takes bands and forgets them.
  private final class NoSink: PictureSink {
    struct Nothing: BandEncoder {
      func encode(_ band: PictureBand) { precondition(band.picture.size.width > 0) }
    }
    let encoder = Nothing()
    func append(_ piece: Void) {}
  }
}

/// From tiles to a file on the disk: copying, encoding, writing, syncing.
struct EncodeStage: Stage {
  let name = "encode"

  func measure() async throws -> [Measurement] {
    let map = SampleTiles(.map)
    let photo = SampleTiles(.photo)
    return [
      try await measured("PNG, map-like", map, .png, floor: 20),
      try await measured("PNG, photo-like", photo, .png, floor: 38),
      try await measured("JPEG 85, photo-like", photo, .jpg, quality: 85, floor: 6.5),
      try await measured("WebP 80, photo-like", photo, .webp, quality: 80, floor: 155),
    ]
  }

  private func measured(
    _ what: String, _ tiles: SampleTiles, _ format: OutputFormat, quality: Int? = nil, floor: Double
  ) async throws -> Measurement {
    let folder = try TemporaryFolder()
    // WebP is a minute's work at the size of the others.
    let side = format == .webp ? 1024 : SampleTiles.pixels
    let scene = Scene(size: PixelSize(width: side, height: side), background: nil, layers: [tiles.layer()])
    let options = EncodingOptions(dpi: 96, quality: quality)
    var bytes = 0
    let cost = try await Cost.median(items: side * side) {
      bytes = try await PictureFile.write(
        scene: scene, to: folder.path + "/picture", format: format, options: options, jobs: 1
      ).bytes
    }
    return Measurement("\(what), \(side) x \(side), \(bytes / 1000) kB", .pixel, cost, floor: floor)
  }
}
