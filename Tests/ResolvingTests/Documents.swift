import Diagnostics
import Geodesy

@testable import DocumentModel
@testable import Resolving

/// Documents as values: what the reader would make of a text, with a line of its own for each thing that findings name.
enum Documents {
  static let file = SourceFile(path: "maps/test.yaml", bytes: [])

  static func range(_ line: Int) -> SourceRange {
    SourceRange(file, SourcePosition(line: line, column: 1), SourcePosition(line: line, column: 9))
  }

  static let referenceLine = 2
  static let extentLine = 3
  /// Of the first bookmark; the others follow.
  static let bookmarkLine = 50

  static func map(
    _ layers: [Layer], canvas: Canvas = canvas(800, 600), reference: SpatialReference? = nil,
    extent: ExtentForm? = nil, bookmarks: [(String, ExtentForm)] = [], wrapsAround: Bool = false
  ) -> MapDocument {
    MapDocument(
      path: file.path, node: Node(.mapping([]), at: range(1)), files: [file], projectRoot: "/maps", title: nil,
      summary: nil, metadata: [:], canvas: canvas, layers: layers,
      reference: reference.map { Located($0, at: range(referenceLine)) },
      initialExtent: extent.map { Located($0, at: range(extentLine)) },
      bookmarks: bookmarks.enumerated().map { index, bookmark in
        let place = range(bookmarkLine + index)
        return Bookmark(
          name: Located(bookmark.0, at: place), title: nil, extent: Located(bookmark.1, at: place), canvas: nil)
      },
      wrapsAround: wrapsAround, outputs: [])
  }

  static func canvas(_ width: Double, _ height: Double, dpi: Double = 96) -> Canvas {
    Canvas(width: width, height: height, dpi: dpi, background: .white)
  }

  /// Nothing around the layer is known to the resolver but what the keys say.
  static func tiled(_ id: String, line: Int = 10, _ change: (inout Layer, inout TiledKeys) -> Void = { _, _ in })
    -> Layer
  {
    var keys = TiledKeys(
      minLevel: nil, maxLevel: nil, bounds: nil, onMissingTile: .transparent, absentStatuses: [404], tileSize: nil,
      detail: nil)
    var layer = bare(id, line: line, content: .group([]))
    change(&layer, &keys)
    layer.content = .tiled(PlainKind(), keys)
    return layer
  }

  static func group(_ id: String, _ children: [Layer], line: Int = 30, _ change: (inout Layer) -> Void = { _ in })
    -> Layer
  {
    var layer = bare(id, line: line, content: .group(children))
    layer.typeName = "group"
    change(&layer)
    return layer
  }

  private static func bare(_ id: String, line: Int, content: Layer.Content) -> Layer {
    Layer(
      id: id, idRange: range(line), typeName: "xyz", typeRange: range(line), title: nil, isVisible: true, opacity: 1,
      blend: .normal, zIndex: 0, minScale: 0, maxScale: 0, clip: nil, attribution: .ofSource, reference: nil,
      reproject: .auto, resampling: .bilinear, headers: [], timeout: 30, onError: .fail, content: content)
  }
}

struct PlainKind: LayerKind {
  static let typeName = "xyz"
  static let summary = "tiles"
  static let family = LayerFamily.tiled
  static let fields: [any FieldDeclaration] = []
  init() {}
  init?(from reader: MappingReader) { nil }
}

/// Descriptions of sources as real ones give them.
enum Sources {
  static let mercator = described(.webMercator, full: TilingScheme.webMercatorWorld)
  static let degrees = described(.wgs84, full: TilingScheme.wgs84World)

  static func described(
    _ schemes: TilingScheme..., full: Extent? = nil, initial: Extent? = nil, levels: ClosedRange<Int>? = nil,
    detail: Detail = .screen
  ) -> LayerDescription {
    LayerDescription(
      tilingSchemes: schemes, fullExtent: full, initialExtent: initial, levels: levels, defaultDetail: detail)
  }

  /// A pyramid of its own grid in any reference.
  static func scheme(
    _ reference: SpatialReference, origin: Position = Position(x: 0, y: 1_000_000), tile: Int = 256,
    coarsest: Double = 1000, levels: ClosedRange<Int> = 0...10
  ) -> TilingScheme {
    TilingScheme(
      reference: reference, origin: origin, tileSize: PixelSize(width: tile, height: tile),
      levels: levels.map { .init(number: $0, resolution: coarsest / Double(1 << ($0 - levels.lowerBound))) })
  }
}

extension SpatialReference {
  static func code(_ text: String) -> SpatialReference {
    do { return try SpatialReference.parse(text) } catch { preconditionFailure("\(text): \(error)") }
  }
}

extension Resolver {
  init(_ document: MapDocument, _ descriptions: [String: LayerDescription]) {
    self.init(document: document, knowledge: descriptions.mapValues { .described($0) })
  }

  func resolve() -> Resolution { resolve(ViewChoice()) }
}

extension Resolution {
  var codes: [String] { findings.map(\.code.name) }

  func layer(_ id: String) -> ResolvedLayer? { map?.layers.flatMap(\.flat).first { $0.layer.id == id } }
}

extension ResolvedLayer {
  var flat: [ResolvedLayer] { [self] + children.flatMap(\.flat) }
}
