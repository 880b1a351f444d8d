import DocumentModel
import Geodesy
import Transport

/// What Bing's REST service says of one set of pictures ("Imagery Metadata" of the Bing Maps REST Services).
struct BingImagery: Sendable, Hashable {
  /// With `{subdomain}`, `{quadkey}` and perhaps `{culture}`.
  let tileAddress: String
  let subdomains: [String]
  let tileSize: PixelSize
  let levels: ClosedRange<Int>
  let providers: [ImageryProvider]

  /// Who made pictures, and where they are.
  struct ImageryProvider: Sendable, Hashable {
    let attribution: String
    /// In degrees; empty where nothing is said, which means everywhere.
    let coverage: [Extent]
  }

  /// More providers than that are no list for a map.
  private static let mostProviders = 200
  /// Levels for which there are quadkeys that a tiling scheme has.
  private static let possibleLevels = 1...24

  /// - Throws: With what the service says in its place, or which element is missing or wrong.
  init(of response: Response) throws(UnusableAnswer) {
    do throws(SourceError) {
      let json = try JSONElement(of: response.body, source: "")
      let status = json.child("statusCode")?.whole ?? 200
      let details = (json.child("errorDetails")?.items ?? []).compactMap(\.text)
      if status != 200 || !details.isEmpty {
        let words = details.isEmpty ? [json.child("statusDescription")?.text ?? "status \(status)"] : details
        throw SourceError.noTile(reason: "an error of the service: `\(words.joined(separator: " "))`")
      }
      let sets = try json.required("resourceSets")
      guard let resource = sets.items?.first?.child("resources")?.items?.first else {
        throw sets.failure("there is no set of pictures in it")
      }
      try self.init(resource)
    } catch {
      throw UnusableAnswer(reason: error.reason)
    }
  }

  private init(_ resource: JSONElement) throws(SourceError) {
    let address = try resource.required("imageUrl")
    guard let text = address.text, text.utf8.count <= Address.longest else {
      throw address.failure("it is not an address")
    }
    tileAddress = text
    let names = resource.child("imageUrlSubdomains")?.items ?? []
    guard names.count <= 64, names.allSatisfy({ $0.text.map(Subdomains.isName) ?? false }) else {
      throw address.failure("its subdomains are not names of letters and digits, at most 64")
    }
    subdomains = names.compactMap(\.text)
    tileSize = PixelSize(
      width: try resource.whole("imageWidth", in: 1...4096), height: try resource.whole("imageHeight", in: 1...4096))
    let least = try resource.whole("zoomMin", in: 0...30)
    let most = try resource.whole("zoomMax", in: 0...30)
    let possible = Self.possibleLevels
    guard least <= most, most >= possible.lowerBound, least <= possible.upperBound else {
      throw try resource.required("zoomMax").failure("there is no level from \(least) to \(most)")
    }
    levels = max(least, possible.lowerBound)...min(most, possible.upperBound)
    providers = (resource.child("imageryProviders")?.items ?? []).prefix(Self.mostProviders).compactMap {
      ImageryProvider($0)
    }
  }

  /// The name of the service, and those whose pictures a layer may show.
  ///
  /// - Parameter bounds: Of the layer; a box in degrees leaves out those who have nothing there.
  func attribution(in bounds: ExtentForm?) -> String {
    var box: Extent?
    if case .box(let xmin, let ymin, let xmax, let ymax, let reference, _)? = bounds, reference == .wgs84, xmin < xmax {
      box = Extent(xmin: xmin, ymin: ymin, xmax: xmax, ymax: ymax)
    }
    var names: [String] = []
    for provider in providers where !names.contains(provider.attribution) {
      let isThere = box.map { box in provider.coverage.isEmpty || provider.coverage.contains { $0.touches(box) } }
      if isThere ?? true { names.append(provider.attribution) }
    }
    return ([Provider.bing.attribution] + names).joined(separator: " · ")
  }
}

extension BingImagery.ImageryProvider {
  /// - Returns: `nil` for one without a name.
  fileprivate init?(_ json: JSONElement) {
    guard let text = json.child("attribution")?.text else { return nil }
    let line = text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : String($0) }.joined()
    let words = line.split(separator: " ").joined(separator: " ").prefix(200)
    guard !words.isEmpty else { return nil }
    attribution = String(words)
    coverage = (json.child("coverageAreas")?.items ?? []).compactMap { area in
      // South, west, north, east.
      let numbers = (area.child("bbox")?.items ?? []).compactMap(\.number)
      guard numbers.count == 4 else { return nil }
      return Extent(xmin: numbers[1], ymin: numbers[0], xmax: numbers[3], ymax: numbers[2])
    }
  }
}

extension Extent {
  fileprivate func touches(_ other: Extent) -> Bool {
    xmin <= other.xmax && other.xmin <= xmax && ymin <= other.ymax && other.ymin <= ymax
  }
}

extension SourceError {
  /// What is wrong with a text that was read, with the place in it.
  fileprivate var reason: String {
    switch self {
    case .unreadable(_, let place, let reason): "unreadable\(place.map { " at \($0)" } ?? ""): \(reason)"
    case .noTile(let reason): reason
    default: "something else"
    }
  }
}
