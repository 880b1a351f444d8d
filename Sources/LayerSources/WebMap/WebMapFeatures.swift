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
    if let sql = values.text("definitionExpression", of: definition)?.trimmingSpaces, !sql.isEmpty {
      add("definition", sql)
    }
    readLook(definition)
  }

  /// `type: features` of an address.
  /// - Parameter isTable: Its coordinates are numbers in columns, in degrees.
  mutating func readFile(isTable: Bool = false) throws(LeftOut) {
    isOf(type: "features")
    add("url", try address())
    understand("popupInfo", "layerDefinition", "locationInfo", "showLabels")
    // Commas are what files of this kind have.
    if json.child("columnDelimiter")?.text == "," { understand("columnDelimiter") }
    if let location = json.child("locationInfo"), let kind = location.child("locationType")?.text, kind != "coordinates"
    {
      note(location, "places are read from coordinates alone, not by `\(kind.prefix(40))`")
    }
    if let location = json.child("locationInfo") {
      add("x", values.text("longitudeFieldName", of: location))
      add("y", values.text("latitudeFieldName", of: location))
    }
    if isTable { add("srs", SpatialReference.wgs84.definition) }
    let definition = json.child("layerDefinition")
    readConditions([definition])
    readLook(definition)
  }

  /// SQL of a service, for features that are filtered here.
  /// - Parameter definitions: Features have to fulfil the conditions of all.
  private mutating func readConditions(_ definitions: [JSONElement?]) {
    var conditions: [String] = []
    for definition in definitions {
      guard let sql = values.text("definitionExpression", of: definition)?.trimmingSpaces, !sql.isEmpty,
        let child = definition?.child("definitionExpression")
      else { continue }
      do throws(LeftOut) {
        conditions.append(try EsriCondition.expression(sql))
      } catch {
        note(child, "features that do not fulfil it are shown too: \(error.reason)")
      }
    }
    guard let first = conditions.first else { return }
    addLook("where", .string(conditions.count == 1 ? first : conditions.map { "(\($0))" }.joined(separator: " and ")))
  }

  /// Renderer, labels and pop-up of a layer of features.
  /// - Parameter collection: Of features that are written into the web map, the layer that holds them.
  mutating func readLook(_ definition: JSONElement?, of collection: JSONElement? = nil) {
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
    if let list = drawing?.child("labelingInfo"), list.saysSomething {
      // "Labels will display if this property is set to true" (web map specification).
      let owner = [json, collection, drawing].first { $0?.child("showLabels") != nil } ?? nil
      let showsLabels = values.flag("showLabels", of: owner)
      if showsLabels == true {
        let (labels, omitted) = EsriLabels.labels(list)
        if let labels { addLook("labels", labels) }
        note(omitted)
      } else if showsLabels == nil {
        note(list, "the labels are not drawn: the web map does not show them (`showLabels`)")
      }
    }
    if let popup = json.child("popupInfo") ?? collection?.child("popupInfo"),
      let kept = EsriPopup.callouts(popup, &values)
    {
      addContent(EsriPopup.key, kept)
    }
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
    let layers = values.items("layers", of: collection) ?? []
    guard !layers.isEmpty else { throw LeftOut(reason: "has no layers in its collection") }
    let shown = words("visibleLayers")?.compactMap(Int.init)
    if let definition = json.child("layerDefinition") {
      values.left(of: definition, beside: ["definitionExpression", "minScale", "maxScale"])
    }
    var reasons: [String] = []
    for (index, layer) in layers.enumerated() {
      var part = WebMapLayerReading(layer, mapReference: mapReference)
      do throws(LeftOut) {
        try part.readGraphics(isShown: shown?.contains(index) ?? true, in: json)
      } catch {
        if !reasons.contains(error.reason) { reasons.append(error.reason) }
        note([
          Omission(
            .layer(isVisible: json.isVisible), layer.way, title: part.title ?? title, "features, \(error.reason)")
        ])
        continue
      }
      part.readCommonKeys()
      note(part.omissions)
      addPart(part)
    }
    guard !parts.isEmpty else {
      let whys = reasons.prefix(3).joined(separator: ", and ")
      throw LeftOut(reason: "of which nothing can be drawn: features, \(whys)")
    }
  }

  /// - Parameter collection: The layer that holds them.
  private mutating func readGraphics(isShown: Bool, in collection: JSONElement) throws(LeftOut) {
    isOf(type: "graphics")
    understand("layerDefinition", "featureSet", "popupInfo", "nextObjectId", "layerType", "showLabels")
    let definition = json.child("layerDefinition")
    if title == nil { takeTitle(definition?.child("name")?.plainText) }
    if !isShown { add("visible", false) }
    let set = json.child("featureSet")
    let features = values.items("features", of: set) ?? []
    guard !features.isEmpty else { throw LeftOut(reason: "which holds no features") }
    let first = features.lazy.compactMap { $0.child("geometry")?.child("spatialReference") }.first
    let written =
      set?.child("spatialReference") ?? definition?.child("spatialReference")
      ?? definition?.child("extent")?.child("spatialReference") ?? first
    var reference = mapReference ?? .wgs84
    if let written {
      do throws(SourceError) { reference = try written.spatialReference() } catch {
        throw LeftOut(reason: "whose reference is not known: \(error.cause)")
      }
    }
    add("srs", reference.definition)
    var projection = GeometryProjection(to: reference)
    var graphics: [JSONValue] = []
    var leftOut: [String: Int] = [:]
    var (unreadPositions, unreadAttributes) = (0, 0)
    for feature in features {
      var members: [JSONValue.Member]
      do throws(LeftOut) {
        let geometry = feature.child("geometry")
        members = try projection.projected(
          EsriGeometry.members(geometry), from: geometry?.child("spatialReference"))
      } catch {
        leftOut[error.reason, default: 0] += 1
        continue
      }
      unreadPositions += feature.child("geometry").map { EsriGeometry.unreadPositions(of: $0) } ?? 0
      unreadAttributes += Self.unreadAttributes(of: feature)
      if let symbol = feature.child("symbol"), symbol.saysSomething {
        do throws(LeftOut) {
          members.append(.init(key: "symbol", value: try EsriSymbol.symbol(symbol, &values)))
        } catch {
          note(symbol, error.reason)
        }
      }
      if let attributes = Self.attributes(of: feature) { members.append(.init(key: "attributes", value: attributes)) }
      graphics.append(.object(members))
    }
    let reasons = leftOut.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    guard !graphics.isEmpty else { throw LeftOut(reason: "of which none can be drawn: \(reasons)") }
    if let set {
      if !leftOut.isEmpty { note(set, "features that are left out, of \(features.count): \(reasons)") }
      if unreadPositions > 0 { note(set, "positions that are no two numbers are left out: \(unreadPositions)") }
      if unreadAttributes > 0 {
        note(set, "attributes that are neither text nor number are left out: \(unreadAttributes)")
      }
    }
    readConditions([definition, collection.child("layerDefinition")])
    readLook(definition, of: collection)
    addContent("graphics", .array(graphics))
  }

  private static func unreadAttributes(of feature: JSONElement) -> Int {
    guard case .mapping(let entries)? = feature.child("attributes")?.node.content else { return 0 }
    return entries.count { entry in if case .scalar = entry.value.content { false } else { true } }
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
