internal import CDrawing
import Geodesy

/// The outline of a letter, in ems to the right and down from its origin: straight and curved pieces, as its font has them.
final class GlyphOutline: Sendable {
  enum Piece: Sendable {
    case move(SIMD2<Double>)
    case line(SIMD2<Double>)
    /// A cubic Bézier curve.
    case curve(SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)
  }

  private let pieces: [Piece]
  /// Around its ink; of control points, which lie outside of it if at all.
  let bounds: PixelRectangle

  /// About how many positions its rings have.
  let weight: Int

  static let none = GlyphOutline([])

  init(_ pieces: [Piece]) {
    self.pieces = pieces
    weight = pieces.reduce(0) { weight, piece in if case .curve = piece { weight + 4 } else { weight + 1 } }
    var paths = PathList()
    for piece in pieces {
      switch piece {
      case .move(let end), .line(let end): paths.add(end.x, end.y)
      case .curve(let one, let other, let end):
        paths.add(one.x, one.y)
        paths.add(other.x, other.y)
        paths.add(end.x, end.y)
      }
    }
    bounds = PixelRectangle(around: paths) ?? PixelRectangle(x: 0, y: 0, width: 0, height: 0)
  }

  var isEmpty: Bool { pieces.isEmpty }

  /// Straight pieces are no further from the curve than this, in device pixels.
  private static let tolerance = 0.04

  /// Adds its rings to paths, as they lie on the page.
  func add(to paths: inout PathList, _ place: GlyphPlace) {
    var last = SIMD2<Double>()
    for piece in pieces {
      switch piece {
      case .move(let start):
        paths.endPath()
        last = place.moved(start)
        paths.add(last.x, last.y)
      case .line(let end):
        last = place.moved(end)
        paths.add(last.x, last.y)
      case .curve(let one, let other, let end):
        let (b, c, d) = (place.moved(one), place.moved(other), place.moved(end))
        Self.flatten(last, b, c, d) { paths.add($0.x, $0.y) }
        last = d
      }
    }
    paths.endPath()
  }

  /// In as many equal steps as keep within the tolerance (G. Wang's bound, 1984).
  private static func flatten(
    _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, _ d: SIMD2<Double>, _ add: (SIMD2<Double>) -> Void
  ) {
    let (one, other) = (a - 2 * b + c, b - 2 * c + d)
    let bend = max((one * one).sum(), (other * other).sum()).squareRoot()
    let steps = max(1, min(64, (0.75 * bend / tolerance).squareRoot().rounded(.up)))
    for step in 1..<max(1, Int(steps)) {
      let t = Double(step) / steps
      let s = 1 - t
      let (ends, controls) = (s * s * s * a + t * t * t * d, 3 * s * s * t * b + 3 * s * t * t * c)
      add(ends + controls)
    }
    add(d)
  }
}

/// Where a letter's origin lies on the page, its size, and how it is turned: x' = xx x + xy y + x0, y' = yx x + yy y + y0.
struct GlyphPlace: Sendable {
  let x: SIMD2<Double>
  let y: SIMD2<Double>
  let origin: SIMD2<Double>
  private let slant: Double

  /// - Parameters:
  ///   - size: Of an em, in device pixels.
  ///   - turn: The direction of its baseline.
  ///   - slant: How far it leans to the right, for each em upwards.
  init(origin: PixelPoint, size: Double, turn: SIMD2<Double> = [1, 0], slant: Double = 0) {
    self.origin = [origin.x, origin.y]
    self.slant = slant
    x = turn * size
    y = SIMD2(-turn.y, turn.x) * size - x * slant
  }

  /// The place of another letter of the same direction, so many ems to the right and down from this one's origin.
  func beside(x right: Double, y down: Double) -> GlyphPlace {
    GlyphPlace(origin: origin + x * right + (y + x * slant) * down, x: x, y: y, slant: slant)
  }

  private init(origin: SIMD2<Double>, x: SIMD2<Double>, y: SIMD2<Double>, slant: Double) {
    (self.origin, self.x, self.y, self.slant) = (origin, x, y, slant)
  }

