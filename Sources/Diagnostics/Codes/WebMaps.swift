/// MD34x: maps of other programs.
extension Code {
  static let webMaps: [Code] = [.webMapLayer, .webMapPart, .webMapEmpty, .webMapSecret]

  package static let webMapLayer = Code(
    341, .warning, "a layer of a web map that is left out",
    """
    The web map has a layer that has no counterpart here, or whose description cannot be read. The others are drawn. The
    message names its place in the JSON and the reason; of a layer that the web map itself hides it is a mere notice. Most
    newer web maps have a basemap of vector tiles: put a layer of your own in front, or let `mapdoc import --basemap` make a
    document of the web map.
    """,
    Example(
      webMapDocument, files: ["city.json": webMap(with: labels)], mendedFiles: ["city.json": webMap()]))

  package static let webMapPart = Code(
    342, .info, "something of a web map without a counterpart",
    """
    A layer of the web map is drawn, or its map, but not all of it: an effect, a symbol, an expression. The message names its
    place in the JSON and what is done instead. `mapdoc import` makes a document of the web map, in which it can be written
    as this format has it.
    """,
    Example(
      webMapDocument, files: ["city.json": webMap(with: shadow)], mendedFiles: ["city.json": webMap()]))

  package static let webMapEmpty = Code(
    343, .error, "a web map of which nothing can be drawn",
    """
    The web map has no layers, or none of them has a counterpart here: each is named by a finding of its own. Take the layer
    out, or write layers of your own in its place.
    """,
    Example(
      webMapDocument, files: ["city.json": "{\"operationalLayers\": [\n  \(labels)]}\n"],
      mendedFiles: ["city.json": webMap()]))

  package static let webMapSecret = Code(
    344, .warning, "a secret in a web map",
    """
    An address or a parameter in the web map holds what looks like a token, a key or a password. It is not used, not copied
    and not shown: whoever wrote it may not have meant to give it away, and mostly it has run out. Name a credential of your
    own as the `credentials` of the layer; it goes to the hosts that it lists.
    """,
    Example(
      webMapDocument, files: ["city.json": webMap(query: "?token=c2VjcmV0")], mendedFiles: ["city.json": webMap()]))

  /// A marked document, the same on both sides, that shows `city.json` over the built-in world.
  private static let webMapDocument = """
      mapdoc: 1
      layers:
        - id: world
          type: builtin
          name: world
        - id: city
          type: webmap
          path: city.json
    """

  /// A web map of one layer of tiles.
  /// - Parameters:
  ///   - more: A further layer, or a line of the first one.
  ///   - query: Of its address.
  private static func webMap(with more: String = "", query: String = "") -> String {
    let isLayer = more.hasPrefix("{")
    return """
      {"operationalLayers": [
        {"layerType": "WebTiledLayer", "title": "Streets",\(isLayer ? "" : more)
         "templateUrl": "https://tiles.example.org/{level}/{col}/{row}\(query)"}\(isLayer ? ",\n  \(more)" : "")],
       "version": "2.8"}

      """
  }

  private static let labels = """
    {"layerType": "VectorTileLayer", "title": "Labels"}
    """

  private static let shadow = "\n   " + #""effect": "drop-shadow(2px, 2px, 3px, #000000)","#
}
