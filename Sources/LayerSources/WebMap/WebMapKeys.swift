import DocumentModel

/// The keys of a web map that are read, or that mean nothing for a picture; all others are listed.
enum WebMapKeys {
  static let ofMap: Set<String> = [
    "operationalLayers", "baseMap", "spatialReference", "bookmarks", "initialState", "version", "background",
    // Who made it, with what; how a page around it looks.
    "authoringApp", "authoringAppVersion", "applicationProperties", "MapItems", "itemData", "item", "mapOptions",
    "layoutOptions", "exportOptions",
  ]
  static let ofBaseMap: Set<String> = ["baseMapLayers", "title", "id", "elevationLayers"]
  /// Of every layer.
  static let ofLayer: Set<String> = [
    "id", "title", "layerType", "type", "itemId", "url", "visibility", "opacity", "minScale", "maxScale", "blendMode",
    "isReference",
    // How an application lists it, edits it and asks for it.
    "showLegend", "mode", "capabilities", "disablePopup", "resourceInfo", "listMode", "itemProperties", "styleName",
    "fullExtent", "initialExtent", "extent",
  ]

  private static let reasons: [String: String] = [
    "refreshInterval": "a picture is drawn once, and nothing in it is refreshed",
    "timeAnimation": "time is not followed",
    "layerTimeSettings": "time is not followed",
    "timeInfo": "time is not followed",
    "useViewTime": "time is not followed",
    "effect": "effects such as shadows are not drawn",
    "featureEffect": "effects such as shadows are not drawn",
    "featureReduction": "features are drawn one by one, not in clusters or bins",
    "popupInfo": "a picture has no pop-ups",
    "formInfo": "a picture is not edited",
    "charts": "charts are not drawn",
    "tables": "tables without geometry are not drawn",
    "widgets": "a picture has no widgets",
    "presentation": "slides are not kept",
    "Slides": "slides are not kept",
    "geotriggersInfo": "a picture has no triggers",
    "ground": "a map in two dimensions has no ground",
    "utilityNetworks": "networks are not drawn",
    "transportationNetworks": "networks are not drawn",
    "layerDefinition": "how the layer is filtered and drawn cannot be said for this kind of layer",
    "customParameters": "parameters of an application's own are not sent",
    "customLayerParameters": "parameters of an application's own are not sent",
    "exclusionAreas": "areas are not excluded",
    "timeZone": "times are in UTC",
    "displayLevels": "all levels are drawn",
    "interpolation": "the service resamples as it does by itself",
    "compressionQuality": "the service compresses as it does by itself",
    "columnDelimiter": "columns are told apart by what stands in the file",
    "visualVariables": "sizes, colours and turns do not follow values",
    "rotationExpression": "markers do not turn with a value",
    "rotationType": "markers do not turn with a value",
    "cap": "its ends are round, those of dashes straight",
    "join": "its corners are round",
    "miterLimit": "its corners are round",
    "dateFormat": "dates are not written in a form of their own",
    "curveRings": "curves are not drawn",
    "curvePaths": "curves are not drawn",
  ]

  /// What an object has beside what is understood and says something.
  static func left(of json: JSONElement, understood: Set<String>, title: String? = nil) -> [Omission] {
    guard case .mapping(let entries) = json.node.content else { return [] }
    let keys = entries.map(\.key).filter { !understood.contains($0) }
    return keys.compactMap { key -> Omission? in
      guard let child = json.child(key), child.saysSomething else { return nil }
      return Omission(.part, child.way, title: title, reasons[key] ?? "`\(key)` is not followed")
    }
  }
}