  /// In 256ths of a pixel, as cairo counts: the last bits of sines may not show.
  func moved(_ point: SIMD2<Double>) -> SIMD2<Double> {
    ((origin + x * point.x + y * point.y) * 256).rounded(.toNearestOrEven) / 256
  }
}

/// The outlines of letters that have been asked for.
struct GlyphOutlineCache {
  private struct Key: Hashable {
    let font: OpaquePointer
    let glyph: UInt32
  }

  private let functions: mapdoc_drawing
  private let canvas: GlyphCanvas
  private var outlines: [Key: GlyphOutline] = [:]
  /// Kept alive for as long as their letters.
  private var fonts: Set<OpaquePointer> = []
  /// Letters that are kept.
  private static let bound = 30_000

  init(_ functions: mapdoc_drawing) {
    self.functions = functions
    canvas = GlyphCanvas(functions)
  }

  /// - Parameter em: The pixels that the font has for one.
  mutating func outline(of glyph: UInt32, in font: OpaquePointer, em: Double) -> GlyphOutline {
    let key = Key(font: font, glyph: glyph)
    if let known = outlines[key] { return known }
    if outlines.count >= Self.bound {
      outlines = [:]
      for font in fonts { functions.g_object_unref(UnsafeMutableRawPointer(font)) }
      fonts = []
    }
    if fonts.insert(font).inserted { _ = functions.g_object_ref(UnsafeMutableRawPointer(font)) }
    let outline = canvas.outline(of: glyph, in: font, em: em)
    outlines[key] = outline
    return outline
  }
}

/// A cairo context that letters become paths in.
private final class GlyphCanvas {
  private let functions: mapdoc_drawing
  private let surface: OpaquePointer
  private let context: OpaquePointer

  init(_ functions: mapdoc_drawing) {
    self.functions = functions
    surface = functions.cairo_image_surface_create(Int32(MAPDOC_CAIRO_FORMAT_ARGB32), 1, 1)
    context = functions.cairo_create(surface)
  }

  deinit {
    functions.cairo_destroy(context)
    functions.cairo_surface_destroy(surface)
  }

  func outline(of glyph: UInt32, in font: OpaquePointer, em: Double) -> GlyphOutline {
    functions.cairo_new_path(context)
    functions.cairo_move_to(context, 0, 0)
    var (letter, cluster) = (mapdoc_pango_glyph(), Int32(0))
    letter.glyph = glyph
    // A box for a letter that no font has is as wide as this.
    letter.width = Int32(em * 0.6 * TextLine.unit)
    letter.attributes = 1
    withUnsafeMutablePointer(to: &letter) { letter in
      withUnsafeMutablePointer(to: &cluster) { cluster in
        var glyphs = mapdoc_pango_glyphs(count: 1, glyphs: letter, clusters: cluster, space: 1)
        functions.pango_cairo_glyph_string_path(context, font, &glyphs)
      }
    }
    let path = functions.cairo_copy_path(context)
    defer { functions.cairo_path_destroy(path) }
    return GlyphOutline(Self.pieces(of: path.pointee, em: em))
  }

  private static func pieces(of path: mapdoc_cairo_path, em: Double) -> [GlyphOutline.Piece] {
    guard path.status == 0, let elements = path.elements else { return [] }
    var pieces: [GlyphOutline.Piece] = []
    /// A place to start from that nothing may be drawn at: cairo leaves one behind each ring.
    var start: SIMD2<Double>?
    func point(_ index: Int) -> SIMD2<Double> { [elements[index].point.x / em, elements[index].point.y / em] }
    func begin() {
      if let place = start { pieces.append(.move(place)) }
      start = nil
    }
    var index = 0
    while index < Int(path.count) {
      let header = elements[index].header
      switch Int(header.kind) {
      case Int(MAPDOC_CAIRO_PATH_MOVE): start = point(index + 1)
      case Int(MAPDOC_CAIRO_PATH_LINE):
        begin()
        pieces.append(.line(point(index + 1)))
      case Int(MAPDOC_CAIRO_PATH_CURVE):
        begin()
        pieces.append(.curve(point(index + 1), point(index + 2), point(index + 3)))
      default: break
      }
      index += max(1, Int(header.length))
    }
    return pieces
  }
}
