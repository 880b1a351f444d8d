import Geodesy

/// The table `metadata` of an MBTiles file: what the file says of itself, which need not be so.
struct MBTilesMetadata {
  let title: String?
  /// As plain text.
  let attribution: String?
  let bounds: Bounds
  private let format: String?
  private let minimumLevel: String?
  private let maximumLevel: String?

  enum Bounds: Equatable {
    case missing
    /// Not four degrees that enclose an area; the text as it stands.
    case unusable(String)
    /// In Web Mercator, cut at the edges of its square world.
    case box(Extent)
  }

  init(from database: SQLiteDatabase) throws(SourceError) {
    var values: [String: String] = [:]
    if database.hasColumns(["name", "value"], in: "metadata") {
      let statement = try database.statement("SELECT name, value FROM metadata LIMIT 1000")
      while try statement.step() {
        guard let name = statement.text(0), let value = statement.text(1), !value.isEmpty else { continue }
        if values[name] == nil { values[name] = value }
      }
    }
    title = values["name"].map { PlainText.ofHTML($0) }.flatMap { $0.isEmpty ? nil : $0 }
    attribution = values["attribution"].map { PlainText.ofHTML($0) }.flatMap { $0.isEmpty ? nil : $0 }
    bounds = values["bounds"].map { Self.bounds($0) } ?? .missing
    (format, minimumLevel, maximumLevel) = (values["format"], values["minzoom"], values["maxzoom"])
  }

  /// The format is that of vector tiles.
  var isVector: Bool { ["pbf", "mvt", "application/vnd.mapbox-vector-tile"].contains(format?.lowercased() ?? "") }

  /// Where it says something else than the tiles do.
  func disagreements(with found: PictureFormat, levels: ClosedRange<Int>) -> [SourceRemark] {
    var remarks: [SourceRemark] = []
    if let format, let named = Self.named(format), named != found {
      remarks.append(.metadataDisagrees("`format` is `\(format)`, but a tile is \(found.words)"))
    }
    for (name, end, said, level) in [
      ("minzoom", "coarsest", minimumLevel, levels.lowerBound), ("maxzoom", "finest", maximumLevel, levels.upperBound),
    ] {
      guard let said, Double(said) != Double(level) else { continue }
      remarks.append(.metadataDisagrees("`\(name)` is `\(said)`, but the \(end) level with tiles is \(level)"))
    }
    return remarks
  }

  private static func named(_ format: String) -> PictureFormat? {
    switch format.lowercased() {
    case "png", "png8", "png24", "png32", "image/png": .png
    case "jpg", "jpeg", "image/jpeg", "image/jpg": .jpeg
    case "webp", "image/webp": .webp
    case "pbf", "mvt": .gzip
    default: nil
    }
  }

  private static func bounds(_ text: String) -> Bounds {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      Double(part.filter { !$0.isWhitespace })
    }
    guard numbers.count == 4, let west = numbers[0], let south = numbers[1], let east = numbers[2],
      let north = numbers[3], [west, south, east, north].allSatisfy({ abs($0) <= 360 }), west < east, south < north
    else { return .unusable(String(text.prefix(80))) }
    let box = MercatorPyramid.box(Extent(xmin: west, ymin: south, xmax: east, ymax: north))
    return box.map { .box($0) } ?? .unusable(String(text.prefix(80)))
  }
}
