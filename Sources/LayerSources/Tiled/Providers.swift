/// What providers of tiles ask of those who use them. Each entry names the text it comes from.
struct Provider: Sendable {
  /// As messages call it.
  let name: String
  /// The address template of its tiles, or of their description; other names than those of a tile are its kind's.
  let address: String
  /// What `{s}` stands for in turn.
  var subdomains: [String] = []
  let levels: ClosedRange<Int>
  /// Connections at a time to its own servers; `nil`: as the project says.
  var connectionLimit: Int?
  let attribution: String
  /// The attribution must be shown with every map.
  let attributionIsObligatory: Bool
  /// Requests must name somebody to write to.
  var wantsContact = false
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

  /// Bing Maps. Sources: "Get Imagery Metadata" and "Imagery Metadata" of the Bing Maps REST Services (the description,
  /// levels 1 to 21, tiles through what it says alone), and the "Microsoft Bing Maps Platform APIs' Terms Of Use" (the
  /// name Bing and the copyrights of the imagery's providers on every map; no copies kept beyond what the headers of
  /// the answers allow).
  static let bing = Provider(
    name: "Bing Maps",
    address: "https://dev.virtualearth.net/REST/v1/Imagery/Metadata/{style}?key={key}&culture={culture}"
      + "&include=ImageryProviders&uriScheme=https",
    levels: 1...21,
    attribution: "Bing",
    attributionIsObligatory: true,
    forbidsBulkDownload: true,
    policy: "https://www.microsoft.com/maps/product/terms.html")

  /// Tianditu, the national map of China. Sources: "地图API: 地图服务" of lbs.tianditu.gov.cn (WMTS by KVP, hosts t0 to t7, a
  /// key as `tk`, levels 1 to 18) and its terms of service (the name on every map; no copies of its data). The number of its
  /// map review changes from year to year: a map for the public in China adds the current one as the layer's `attribution`.
  static let tianditu = Provider(
    name: "Tianditu",
    address: "https://t{s}.tianditu.gov.cn/{style}_{matrix}/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0"
      + "&LAYER={style}&STYLE=default&TILEMATRIXSET={matrix}&FORMAT=tiles&TILEMATRIX={z}&TILEROW={y}&TILECOL={x}"
      + "&tk={key}",
    subdomains: (0...7).map(String.init),
    levels: 1...18,
    attribution: "© Tianditu, National Platform for Common Geospatial Information Services",
    attributionIsObligatory: true,
    forbidsBulkDownload: true,
    policy: "http://lbs.tianditu.gov.cn/authorization/authorization.html")

  /// Amap (AutoNavi, Gaode). Sources: the addresses that its web maps ask, as Leaflet and OpenLayers plug-ins have them
  /// (they are documented nowhere by itself); its "服务条款" at lbs.amap.com (no copies of its data, its name on maps).
  static let amap = Provider(
    name: "Amap",
    address: "https://{host}{s}.is.autonavi.com/appmaptile?{options}style={number}&x={x}&y={y}&z={z}",
    subdomains: ["01", "02", "03", "04"],
    levels: 3...18,
    attribution: "© AutoNavi",
    attributionIsObligatory: true,
    forbidsBulkDownload: true,
    policy: "https://lbs.amap.com/home/terms/")

  /// Baidu's streets and the labels for its satellite pictures. Sources: the addresses that its JavaScript API asks, as
  /// OpenLayers and SuperMap plug-ins have them (a number below zero is written `M1` there, on every host); its
  /// "百度地图开放平台服务条款" (no copies of its data, its name on maps).
  static let baidu = Provider(
    name: "Baidu",
    address: "https://online{s}.map.bdimg.com/onlinelabel/?qt=tile&x={x}&y={y}&z={z}&styles={style}&scaler={scale}&p=1",
    subdomains: (0...9).map(String.init),
    levels: 3...19,
    attribution: "© Baidu",
    attributionIsObligatory: true,
    forbidsBulkDownload: true,
    policy: "https://lbsyun.baidu.com/index.php?title=open/law")

  /// Baidu's satellite pictures: the same sources and terms, other hosts.
  static let baiduSatellite = Provider(
    name: baidu.name,
    address: "https://maponline{s}.bdimg.com/starpic/?qt=satepc&u=x={x};y={y};z={z};v=009;type=sate&fm=46",
    subdomains: (0...3).map(String.init),
    levels: baidu.levels,
    attribution: baidu.attribution,
    attributionIsObligatory: true,
    forbidsBulkDownload: true,
    policy: baidu.policy)

  /// Whose servers have names that end so, whichever kind of layer asks them.
  private static let servers: [(domain: String, provider: Provider)] = [
    ("tile.openstreetmap.org", openStreetMap), ("virtualearth.net", bing), ("tianditu.gov.cn", tianditu),
    ("autonavi.com", amap), ("bdimg.com", baidu),
  ]

  /// The provider whose own server an address is of; `nil` for mirrors and for providers that are not known.
  fileprivate static func serving(_ host: String) -> Provider? {
    servers.first { host == $0.domain || host.hasSuffix("." + $0.domain) }?.provider
  }
}

/// What the terms of a provider say of collecting its tiles ahead.
package struct ProviderTerms: Sendable, Hashable {
  package let provider: String
  package let forbidsBulkDownload: Bool
  /// Where they stand.
  package let policy: String

  /// - Parameter host: As a request is sent to it, in small letters, without a port.
  /// - Returns: `nil` where nothing is known.
  package init?(ofHost host: String) {
    guard let known = Provider.serving(host) else { return nil }
    (provider, forbidsBulkDownload, policy) = (known.name, known.forbidsBulkDownload, known.policy)
  }
}
