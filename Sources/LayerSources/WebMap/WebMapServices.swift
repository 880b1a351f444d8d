import Diagnostics
import DocumentModel
import Geodesy

/// Layers of services: ArcGIS, WMS, tiles.
extension WebMapLayerReading {
  mutating func readTiledService() throws(LeftOut) {
    isOf(type: "arcgis-tiled")
    add("url", try address())
    understand("tileServers")
  }

  mutating func readMapService() throws(LeftOut) {
    isOf(type: "arcgis-dynamic")
    add("url", try address())
    understand("visibleLayers", "layers", "imageFormat", "imageTransparency", "dpi")
    let sublayers = values.items("layers", of: json) ?? []
    if var shown = words("visibleLayers") {
      // The number of a group stands for all in it.
      let described = json.child("resourceInfo")?.child("layers")?.items ?? sublayers
      let groups = described.filter { $0.child("subLayerIds")?.items?.isEmpty == false }.compactMap {
        $0.child("id")?.whole
      }
      shown.removeAll { name in groups.contains { String($0) == name } || name == "-1" }
      guard !shown.isEmpty else { throw LeftOut(reason: "of which no sublayer is shown (`visibleLayers`)") }
      add("sublayers", .array(shown.map { name in Int(name).map { .int($0) } ?? .string(name) }))
    }
    var definitions: [JSONValue.Member] = []
    for sublayer in sublayers {
      let definition = sublayer.child("layerDefinition")
      if let sql = values.text("definitionExpression", of: definition) {
        if let number = sublayer.child("id")?.whole {
          definitions.append(.init(key: String(number), value: .string(sql)))
        } else {
          note(sublayer, "its `definitionExpression` is not applied: the sublayer has no number (`id`)")
        }
      }
      if let definition {
        note(WebMapKeys.left(of: definition, understood: ["definitionExpression"]))
      }
      note(
        WebMapKeys.left(
          of: sublayer,
          understood: [
            "id", "name", "title", "layerDefinition", "subLayerIds", "parentLayerId", "showLegend", "disablePopup",
            "defaultVisibility", "layerUrl", "minScale", "maxScale", "type", "geometryType",
          ]))
    }
    if !definitions.isEmpty { add("definition", .object(definitions)) }
    if let format = values.text("imageFormat", of: json), format != "png32" { add("format", format) }
  }

  mutating func readImageService() throws(LeftOut) {
    isOf(type: "arcgis-image")
    add("url", try address())
    understand("renderingRule", "mosaicRule", "format", "bandIds", "noData")
    if let rule = json.child("renderingRule"), rule.saysSomething { addLook("renderingRule", rule.node.json) }
    if let rule = json.child("mosaicRule"), rule.saysSomething { addLook("mosaicRule", rule.node.json) }
    for key in ["bandIds", "noData"] {
      if let value = json.child(key), value.saysSomething { addLook(key, value.node.json) }
    }
    guard let format = values.text("format", of: json)?.lowercased() else { return }
    if ArcGISImageFormat(rawValue: format) == nil, let child = json.child("format") {
      note(child, "pictures are not asked for as `\(format.prefix(40))`, but as \(ArcGISImageFormat.jpgpng.rawValue)")
    } else if format != ArcGISImageFormat.jpgpng.rawValue {
      add("format", format)
    }
  }

  mutating func readWMS() throws(LeftOut) {
    isOf(type: "wms")
    understand(
      "layers", "visibleLayers", "version", "format", "copyright", "mapUrl", "spatialReferences", "maxWidth",
      "maxHeight", "featureInfoUrl", "featureInfoFormat", "legendUrl")
    add("url", try address())
    let listed = (values.items("layers", of: json) ?? []).compactMap { $0.child("name")?.text }
    let shown = (words("visibleLayers") ?? listed).filter { !$0.isEmpty }
    guard !shown.isEmpty else { throw LeftOut(reason: "of which no layer is shown (`visibleLayers`)") }
    add("layers", shown.count == 1 ? .string(shown[0]) : .array(shown.map { .string($0) }))
    let versions = ["1.3.0": false, "1.3": false, "1.1.1": true, "1.1.0": true, "1.1": true, "1.0.0": true]
    if values.word("version", of: json, versions, else: "it is asked as 1.3.0") == true { add("version", "1.1.1") }
    if let format = values.text("format", of: json) {
      add("format", format.contains("/") ? format : "image/" + (format == "jpg" ? "jpeg" : format))
    }
    let parameters = parameters(json)
    if !parameters.isEmpty {
      add("params", .object(parameters.map { .init(key: $0.name, value: .string($0.value)) }))
    }
    add("attribution", json.child("copyright")?.plainText)
  }

