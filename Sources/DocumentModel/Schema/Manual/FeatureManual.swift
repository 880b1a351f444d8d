/// What the manual says of layers of features: their keys, symbols and renderers.
extension ManualContent {
  static var ofFeatures: [Section] {
    [
      Section(title: "Feature layers", text: [features], keys: FeatureLayerKeys.all),
      Section(title: "Symbols", text: Symbol.manual, keys: []),
      Section(title: "Symbol type marker", text: [], example: markerExample, keys: MarkerSymbol.fields.fields),
      Section(title: "Symbol type line", text: [], example: lineExample, keys: LineSymbol.fields.fields),
      Section(title: "Symbol type fill", text: [], example: fillExample, keys: FillSymbol.fields.fields),
      Section(title: "Symbol type text", text: [TextTemplate.manual], keys: TextSymbol.fields.fields),
      Section(
        title: "Renderers", text: ["The keys of a `renderer`.", ramps], example: rendererExample,
        keys: FeatureRenderer.keys.fields),
      Section(title: "Labels", text: [labels], keys: LabelClass.keys.fields),
      Section(title: "Callouts", text: ["The keys of `callouts`."], keys: Callouts.fields.fields),
    ]
  }

  private static let features = """
    Further keys of all layers of features, which are drawn with symbols. `opacity` and `blend` apply to the layer as a whole, so \
    what overlaps within it does not add up. Details narrower than a quarter of a device pixel are left out. A step of more than 180 \
    degrees of longitude goes over the antimeridian, as files that are not cut there mean it (RFC 7946, 3.1.9, asks that they are): \
    the outline of most of the world needs places in between on its long sides. The geometries of `clip` and `fit` are read alike.
    """
  private static let ramps =
    "The ramps of colours: " + ColorRamp.names.map { "`\($0)`" }.joined(separator: ", ")
    + ". Those of ColorBrewer are by Cynthia A. Brewer (colorbrewer2.org)."
  private static let labels = """
    The keys of one class of `labels`: those of a text symbol, and which features it is for. A feature gets a label from each class \
    whose `where` holds.
    """

  private static let markerExample = """
    mapdoc: 1
    initialExtent: [-10, 36, 30, 60]
    layers:
      - {id: world, type: builtin, name: world}
      - id: cities
        type: features
        path: data/cities.geojson
        symbol:
          type: marker
          shape: diamond
          size: "=4 + people / 1000000"
          color: "#d7301f"
          outline: {color: white, width: 0.75}
    """
  private static let lineExample = """
    mapdoc: 1
    initialExtent: [0, 44, 24, 55]
    layers:
      - {id: world, type: builtin, name: world}
      - id: rivers
        type: features
        path: data/rivers.geojson
        symbol:
          type: line
          color: "#6fa8d6"
          width: "=max(1, 7 - rank)"
          casing: {color: "#2f6a9c", width: 0.5}
    """
  private static let fillExample = """
    mapdoc: 1
    srs: ESRI:102022
    initialExtent: {fit: countries, padding: 16}
    layers:
      - id: countries
        type: features
        path: data/africa.geojson
        symbol:
          type: fill
          color: "#cfe3c2"
          hatch: {pattern: forwardDiagonal, color: "#6b8f5e", width: 0.5, spacing: 6}
          outline: {color: "#6b8f5e", width: 0.75}
    """
  private static let rendererExample = """
    mapdoc: 1
    srs: ESRI:102022
    initialExtent: {fit: countries, padding: 16}
    layers:
      - id: countries
        type: features
        path: data/africa.geojson
        renderer:
          type: classBreaks
          field: "=cities / area"
          method: naturalBreaks
          classes: 5
          ramp: YlOrRd
          symbol: {type: fill, outline: {color: white, width: 0.5}}
          default: {type: fill, color: "#dddddd"}
        labels: {text: "{name}", size: 11, halo: {color: white, width: 1.5}}
    """
}
