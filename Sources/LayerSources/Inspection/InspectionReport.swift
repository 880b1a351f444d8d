import Diagnostics
import DocumentModel
import Geodesy
import Transport

/// What a source holds, and the layer that uses it.
package struct InspectionReport: Sendable, Hashable {
  /// The `type:` that reads it.
  package let kind: String
  /// As the user named it.
  package let source: String
  package let title: String?
  package let reference: SpatialReference?
  /// Coarsest first: those that hold tiles, and those that are declared only.
  package let levels: [Level]
  package let tileSize: PixelSize?
  /// In words, as found from the bytes of a tile: `PNG`.
  package let format: String?
  /// In `reference`.
  package let fullExtent: Extent?
  /// Of the tiles' pictures, where it is another than that of the scheme.
  package let pictureSize: PixelSize?
  /// `nil` where counting would take long.
  package let tileCount: Int?
  package let attribution: String?
  /// What is worth knowing about it, one sentence each.
  package let remarks: [String]
  /// Of the list `layers:`, mostly one.
  package let items: [Item]
  /// What a map over it says that it is in, where several references are offered.
  package let referenceToChoose: SpatialReference?
  /// Of the address, for `credentials:`.
  package let secret: InspectedSecret?
  /// Set for a source that draws on request.
  package let drawing: DrawingOnRequest?

  /// One layer that uses the source.
  package struct Item: Sendable, Hashable {
    package let id: String
    /// Behind `id` and `type`, with their values as YAML.
    package let keys: [Key]

    package struct Key: Sendable, Hashable {
      package let name: String
      package let yaml: String
    }
  }

  /// What `credentials:` has to hold for the layers, as a document writes it, each line ended; empty where they need none.
  package var credentials: String { secret.map { "\(YAMLText.scalar($0.name)): \($0.yaml)\n" } ?? "" }

  /// The items as a document writes them, each line ended.
  package var layer: String {
    items.map { item in
      "- id: \(YAMLText.inDocument(item.id))\n  type: \(kind)\n"
        + item.keys.map { "  \($0.name): \($0.yaml)\n" }.joined()
    }.joined()
  }
  /// Of a source of features.
  package var features: Features?

  package struct Level: Sendable, Hashable {
    package let number: Int
    /// Units of the reference for a pixel.
    package let resolution: Double
    /// At 96 dpi.
    package let projectedScale: Double
    /// False where the level is declared and there are no tiles of it.
    package let hasTiles: Bool
  }

  /// What only the kind knows, beside what its source says of itself.
  struct Findings {
    var format: PictureFormat?
    /// Of a tile.
    var pictureSize: PixelSize?
    var tileCount: Int?
    /// Levels that hold no tiles, beside those outside of the description's.
    var emptyLevels: Set<Int> = []
    /// The source itself lists levels that it has no tiles of; else they are only those of a common scheme, and left out.
    var declaresLevels = false
    /// For the layer; out of the source's name where there is none.
    var identifier: String?
    /// Beside what the source remarks.
    var remarks: [String] = []
    /// Keys of the layer with their values as YAML, after `id` and `type`.
    var keys: [(String, String)]
    /// More layers of the same source and kind: their identifiers and keys.
    var further: [(identifier: String, keys: [(String, String)])] = []
  }

  init(kind: String, _ candidate: InspectionCandidate, _ source: some TileSource, _ findings: Findings) {
    let description = source.description
    let scheme = description.tilingSchemes.first
    self.kind = kind
    self.source = candidate.source
    title = description.title
    reference = scheme?.reference ?? description.drawing?.ownReference ?? description.features?.reference
    tileSize = scheme?.tileSize
    let size = findings.pictureSize ?? description.pictureSize
    pictureSize = size == tileSize || tileSize == nil ? nil : size
    format = findings.format?.shortName
    fullExtent = description.fullExtent
    tileCount = findings.tileCount
    attribution = description.attribution
    let id = findings.identifier ?? Self.identifier(from: candidate.source)
    let given = ([findings.keys] + findings.further.map(\.keys)).joined().filter { Self.isAddress($0.1) }
    let found = InspectedSecret(of: candidate.source, name: Self.identifier(from: candidate.source))
    // Kinds of providers have no address, and a key of their own.
    let secret = found.flatMap { found in given.contains { found.hidden(in: $0.1) != $0.1 } ? found : nil }
    self.secret = secret
    remarks = findings.remarks + source.remarks.map(\.sentence) + [secret?.remark].compactMap { $0 }
    let metres = scheme?.reference.facts.metresPerUnit ?? 1
    levels = (scheme?.levels ?? []).compactMap { level in
      let isDeclaredOnly = description.levels.map { !$0.contains(level.number) } ?? false
      if isDeclaredOnly, !findings.declaresLevels { return nil }
      return Level(
        number: level.number, resolution: level.resolution,
        projectedScale: PixelPitch.dots96.scale(resolution: level.resolution, metresPerUnit: metres),
        hasTiles: !isDeclaredOnly && !findings.emptyLevels.contains(level.number))
    }
    var taken: [String: Int] = [:]
    drawing = description.drawing
    referenceToChoose = description.referenceToChoose
    items = ([(id, findings.keys)] + findings.further).map { identifier, keys in
      let count = taken[identifier, default: 0] + 1
      taken[identifier] = count
      let name = count == 1 ? identifier : "\(identifier)-\(count)"
      guard let secret else { return Item(id: name, keys: keys.map { .init(name: $0.0, yaml: $0.1) }) }
      let open = keys.map { Item.Key(name: $0.0, yaml: Self.isAddress($0.1) ? secret.hidden(in: $0.1) : $0.1) }
      return Item(id: name, keys: open + [.init(name: "credentials", yaml: YAMLText.scalar(secret.name))])
    }
  }

  /// Of a value as YAML: addresses need no quotes.
  private static func isAddress(_ yaml: String) -> Bool { yaml.contains("://") && !yaml.hasPrefix("{") }

  /// A name for the layer out of a path or an address: letters, digits and hyphens.
  static func identifier(from source: String) -> String {
    var stem: Substring
    if let scheme = source.firstRange(of: "://") {
      // The host, without a subdomain that is chosen for each tile.
      stem = source[scheme.upperBound...].prefix { $0 != "/" && $0 != ":" }
      if let brace = stem.lastIndex(of: "}") { stem = stem[brace...] }
    } else {
      let name = PathResolution.lastComponent(of: source.split(separator: "{").first.map(String.init) ?? source)
      stem = name.lastIndex(of: ".").map { $0 == name.startIndex ? name[...] : name[..<$0] } ?? name[...]
    }
    let word = stem.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    let parts = String(word).split(separator: "-").joined(separator: "-")
    return parts.isEmpty ? "tiles" : parts
  }
}

