/// What providers of tiles ask of those who use them. Each entry names the text it comes from.
struct Provider: Sendable {
  /// As messages call it.
  let name: String
  /// The address template of its tiles.
  let address: String
  let levels: ClosedRange<Int>
  /// Connections at a time to its own servers.
  let connectionLimit: Int
  let attribution: String
  /// The attribution must be shown with every map.
  let attributionIsObligatory: Bool
  /// Requests must name somebody to write to.
  let wantsContact: Bool
  /// Tiles may not be collected ahead for later.
  let forbidsBulkDownload: Bool
  /// Where its terms stand.
  let policy: String

  /// The standard tiles of OpenStreetMap. Sources: the "Tile Usage Policy" of the OSM Foundation's operations group (a
  /// valid User-Agent that identifies the application, no more than two connections, no bulk download, caching as the
  /// headers say) and its "Attribution Guidelines".
  static let openStreetMap = Provider(
    name: "OpenStreetMap",
    address: "https://tile.openstreetmap.org/{z}/{x}/{y}.png",
    levels: 0...19,
    connectionLimit: 2,
    attribution: "© OpenStreetMap contributors",
    attributionIsObligatory: true,
    wantsContact: true,
    forbidsBulkDownload: true,
    policy: "https://operations.osmfoundation.org/policies/tiles/")
}
