import Diagnostics

/// What people who come from other map programs call a key.
enum KeySynonyms {
  /// The nearest of the known keys: one that is spelt alike, else one that means the same.
  static func nearest(to key: String, among known: [String]) -> String? {
    if let word = Suggestion.nearest(to: key, among: known) { return word }
    let plain = key.lowercased().filter { $0 != "-" && $0 != "_" }
    return meanings[plain]?.first { known.contains($0) }
  }

  private static let meanings: [String: [String]] = [
    "projection": ["srs"], "epsg": ["srs"], "spatialreference": ["srs"], "wkid": ["srs"],
    "minzoom": ["minLevel"], "maxzoom": ["maxLevel"], "zoommin": ["minLevel"], "zoommax": ["maxLevel"],
    "alpha": ["opacity"], "transparency": ["opacity"], "transparent": ["opacity"],
    "order": ["zIndex"], "name": ["id"], "key": ["id"], "description": ["title"], "label": ["title"],
    "extent": ["initialExtent", "bounds", "bbox"], "bbox": ["initialExtent", "bounds"],
    "view": ["initialExtent"], "width": ["size"], "height": ["size"], "file": ["path"], "filename": ["path"],
    "source": ["path", "url"], "tiles": ["url"], "href": ["url"], "uri": ["url"], "copyright": ["attribution"],
    "credit": ["attribution"], "credits": ["attribution"], "hidden": ["visible"], "show": ["visible"],
    "blendmode": ["blend"], "inherit": ["extends"], "include": ["extends"], "variables": ["params"],
    "resolution": ["dpi"], "scale": ["pixelRatio"], "backgroundcolor": ["background"], "output": ["outputs"],
  ]
}
