import CDrawing
import DocumentModel
import Geodesy
import Testing

@testable import Rendering

/// The twelve blend modes beside cairo's operators of the same names.
@Suite struct BlendingAgainstCairoTests {
  /// As `cairo_operator_t` counts them.
  private static let operators: [(mode: BlendMode, number: Int32)] = [
    (.normal, 2), (.multiply, 14), (.screen, 15), (.overlay, 16), (.darken, 17), (.lighten, 18), (.colorDodge, 19),
    (.colorBurn, 20), (.hardLight, 21), (.softLight, 22), (.difference, 23), (.exclusion, 24),
  ]

  @Test func hasAnOperatorForEachMode() {
    #expect(Set(Self.operators.map(\.mode)) == Set(BlendMode.allCases))
  }

  /// 65,536 pairs of premultiplied pixels with every alpha.
  @Test(arguments: operators.map(\.mode))
  func comesToWhatCairoComesTo(_ mode: BlendMode) throws {
    let number = try #require(Self.operators.first { $0.mode == mode }?.number)
    let source = Picture.noise(width: 256, height: 256, seed: 31)
    let ground = Picture.noise(width: 256, height: 256, seed: 32)
    let wanted = try cairo(source, onto: ground, number)
    var largest = 0
    var sum = 0
    for y in 0..<256 {
      var row = (0..<256).map { ground[$0, y] }
      let sources = (0..<256).map { source[$0, y] }
      var target = row.mutableSpan
      RowBlender.blend(sources.span, onto: &target, at: 0, RowBlending(mode: mode, opacity: 1, coverage: nil))
      for x in 0..<256 {
        for shift in [UInt32(0), 8, 16, 24] {
          let off = abs(Int(row[x] >> shift & 255) - Int(wanted[x, y] >> shift & 255))
          largest = max(largest, off)
          sum += off
        }
      }
    }
    // Cairo rounds each product of some modes to 8 bits by itself.
    #expect(largest <= 2, "\(mode): \(largest)")
    #expect(Double(sum) / 262_144 < 0.3, "\(mode): \(Double(sum) / 262_144)")
  }

  private func cairo(_ source: Picture, onto ground: Picture, _ number: Int32) throws -> Picture {
    let functions = try #require(mapdoc_drawing_open()).pointee
    let surfaces = try [source, ground].map { picture in
      let surface = functions.cairo_image_surface_create(
        Int32(MAPDOC_CAIRO_FORMAT_ARGB32), Int32(picture.size.width), Int32(picture.size.height))
      let data = try #require(functions.cairo_image_surface_get_data(surface))
      let stride = Int(functions.cairo_image_surface_get_stride(surface))
      for y in 0..<picture.size.height {
        for x in 0..<picture.size.width {
          let pixel = picture[x, y]
          // R and B change places.
          let native = pixel & 0xff00_ff00 | pixel >> 16 & 0xff | (pixel & 0xff) << 16
          UnsafeMutableRawPointer(data + y * stride + x * 4).storeBytes(of: native, as: UInt32.self)
        }
      }
      functions.cairo_surface_mark_dirty(surface)
      return surface
    }
    defer { for surface in surfaces { functions.cairo_surface_destroy(surface) } }
    let context = functions.cairo_create(surfaces[1])
    functions.cairo_set_operator(context, number)
    functions.cairo_set_source_surface(context, surfaces[0], 0, 0)
    functions.cairo_paint(context)
    functions.cairo_destroy(context)
    functions.cairo_surface_flush(surfaces[1])
    let data = try #require(functions.cairo_image_surface_get_data(surfaces[1]))
    let stride = Int(functions.cairo_image_surface_get_stride(surfaces[1]))
    return Picture(width: ground.size.width, height: ground.size.height) { x, y in
      let native = UnsafeRawPointer(data + y * stride).load(fromByteOffset: x * 4, as: UInt32.self)
      return native & 0xff00_ff00 | native >> 16 & 0xff | (native & 0xff) << 16
    }
  }
}