extension LayerDescription {
  /// Of a source that offers several references and has no default among them: that of the map, which a document then
  /// has to choose. Web Mercator where it may be, else the first.
  var referenceToChoose: SpatialReference? {
    if let drawing {
      guard case .listed(let definitions) = drawing.references, definitions.count > 1, drawing.image == nil else {
        return nil
      }
      return drawing.preferredReference
    }
    let offered = tilingSchemes.map(\.reference)
    guard !firstSchemeIsDefault, Set(offered).count > 1 else { return nil }
    return offered.contains(.webMercator) ? .webMercator : offered[0]
  }
}

extension SourceRemark {
  /// For a report that has no diagnostics.
  var sentence: String {
    switch self {
    case .metadataDisagrees(let text): "the metadata disagree: \(text)"
    case .levelWithoutTiles(let levels):
      "no tiles at level" + (levels.count == 1 ? " " : "s ") + levels.map(String.init).joined(separator: ", ")
    case .policyNotMet(let text, let hint): "\(text); \(hint)"
    case .lookLeftOut(let text): "of its look is left out: \(text)"
    case .encodingGuessed(let encoding): "nothing says what its texts are written in: they are read as \(encoding)"
    }
  }
}

extension PictureFormat {
  /// `PNG`; the words where there is no shorter name.
  var shortName: String {
    switch self {
    case .png: "PNG"
    case .jpeg: "JPEG"
    case .webp: "WebP"
    case .gif: "GIF"
    default: words
    }
  }
}

extension InspectionReport {
  /// As JSON; numbers as they are, in the reference's units.
  package var json: JSONValue {
    [
      "source": .string(Address.redacted(source)),
      "kind": .string(kind),
      "title": .optional(title),
      "srs": .optional(reference?.definition),
      "fullExtent": fullExtent.map { box in .array([box.xmin, box.ymin, box.xmax, box.ymax].map { .double($0) }) }
        ?? .null,
      "tileSize": tileSize.map { [.int($0.width), .int($0.height)] } ?? .null,
      "pictureSize": pictureSize.map { [.int($0.width), .int($0.height)] } ?? .null,
      "format": .optional(format),
      "tiles": tileCount.map { .int($0) } ?? .null,
      "levels": .array(
        levels.map { level in
          [
            "level": .int(level.number), "resolution": .double(level.resolution),
            "projectedScale": .double(level.projectedScale), "hasTiles": .bool(level.hasTiles),
          ]
        }),
      "attribution": .optional(attribution),
      "remarks": .array(remarks.map { .string($0) }),
      "mapSrs": .optional(referenceToChoose?.definition),
      "layer": .string(layer), "credentials": secret == nil ? .null : .string(credentials),
      "features": features?.json ?? .null,
    ]
  }
}

/// What a source says of itself, without any of its tiles.
struct DescribedSource: TileSource {
  let description: LayerDescription
  let remarks: [SourceRemark]
  let identity = "described"

  init(_ description: LayerDescription, remarks: [SourceRemark] = []) {
    self.description = description
    self.remarks = remarks
  }

  func tile(_ index: TileIndex) throws(SourceError) -> TileLocation { .here(.absent) }
}
