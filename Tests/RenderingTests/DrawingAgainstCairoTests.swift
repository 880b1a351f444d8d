import DocumentModel
import Geodesy
import Glibc
import Testing

@testable import Rendering

/// Areas and lines beside cairo's of the same paths.
@Suite struct DrawingAgainstCairoTests {
  private static let black = Color.black

  /// How far two pictures' alphas are apart: on average over the pixels that either touches, and at most.
  private func compare(_ drawing: Drawing, _ cairo: CairoOracle) throws -> (mean: Double, most: Int) {
    let size = PixelSize(width: CairoOracle.side, height: CairoOracle.side)
    let prepared = PreparedDrawing(drawing, size: size)
    let own = try #require(try DrawingPainter(prepared, width: size.width, band: 0..<size.height).painted())
    let wanted = cairo.alphas()
    var (sum, touched, most) = (0, 0, 0)
    for place in wanted.indices {
      let (one, other) = (Int(own.bytes[place * 4 + 3]), Int(wanted[place]))
      if one == 0, other == 0 { continue }
      touched += 1
      sum += abs(one - other)
      most = max(most, abs(one - other))
    }
    return (Double(sum) / Double(max(1, touched)), most)
  }

  /// Corners far apart, as in maps: segments longer than lines are wide.
  private func walk(_ seed: UInt64, count: Int, step: ClosedRange<Double>) -> PathList {
    var random = Randomness(seed: seed)
    var (x, y, angle) = (128.0, 128.0, 0.0)
    var path = PathList()
    for _ in 0..<count {
      path.add(x, y)
      angle += Double.random(in: -1.6...1.6, using: &random)
      let length = Double.random(in: step, using: &random)
      x = min(max(x + cos(angle) * length, 10), 246)
      y = min(max(y + sin(angle) * length, 10), 246)
    }
    path.endPath()
    return path
  }

  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func areasAreCoveredAsMuch(_ seed: UInt64) throws {
    let cairo = try CairoOracle()
    var random = Randomness(seed: seed)
    // Stars with a hole.
    var rings = PathList()
    for (least, most, turn) in [(60.0, 110.0, 1.0), (20.0, 50.0, -1.0)] {
      for number in 0..<24 {
        let angle = turn * Double(number) / 24 * 2 * .pi
        let radius = Double.random(in: least...most, using: &random)
        rings.add(128.3 + cos(angle) * radius, 127.9 + sin(angle) * radius)
      }
      rings.endPath()
    }
    var drawing = Drawing()
    drawing.fill(rings, Self.black)
    cairo.fill(rings)
    let (mean, most) = try compare(drawing, cairo)
    #expect(mean <= 0.3 && most <= 20, "\(mean), \(most)")
  }

  @Test(arguments: LineSymbol.Join.allCases, LineSymbol.Cap.allCases)
  func linesAreCoveredAsMuch(_ join: LineSymbol.Join, _ cap: LineSymbol.Cap) throws {
    for (number, width) in [0.5, 1, 2.5, 7].enumerated() {
      for dash in [[], [11.0, 6.5], [0.0, 9.0]] {
        let cairo = try CairoOracle()
        let path = walk(UInt64(number + 3), count: 12, step: 25...60)
        let stroke = Stroke(color: Self.black, width: width, dash: dash, cap: cap, join: join)
        var drawing = Drawing()
        drawing.stroke(path, stroke)
        cairo.stroke(path, stroke)
        let (mean, most) = try compare(drawing, cairo)
        // Of a line thinner than a pixel every pixel is an edge.
        #expect(mean <= (width < 1 ? 3.5 : 3) && most <= 96, "\(width), \(dash): \(mean), \(most)")
      }
    }
  }

  /// A spiral of corners that never meets itself, so that all that could add up are inner corners.
  @Test(arguments: LineSymbol.Join.allCases, [1.0, 1.6, 2, 3, 4.5, 7])
  func innerCornersAreCoveredOnce(_ join: LineSymbol.Join, _ width: Double) throws {
    for corners in [3, 4, 5, 7, 12] {
      let cairo = try CairoOracle()
      var path = PathList()
      for number in 0..<corners * 3 {
        let angle = 2 * .pi * (Double(number) + 0.13) / Double(corners)
        // Sides stay a line's width apart, and every other corner turns back.
        let radius = 112 - Double(number) / Double(corners) * 28 - (number % 2 == 0 ? 0 : 6)
        path.add(128.21 + cos(angle) * radius, 127.87 + sin(angle) * radius)
      }
      path.endPath()
      let stroke = Stroke(color: Self.black, width: width, cap: .butt, join: join)
      var drawing = Drawing()
      drawing.stroke(path, stroke)
      cairo.stroke(path, stroke)
      let (mean, most) = try compare(drawing, cairo)
      #expect(mean <= 1.5 && most <= 16, "\(corners): \(mean), \(most)")
    }
  }

  @Test(arguments: LineSymbol.Join.allCases) func ringsAreClosed(_ join: LineSymbol.Join) throws {
    let cairo = try CairoOracle()
    let ring = PathList(x: [40.5, 200, 220, 60], y: [30, 50.25, 210, 180], ends: [4])
    let stroke = Stroke(color: Self.black, width: 6, join: join, isClosed: true)
    var drawing = Drawing()
    drawing.stroke(ring, stroke)
    cairo.stroke(ring, stroke)
    let (mean, most) = try compare(drawing, cairo)
    #expect(mean <= 0.5 && most <= 48, "\(mean), \(most)")
  }

