import Diagnostics
import Geodesy

/// A map document, checked key by key: what one part says of another is found later, by the loader and the resolver.
package struct MapDocument: Sendable {
  /// The file named by the user, as shown in messages.
  package var path: String
  /// The whole document after merging and parameters; what its digest is made of.
  package var node: Node
  /// Every file that it was made of: itself and its templates.
  package var files: [SourceFile]
  /// Of what became part of it without being YAML: a clip, a web map.
  package var dataFiles: [SourceFile] = []
  /// The paths of data that it names, with the places where they stand.
  package var paths: [Located<FilePath>] = []
  /// Output paths are relative to it: absolute, without a slash at the end.
  package var projectRoot: String
  package var title: String?
  package var summary: String?
  package var metadata: [String: String]
  package var canvas: Canvas
  /// Bottom first; at least one.
  package var layers: [Layer]
  package var reference: Located<SpatialReference>?
  /// What the map is in where neither the document nor the basemap decides: what a map of another program says that comes
  /// first.
  package var fallbackReference: SpatialReference?
  package var initialExtent: Located<ExtentForm>?
  /// Degrees by which the ground is turned clockwise.
  package var rotation: Double = 0
  package var bookmarks: [Bookmark]
  /// The map goes on beyond the edges of the world.
  package var wrapsAround = false
  /// The first one undermost.
  package var grids: [Grid] = []
  /// As written; empty means the default output.
  package var outputs: [Output]
  /// Of its project.
  package var pictureBounds = PictureBounds()
}

/// The size of a picture, before its device pixels are counted.
package struct Canvas: Sendable, Hashable {
  /// In logical pixels (1/96 inch); fractional for paper sizes.
  package var width: Double
  package var height: Double
  /// Device pixels per inch.
  package var dpi: Double
  /// `nil` is transparent.
  package var background: Color?
  /// True when the document says it; else it follows from the size: 96, or 300 for paper.
  package var hasWrittenDPI = false

  package init(width: Double, height: Double, dpi: Double, background: Color?) {
    self.width = width
    self.height = height
    self.dpi = dpi
    self.background = background
  }

  package var pixelRatio: Double { dpi / 96 }

  /// 1024 x 768 logical pixels at 96 dpi, on white.
  package static let standard = Canvas(width: 1024, height: 768, dpi: 96, background: .white)

  /// This canvas with some of its keys replaced; where nobody has written a dpi, it follows the new size.
  package func applying(_ override: CanvasOverride) -> Canvas {
    var canvas = self
    if let size = override.size {
      (canvas.width, canvas.height) = (size.width, size.height)
      if !hasWrittenDPI { canvas.dpi = size.isPaper ? 300 : 96 }
    }
    if let dpi = override.dpi {
      canvas.dpi = dpi
      canvas.hasWrittenDPI = true
    }
    switch override.background {
    case .color(let color): canvas.background = color
    case .transparent: canvas.background = nil
    case nil: break
    }
    return canvas
  }

  /// Device pixels, rounded once for the whole canvas; at least 1 x 1, at most 2⁵³ a side.
  package var pixelSize: PixelSize {
    PixelSize(
      width: max(1, Int(saturating: (width * pixelRatio).rounded())),
      height: max(1, Int(saturating: (height * pixelRatio).rounded())))
  }
}

/// Keys of a canvas that override another one: of a bookmark or an output.
package struct CanvasOverride: Sendable, Hashable {
  package var size: CanvasSize?
  package var dpi: Double?
  package var background: Background?

  package init(size: CanvasSize? = nil, dpi: Double? = nil, background: Background? = nil) {
    self.size = size
    self.dpi = dpi
    self.background = background
  }
}

/// A size in logical pixels; `isPaper` was written as paper or in units, whose default is 300 dpi.
package struct CanvasSize: Sendable, Hashable {
  package var width: Double
  package var height: Double
  package var isPaper: Bool

  package init(width: Double, height: Double, isPaper: Bool = false) {
    self.width = width
    self.height = height
    self.isPaper = isPaper
  }
}

package enum Background: Sendable, Hashable {
  case color(Color)
  case transparent
}

/// An sRGB colour, not premultiplied.
package struct Color: Sendable, Hashable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8
  package var alpha: UInt8

  package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  package static let white = Color(red: 255, green: 255, blue: 255)
}

/// A named extent.
package struct Bookmark: Sendable {
  package var name: Located<String>
  package var title: String?
  package var extent: Located<ExtentForm>
  package var canvas: CanvasOverride?
  /// Degrees; `nil`: the document's.
  package var rotation: Double?
}

/// An extent as a document writes it; what it is on the map is the resolver's to say.
package enum ExtentForm: Sendable, Hashable {
  /// In `reference`; in degrees `xmin > xmax` crosses the antimeridian.
  case box(
    xmin: Double, ymin: Double, xmax: Double, ymax: Double, reference: SpatialReference, snapsToLevel: Bool = false)
  case center(Position, reference: SpatialReference, ExtentScale, snapsToLevel: Bool)
  /// The id of a layer.
  case fitLayer(String, padding: Padding, snapsToLevel: Bool = false)
  /// Positions of a geometry: every vertex, in EPSG:4326 unless `reference` says otherwise.
  case fitGeometry([Position], reference: SpatialReference, padding: Padding, snapsToLevel: Bool = false)
  case bookmark(String)
}

/// How large a centred extent is shown.
package enum ExtentScale: Sendable, Hashable {
  /// True ground scale along the picture's horizontal at its centre: 25000 for 1:25,000.
  case scale(Double)
  case projectedScale(Double)
  /// Of the 256-pixel Web Mercator world; may be fractional.
  case zoom(Double)
  /// Map units for each logical pixel.
  case resolution(Double)
  /// A level of the basemap, by its own number.
  case level(Int)
}

/// In logical pixels.
package struct Padding: Sendable, Hashable {
  package var top: Double
  package var right: Double
  package var bottom: Double
  package var left: Double

  package init(top: Double, right: Double, bottom: Double, left: Double) {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }
}

/// A picture to write.
package struct Output: Sendable {
  package var id: String?
  /// Where it stands in the document, for messages.
  package var range: SourceRange
  /// A template, with `${bookmark}`; relative to the project's root.
  package var path: Located<String>?
  /// A `path` is written and cannot be used, which has been reported: nobody knows what the output would write.
  package var hasUnusablePath = false
  package var format: Located<OutputFormat>?
  /// 1 to 100.
  package var quality: Int?
  package var bookmarks: BookmarkSelection
  package var canvas: CanvasOverride?
  package var georeference: Georeference
}

extension Output {
  /// The output that a document has when it writes none.
  package init(atStartOf range: SourceRange) {
    self.init(range: range, bookmarks: .none, georeference: .none)
  }
}

/// A format of pictures; the raw value is its suffix too.
package enum OutputFormat: String, Sendable, Hashable, CaseIterable {
  case png, jpg, webp

  /// The format that a path ends in, in any case; `nil` for a suffix that names none.
  package init?(suffixOf path: String) {
    let suffix = PathResolution.suffix(of: path).lowercased()
    self.init(rawValue: suffix == "jpeg" ? "jpg" : suffix)
  }
}

package enum BookmarkSelection: Sendable, Hashable {
  case none, all
  case named([Located<String>])
}

package enum Georeference: String, Sendable, Hashable, CaseIterable { case none, worldfile }
