import Diagnostics
import DocumentModel
import Geodesy

/// Layers of features: of a service, of a file on the web, or written into the web map.
extension WebMapLayerReading {
  mutating func readFeatureLayer() throws(LeftOut) {
    if let collection = json.child("featureCollection") { return try readCollection(collection) }
    isOf(type: "arcgis-feature")
    let url = try address()
    add("url", url)
    understand("layerDefinition", "popupInfo", "showLabels", "visibleLayers", "featureCollectionType", "layers", "dpi")
    let last = url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last.map(String.init) ?? ""
    if Int(last) == nil {
      throw LeftOut(reason: "whose address `\(url.prefix(100))` is not that of one layer: it ends in no number")
    }
    let definition = json.child("layerDefinition")
    if let sql = definition?.child("definitionExpression")?.text, !sql.trimmingSpaces.isEmpty {
      add("definition", sql.trimmingSpaces)
    }
    readLook(definition)
  }

  /// `type: features` of an address.
  /// - Parameter isTable: Its coordinates are numbers in columns, in degrees.
  mutating func readFile(isTable: Bool = false) throws(LeftOut) {
    isOf(type: "features")
    add("url", try address())
    understand("popupInfo", "layerDefinition", "columnDelimiter", "locationInfo", "showLabels")
    if let location = json.child("locationInfo"), let kind = location.child("locationType")?.text, kind != "coordinates"
    {
      note(location, "places are read from coordinates alone, not by `\(kind.prefix(40))`")
    }
    if let location = json.child("locationInfo") {
      add("x", location.child("longitudeFieldName")?.text)
      add("y", location.child("latitudeFieldName")?.text)
    }
    if isTable { add("srs", SpatialReference.wgs84.definition) }
    let definition = json.child("layerDefinition")
    readCondition(definition)
    readLook(definition)
  }

  /// SQL of a service, for features that are filtered here.
  private mutating func readCondition(_ definition: JSONElement?) {
    guard let child = definition?.child("definitionExpression"), let sql = child.text?.trimmingSpaces, !sql.isEmpty
    else { return }
    do throws(LeftOut) {
      addLook("where", .string(try EsriCondition.expression(sql)))
    } catch {
      note(child, "all features are shown: \(error.reason)")
    }
  }

  /// Renderer, labels and pop-up of a layer of features.
  mutating func readLook(_ definition: JSONElement?) {
    let drawing = definition?.child("drawingInfo")
    if let renderer = drawing?.child("renderer"), renderer.saysSomething {
      do throws(LeftOut) {
        var reader = EsriRenderer(fields: definition?.child("fields"))
        addLook("renderer", try reader.renderer(renderer))
        note(reader.omissions)
      } catch {
        note(renderer, error.reason)
      }
    }
    let showsLabels = (json.child("showLabels") ?? drawing?.child("showLabels"))?.flag ?? false
    if showsLabels, let list = drawing?.child("labelingInfo") {
      let (labels, omitted) = EsriLabels.labels(list)
      if let labels { addLook("labels", labels) }
      note(omitted)
    }
    if let popup = json.child("popupInfo"), let kept = EsriPopup.kept(popup) { addContent("x-popup", kept) }
    if let drawing { note(WebMapKeys.left(of: drawing, understood: EsriRenderer.keysOfDrawing)) }
    if let definition { note(WebMapKeys.left(of: definition, understood: Self.keysOfDefinition)) }
  }

  /// What a definition has that is read, or that says something of data alone.
  private static let keysOfDefinition: Set<String> = [
    "definitionExpression", "drawingInfo", "minScale", "maxScale", "fields", "name", "type", "displayField",
    "displayFieldName", "objectIdField", "objectIdFieldName", "geometryType", "spatialReference", "extent",
    "defaultVisibility", "description", "copyrightText", "templates", "types", "typeIdField", "subtypes",
    "defaultSubtypeCode", "subtypeField", "hasAttachments", "capabilities", "currentVersion", "id", "hasM", "hasZ",
    "allowGeometryUpdates", "htmlPopupType", "isDataVersioned", "relationships", "supportsAdvancedQueries",
    "supportsStatistics", "globalIdField", "visibilityField", "title", "supportedQueryFormats", "maxRecordCount",
    "hasStaticData", "supportsRollbackOnFailureParameter", "advancedQueryCapabilities", "dateFieldsTimeReference",
  ]

  // MARK: - Features written into the web map

