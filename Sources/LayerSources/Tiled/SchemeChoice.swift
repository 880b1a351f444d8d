import Diagnostics
import DocumentModel
import Geodesy

/// `tilingScheme`: a known one by its name, or one written out.
enum SchemeChoice: DocumentValue, Hashable {
  case webmercator, wgs84
  case custom(TilingScheme)

  static func read(_ node: Node, in context: ReadingContext) -> SchemeChoice? {
    if case .mapping = node.content { return WrittenScheme.read(node, in: context).map { .custom($0.scheme) } }
    return KnownScheme.read(node, in: context).map { $0 == .webmercator ? .webmercator : .wgs84 }
  }

  static var schema: JSONValue { ["anyOf": [KnownScheme.schema, WrittenScheme.schema]] }
  static var words: String { "`webmercator`, `wgs84` or a map of `srs`, `origin`, `tileSize` and `levels`" }

  var scheme: TilingScheme {
    switch self {
    case .webmercator: .webMercator
    case .wgs84: .wgs84
    case .custom(let scheme): scheme
    }
  }

  /// What the scheme covers, where its definition says so.
  var fullExtent: Extent? {
    switch self {
    case .webmercator: TilingScheme.webMercatorWorld
    case .wgs84: TilingScheme.wgs84World
    case .custom: nil
    }
  }

  /// How many columns and rows a level has, where the scheme covers the world.
  func matrixSize(level: Int) -> (columns: Int, rows: Int)? {
    guard (0...30).contains(level) else { return nil }
    switch self {
    case .webmercator: return (1 << level, 1 << level)
    case .wgs84: return (2 << level, 1 << level)
    case .custom: return nil
    }
  }

  /// A row counted from the other end. In a scheme of its own it counts northwards from the origin, which is then the
  /// bottom left corner: the row right above it is 0, which is -1 when rows count downwards.
  func flippedRow(_ row: Int, level: Int) -> Int { (matrixSize(level: level)?.rows ?? 0) - 1 - row }
}

private enum KnownScheme: String, DocumentWord {
  case webmercator, wgs84
  static var what: String { "a tiling scheme" }
}

/// A tiling scheme written out in a document.
private struct WrittenScheme: MapValue {
  static let fields = FieldSet([Keys.srs, Keys.origin, Keys.tileSize, Keys.levels])
  static let what = "a tiling scheme"

  private enum Keys {
    static let srs = RequiredField<SpatialReference>("srs", "the spatial reference of origin and resolutions")
    static let origin = RequiredField<OriginCorner>("origin", "the top left corner of column 0, row 0, as `[x, y]`")
    static let tileSize = DefaultedField<BoundedInteger<TileSideBounds>>(
      "tileSize", default: .init(256), written: "256", "pixels of a side of a tile")
    static let levels = RequiredField<WrittenLevels>("levels", "number and resolution of each level")
  }

  let scheme: TilingScheme

  init?(from reader: MappingReader) {
    let reference = reader.read(Keys.srs)
    let origin = reader.read(Keys.origin)
    let side = reader.read(Keys.tileSize).value
    let levels = reader.read(Keys.levels)
    guard let reference, let origin, let levels else { return nil }
    scheme = TilingScheme(
      reference: reference, origin: origin.position, tileSize: PixelSize(width: side, height: side),
      levels: levels.levels)
  }
}

/// `[x, y]` in the scheme's reference.
private struct OriginCorner: DocumentValue {
  let position: Position

  static func read(_ node: Node, in context: ReadingContext) -> OriginCorner? {
    guard case .sequence(let items) = node.content, items.count == 2 else {
      context.report(
        Diagnostic(.wrongType, "\(node.shown) stands where \(words) is expected", at: node.range))
      return nil
    }
    let numbers = items.compactMap { Double.read($0, in: context) }
    return numbers.count == 2 ? OriginCorner(position: Position(x: numbers[0], y: numbers[1])) : nil
  }

  static var schema: JSONValue { ["type": "array", "items": ["type": "number"], "minItems": 2, "maxItems": 2] }
  static var words: String { "a corner as `[x, y]`" }
}

/// `levels`: at least one, at most 100, numbers and resolutions all different.
private struct WrittenLevels: DocumentValue {
  let levels: [TilingScheme.Level]
  static let most = 100

  static func read(_ node: Node, in context: ReadingContext) -> WrittenLevels? {
    guard case .sequence(let items) = node.content else {
      context.report(Diagnostic(.wrongType, "\(node.shown) stands where \(words) is expected", at: node.range))
      return nil
    }
    guard (1...most).contains(items.count) else {
      context.report(
        Diagnostic(.outOfRange, "a tiling scheme has 1 to \(most) levels, these are \(items.count)", at: node.range))
      return nil
    }
    let levels = items.compactMap { WrittenLevel.read($0, in: context) }
    var isSound = levels.count == items.count
    for (index, level) in levels.enumerated() {
      guard let twin = levels[..<index].first(where: { $0.number == level.number || $0.resolution == level.resolution })
      else { continue }
      let what =
        twin.number == level.number
        ? "level `\(level.number)` stands twice"
        : "levels `\(twin.number)` and `\(level.number)` have one resolution, \(level.resolution)"
      context.report(Diagnostic(.conflictingKeys, what, at: level.range))
      isSound = false
    }
    return isSound ? WrittenLevels(levels: levels.map { .init(number: $0.number, resolution: $0.resolution) }) : nil
  }

  static var schema: JSONValue {
    ["type": "array", "items": WrittenLevel.schema, "minItems": 1, "maxItems": .int(most)]
  }
  static var words: String { "a list of levels" }
}

private struct WrittenLevel: MapValue {
  static let fields = FieldSet([Keys.level, Keys.resolution])
  static let what = "a level"

  private enum Keys {
    static let level = RequiredField<BoundedInteger<LevelBounds>>("level", "the number that `{z}` stands for")
    static let resolution = RequiredField<BoundedNumber<PositiveBounds>>(
      "resolution", "units of the reference for a pixel")
  }

  let number: Int
  let resolution: Double
  let range: SourceRange

  init?(from reader: MappingReader) {
    let level = reader.read(Keys.level)
    let resolution = reader.read(Keys.resolution)
    guard let level, let resolution else { return nil }
    (number, self.resolution, range) = (level.value, resolution.value, reader.node.range)
  }
}

extension Scalar {
  fileprivate var finite: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value, _): value.isFinite ? value : nil
    default: nil
    }
  }
}