  /// Positions nearer than the line is wide, with sharp turns: nothing may be left out. Where a line lies over itself many times,
  /// edges that cover a part of a pixel add up, as in Anti-Grain Geometry.
  @Test(arguments: [2.0, 5, 12]) func denseTracksHaveNoHoles(_ width: Double) throws {
    let cairo = try CairoOracle()
    let path = walk(17, count: 1500, step: 0.2...3)
    let stroke = Stroke(color: Self.black, width: width)
    var drawing = Drawing()
    drawing.stroke(path, stroke)
    cairo.stroke(path, stroke)
    let (mean, most) = try compare(drawing, cairo)
    #expect(mean <= 5.5 && most <= 140, "\(mean), \(most)")
  }

  @Test func whatLiesOutsideIsCutExactly() throws {
    let cairo = try CairoOracle()
    let rings = PathList(x: [-900, 700, 500.5, -300], y: [-400.25, 90, 900, 300], ends: [4])
    var drawing = Drawing()
    drawing.fill(rings, Self.black)
    cairo.fill(rings)
    let (mean, most) = try compare(drawing, cairo)
    #expect(mean <= 0.1 && most <= 10, "\(mean), \(most)")
  }
}

/// A canvas of cairo's own, by its functions as its library has them.
final class CairoOracle {
  static let side = 256
  /// It draws so many times larger: of its own, it looks at 15 lines in a pixel.
  private static let factor = 8
  private let library: UnsafeMutableRawPointer
  private let surface: OpaquePointer
  private let context: OpaquePointer

  struct Missing: Error {}

  init() throws {
    guard let library = dlopen("libcairo.so.2", RTLD_NOW) ?? dlopen("libcairo.2.dylib", RTLD_NOW) else {
      throw Missing()
    }
    self.library = library
    typealias Make = @convention(c) (Int32, Int32, Int32) -> OpaquePointer
    typealias Begin = @convention(c) (OpaquePointer) -> OpaquePointer
    surface = Self.function(library, "cairo_image_surface_create", Make.self)(
      0, Int32(Self.side * Self.factor), Int32(Self.side * Self.factor))
    context = Self.function(library, "cairo_create", Begin.self)(surface)
    set("cairo_set_antialias", Int32(6))
    typealias Scale = @convention(c) (OpaquePointer, Double, Double) -> Void
    Self.function(library, "cairo_scale", Scale.self)(context, Double(Self.factor), Double(Self.factor))
  }

  deinit {
    typealias End = @convention(c) (OpaquePointer) -> Void
    Self.function(library, "cairo_destroy", End.self)(context)
    Self.function(library, "cairo_surface_destroy", End.self)(surface)
  }

  private static func function<Form>(_ library: UnsafeMutableRawPointer, _ name: String, _ form: Form.Type) -> Form {
    unsafeBitCast(dlsym(library, name), to: form)
  }

  private func call(_ name: String) {
    typealias Form = @convention(c) (OpaquePointer) -> Void
    Self.function(library, name, Form.self)(context)
  }

  private func set(_ name: String, _ value: Int32) {
    typealias Form = @convention(c) (OpaquePointer, Int32) -> Void
    Self.function(library, name, Form.self)(context, value)
  }

  private func set(_ name: String, _ value: Double) {
    typealias Form = @convention(c) (OpaquePointer, Double) -> Void
    Self.function(library, name, Form.self)(context, value)
  }

  private func trace(_ paths: PathList, isClosed: Bool) {
    typealias Form = @convention(c) (OpaquePointer, Double, Double) -> Void
    let move = Self.function(library, "cairo_move_to", Form.self)
    let line = Self.function(library, "cairo_line_to", Form.self)
    for path in 0..<paths.count {
      for place in paths.range(of: path) {
        (place == paths.range(of: path).lowerBound ? move : line)(context, paths.x[place], paths.y[place])
      }
      if isClosed { call("cairo_close_path") }
    }
  }

  func fill(_ rings: PathList) {
    trace(rings, isClosed: true)
    call("cairo_fill")
  }

  func stroke(_ paths: PathList, _ stroke: Stroke) {
    typealias Dashes = @convention(c) (OpaquePointer, UnsafePointer<Double>, Int32, Double) -> Void
    set("cairo_set_line_width", stroke.width)
    set("cairo_set_line_cap", Int32(LineSymbol.Cap.allCases.firstIndex(of: stroke.cap) ?? 0))
    set("cairo_set_line_join", Int32(LineSymbol.Join.allCases.firstIndex(of: stroke.join) ?? 0))
    set("cairo_set_miter_limit", Stroke.miterLimit)
    set("cairo_set_tolerance", 0.02)
    Self.function(library, "cairo_set_dash", Dashes.self)(context, stroke.dash, Int32(stroke.dash.count), 0)
    trace(paths, isClosed: stroke.isClosed)
    call("cairo_stroke")
  }

  /// Of each pixel, row by row.
  func alphas() -> [UInt8] {
    typealias Data = @convention(c) (OpaquePointer) -> UnsafeMutablePointer<UInt8>
    typealias Flush = @convention(c) (OpaquePointer) -> Void
    Self.function(library, "cairo_surface_flush", Flush.self)(surface)
    let bytes = Self.function(library, "cairo_image_surface_get_data", Data.self)(surface)
    let (side, factor) = (Self.side, Self.factor)
    return (0..<side * side).map { place in
      let (column, row) = (place % side * factor, place / side * factor)
      var sum = 0
      for y in row..<row + factor {
        for x in column..<column + factor { sum += Int(bytes[(y * side * factor + x) * 4 + 3]) }
      }
      return UInt8((sum + factor * factor / 2) / (factor * factor))
    }
  }
}