  private mutating func readCollection(_ collection: JSONElement) throws(LeftOut) {
    isOf(type: "group")
    understand(
      "featureCollection", "visibleLayers", "featureCollectionType", "popupInfo", "showLabels", "layerDefinition")
    let layers = collection.child("layers")?.items ?? []
    guard !layers.isEmpty else { throw LeftOut(reason: "has no layers in its collection") }
    let shown = json.child("visibleLayers")?.items?.compactMap(\.whole)
    for (index, layer) in layers.enumerated() {
      var part = WebMapLayerReading(layer, mapReference: mapReference)
      do throws(LeftOut) {
        try part.readGraphics(isShown: shown?.contains(index) ?? true)
      } catch {
        omit(
          Omission(
            .layer(isVisible: json.isVisible), layer.way, title: part.title ?? title, "features, \(error.reason)"))
        continue
      }
      part.readCommonKeys()
      note(part.omissions)
      addPart(part)
    }
    guard !parts.isEmpty else { throw LeftOut(reason: "of which nothing can be drawn") }
  }

  private mutating func readGraphics(isShown: Bool) throws(LeftOut) {
    isOf(type: "graphics")
    understand("layerDefinition", "featureSet", "popupInfo", "nextObjectId", "layerType")
    let definition = json.child("layerDefinition")
    if title == nil { takeTitle(definition?.child("name")?.plainText) }
    if !isShown { add("visible", false) }
    let set = json.child("featureSet")
    let features = set?.child("features")?.items ?? []
    guard !features.isEmpty else { throw LeftOut(reason: "which holds no features") }
    let first = features.lazy.compactMap { $0.child("geometry")?.child("spatialReference") }.first
    let written =
      first ?? set?.child("spatialReference") ?? definition?.child("spatialReference")
      ?? definition?.child("extent")?.child("spatialReference")
    var reference = mapReference ?? .wgs84
    if let written {
      do throws(SourceError) { reference = try written.spatialReference() } catch {
        throw LeftOut(reason: "whose reference is not known: \(error.cause)")
      }
    }
    add("srs", reference.definition)
    var graphics: [JSONValue] = []
    var unread = 0
    for feature in features {
      guard let geometry = feature.child("geometry").flatMap({ EsriGeometry.members($0) }) else {
        unread += 1
        continue
      }
      var members = geometry
      if let symbol = feature.child("symbol"), symbol.saysSomething {
        do throws(LeftOut) {
          members.append(.init(key: "symbol", value: try EsriSymbol.symbol(symbol)))
        } catch {
          note(symbol, error.reason)
        }
      }
      if let attributes = Self.attributes(of: feature) { members.append(.init(key: "attributes", value: attributes)) }
      graphics.append(.object(members))
    }
    if unread > 0, let set {
      note(set, "\(unread) of its \(features.count) features have no geometry that can be read")
    }
    guard !graphics.isEmpty else { throw LeftOut(reason: "which holds no geometry that can be read") }
    readCondition(definition)
    readLook(definition)
    addContent("graphics", .array(graphics))
  }

  /// Texts, numbers and truth values of a feature.
  private static func attributes(of feature: JSONElement) -> JSONValue? {
    guard case .mapping(let entries)? = feature.child("attributes")?.node.content, !entries.isEmpty else { return nil }
    return .object(
      entries.compactMap { entry in
        guard case .scalar = entry.value.content else { return nil }
        return JSONValue.Member(key: entry.key, value: entry.value.json)
      })
  }
}

/// `popupInfo`: what a web map shows of a feature that is clicked on.
enum EsriPopup {
  /// Title and visible fields; `nil` where it has neither.
  static func kept(_ popup: JSONElement) -> JSONValue? {
    var members: [JSONValue.Member] = []
    if let title = popup.child("title")?.plainText { members.append(.init(key: "title", value: .string(title))) }
    let infos = popup.child("fieldInfos")?.items ?? []
    let fields = infos.filter { $0.child("visible")?.flag != false }.compactMap { info -> JSONValue? in
      guard let name = info.child("fieldName")?.text else { return nil }
      guard let label = info.child("label")?.plainText, label != name else { return ["name": .string(name)] }
      return ["name": .string(name), "label": .string(label)]
    }
    if !fields.isEmpty { members.append(.init(key: "fields", value: .array(fields))) }
    return members.isEmpty ? nil : .object(members)
  }
}