  mutating func readBing(_ style: String) {
    isOf(type: "bing")
    add("style", style)
    need =
      "Bing needs a key, which no web map brings: put a layer `{type: bing, style: \(style), credentials: bing}` of your own in "
      + "its place, with `bing: {type: key, key: \"${env:BING_KEY}\"}` under `credentials:`"
    understand("culture", "portalUrl", "key", "bingKey")
    if let culture = values.text("culture", of: json) { addLook("culture", .string(culture)) }
    for key in ["key", "bingKey"] {
      if let child = json.child(key), child.saysSomething {
        note([Omission(.secret, child.way, "the key of Bing Maps is not taken over")])
      }
    }
  }

  mutating func readWebTiles() throws(LeftOut) {
    understand("templateUrl", "subDomains", "tileInfo", "wmtsInfo", "copyright", "tileServers", "fullExtent")
    if let info = json.child("wmtsInfo") {
      try readWMTS(info)
    } else {
      try readTemplate()
    }
    add("attribution", json.child("copyright")?.plainText)
  }

  private mutating func readWMTS(_ info: JSONElement) throws(LeftOut) {
    isOf(type: "wmts")
    guard let child = info.child("url") ?? json.child("url"), let text = child.text else {
      throw LeftOut(reason: "has no address (`wmtsInfo.url`)")
    }
    var url = try address(text.trimmingSpaces, at: child)
    for (name, value) in parameters(info) {
      url += (url.contains("?") ? "&" : "?") + "\(AddressEscaping.escaped(name))=\(AddressEscaping.escaped(value))"
    }
    add("url", url)
    add("layer", info.child("layerIdentifier")?.text)
    add("matrixSet", info.child("tileMatrixSet")?.text)
    add("style", values.text("style", of: info))
    note(
      WebMapKeys.left(
        of: info, understood: ["url", "layerIdentifier", "tileMatrixSet", "customParameters", "style"]))
  }

  /// `https://{subDomain}.example.org/{level}/{col}/{row}.png`
  private mutating func readTemplate() throws(LeftOut) {
    isOf(type: "xyz")
    var url = try address("templateUrl")
    for (name, placeholder) in [("level", "z"), ("col", "x"), ("row", "y"), ("subDomain", "s")] {
      url = url.replacing("{\(name)}", with: "{\(placeholder)}")
    }
    add("url", url)
    if url.contains("{s}"), let names = words("subDomains"), !names.isEmpty {
      if names.count > 64, let child = json.child("subDomains") { note(child, "the first 64 of its hosts are asked") }
      add("subdomains", .array(names.prefix(64).map { .string($0) }))
    }
    guard let written = json.child("tileInfo"), written.saysSomething else { return }
    do throws(SourceError) {
      let info = try TileInfo(written, fallback: mapReference)
      if let scheme = Self.scheme(info.scheme) { add("tilingScheme", scheme) }
    } catch {
      note(written, "its tiling scheme cannot be used: \(error.cause)")
    }
  }

  /// `nil` for the one of the web, which needs no words.
  private static func scheme(_ scheme: TilingScheme) -> JSONValue? {
    let known = TilingScheme.webMercator
    let isKnown =
      scheme.reference == known.reference && scheme.tileSize == known.tileSize
      && abs(scheme.origin.x - known.origin.x) < 1 && abs(scheme.origin.y - known.origin.y) < 1
      && scheme.levels.allSatisfy { level in
        known.level(numbered: level.number).map { abs($0.resolution / level.resolution - 1) < 1e-6 } ?? false
      }
    if isKnown { return nil }
    return [
      "srs": .string(scheme.reference.definition), "origin": [.double(scheme.origin.x), .double(scheme.origin.y)],
      "tileSize": .int(scheme.tileSize.width),
      "levels": .array(
        scheme.levels.map { ["level": .int($0.number), "resolution": .double($0.resolution)] }),
    ]
  }
}
