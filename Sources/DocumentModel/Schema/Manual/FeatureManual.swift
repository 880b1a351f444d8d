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
    what overlaps within it does not add up.
    """
  private static let ramps =
    "The ramps of colours: " + ColorRamp.names.map { "`\($0)`" }.joined(separator: ", ")
    + ". Those of ColorBrewer are by Cynthia A. Brewer (colorbrewer2.org)."
  private static let labels = """
    The keys of one class of `labels`: those of a text symbol, and which features it is for. A feature gets a label from each class \
    whose `where` holds.
    """

  // Parts of documents: what they stand in is a layer of features.
  private static let markerExample = """
    symbol:
      type: marker
      shape: diamond
      size: "=4 + 2 * rank"
      color: "#d7301f"
      outline: {color: white, width: 0.75}
    """
  private static let lineExample = """
    symbol:
      type: line
      color: "#ffcc33"
      width: 3
      casing: {color: "#8c6d1f", width: 0.75}
    """
  private static let fillExample = """
    symbol:
      type: fill
      color: "#cfe3c2"
      hatch: {pattern: forwardDiagonal, color: "#6b8f5e", width: 0.5, spacing: 6}
      outline: {color: "#6b8f5e", width: 0.75}
    """
  private static let rendererExample = """
    renderer:
      type: classBreaks
      field: "=population / area"
      method: naturalBreaks
      classes: 5
      ramp: YlOrRd
      symbol: {type: fill, outline: {color: white, width: 0.5}}
      default: {type: fill, color: "#dddddd"}
    """
}
