/// MD362: how services draw their features by themselves.
extension Code {
  static let serviceLooks: [Code] = [.serviceLook]

  package static let serviceLook = Code(
    362, .info, "something of a service's own look without a counterpart",
    """
    A layer of features without a `renderer`, `symbol` or `labels` of its own is drawn as its service says. Something of that
    has no counterpart here: a symbol, an expression, sizes that follow values. The message names its place in the service's
    description and what is done instead; with a renderer of the document's own nothing of the service's is asked for.
    """,
    Example(
      """
        mapdoc: 1
        initialExtent: {center: [-118.25, 33.85], zoom: 8}
        layers:
          - {id: world, type: builtin}
          - id: addresses
            type: arcgis-feature
            url: https://services.example.org/arcgis/rest/services/Addresses/FeatureServer/0
      +     symbol: {type: marker, shape: circle, size: 6}
      """,
      shownBy: .situation("the service draws its features in clusters, or by symbols that are not understood")))
}
