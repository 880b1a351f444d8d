import Diagnostics
import Geodesy

/// The manual of the format before it is Markdown or a manual page.
struct ManualContent {
  struct Section {
    let title: String
    /// Paragraphs before the keys.
    let text: [String]
    /// A document, or a project file, that `check` accepts.
    var example: String?
    let keys: [any FieldDeclaration]
    var rows: [Row] { keys.filter { !($0 is LaterField) }.map(Row.init(of:)) }
  }

  struct Row {
    let key: String
    let words: String
    let defaultText: String
    let summary: String

    init(of field: any FieldDeclaration) {
      key = field.name
      words = field.words
      defaultText = field.isRequired ? "required" : field.defaultText ?? ""
      summary = field.summary
    }
  }

  let sections: [Section]

  init(kinds: [any LayerKind.Type]) {
    let typeNames = kinds.map { $0.typeName } + [LayerVocabulary.groupName]
    var sections = [
      Section(
        title: "Top level", text: [Self.general], example: ManualExamples.document, keys: TopLevelKeys.all.fields),
      Section(title: "Canvas", text: [Self.canvas], keys: CanvasOverride.fields.fields),
      Section(
        title: "Extents", text: [Self.extents, Self.shown], example: ManualExamples.extents,
        keys: ExtentKeys.fields.fields),
      Section(title: "Bookmarks", text: [Self.bookmarks], keys: Bookmark.fields.fields),
      Section(
        title: "Grids", text: [Self.grids, Self.gridLevels], example: ManualExamples.grids, keys: Grid.fields.fields),
      Section(title: "Grid labels", text: ["The keys of a grid's `labels`."], keys: GridLabelValue.fields.fields),
      Section(
        title: "Grid lines", text: ["The keys of the `line` of an item of a grid's `levels`."],
        keys: GridLineSymbol.fields.fields),
      Section(
        title: "Grid texts", text: ["The keys of the `text` of an item of a grid's `levels`."],
        keys: GridTextSymbol.fields.fields),
      Section(title: "Outputs", text: [Self.outputs], example: ManualExamples.outputs, keys: Output.fields.fields),
      Section(
        title: "Layers", text: ["The keys of all layers. `type` is \(oneOf(typeNames))."],
        example: ManualExamples.layers, keys: LayerKeys.common),
      Section(title: "Tiled layers", text: [Self.tiled, Self.pixels], keys: LayerKeys.tiled),
      Section(title: "Dynamic layers", text: [Self.dynamic, Self.pieces], keys: []),
    ]
    if kinds.contains(where: { $0.family == .features }) { sections += Self.ofFeatures }
    for kind in kinds {
      sections.append(
        Section(
          title: "Layer type \(kind.typeName)", text: [kind.summary.asSentence], example: kind.example,
          keys: kind.fields))
    }
    sections += [
      Section(
        title: "Layer type \(LayerVocabulary.groupName)",
        text: [DocumentSchema.groupSummary.asSentence + " " + Self.group], example: ManualExamples.group,
        keys: [LayerKeys.layers]),
      Section(
        title: "Credentials", text: [Self.credentials], example: ManualExamples.credentials,
        keys: DeclaredCredential.fields.fields),
      Section(title: "Parameters", text: [Self.parameters], example: ManualExamples.template, keys: []),
      Section(title: "Merging", text: [Self.merging], example: ManualExamples.merging, keys: MergeKeys.all),
      Section(title: "Values", text: Self.values, keys: []),
      Section(title: "Expressions", text: Expression.manual, keys: []),
      Section(
        title: "Project file", text: [Self.project], example: ManualExamples.project, keys: ProjectKeys.all.fields),
      Section(title: "Hosts", text: ["The keys of one host under `hosts`."], keys: HostSettings.fields.fields),
    ]
    self.sections = sections
  }

  private static let general = """
    A map document is one YAML 1.2 file. Keys that start with `x-` are ignored; any other key that is not listed here is \
    an error. Paths of data and templates are relative to the file that holds them; paths of outputs are relative to the \
    project's root, which is the nearest folder above with a `.mapdoc.yaml`, else the document's own folder.
    """
  private static let canvas = """
    The same keys stand in the `canvas` of a bookmark or an output, where each replaces that of the document. A logical \
    pixel is 1/96 inch: `[800, 600]` at 192 dpi is a picture of 1600 x 1200 device pixels that shows the same ground.
    """
  private static let extents = """
    An extent is `[xmin, ymin, xmax, ymax]` in degrees, or a map with one of `bbox`, `center`, `fit` and `bookmark`. With \
    `center` stands one of `scale`, `projectedScale`, `zoom`, `resolution` and `level`. x is east or longitude and comes \
    first, whatever an authority says.
    """
  private static let shown = """
    A box keeps its centre and is grown, never cut, to the shape of the picture. `scale` is what a ruler on the paper \
    measures; in Web Mercator at 60° north it is about twice as large as the projected scale that services state.
    """
  private static let bookmarks = """
    Named extents: an output draws them with `bookmarks: all` or a list of names, and so does `render --bookmark NAME`.
    """
  private static let grids = """
    A grid is drawn over all layers, and its labels over all grids. Which lines show follows from the scale: those of the finest \
    level stand 40 to 200 logical pixels apart, and every fifth or tenth is a line of a coarser, heavier level. `utm`, `mgrs` and \
    `usng` have a level for each power of ten; where the finest would stand more than 200 pixels apart, `utm` has one more of half \
    its interval (each 500 m). Digits of `mgrs` and `usng` are those of a power of ten and no other, so that the lines of their \
    finest level stand 40 to 400 pixels apart: a map at 1:90,000 has one each kilometre, and one at 1:100,000 with \
    `interval: 1000`. They end at the edges of zones, with the \
    exceptions of Norway and Svalbard, and go over to UPS about the poles; where zones are too narrow for their names, numbers \
    and letters stand at the picture's edges. Longitudes, latitudes and zones are those of WGS 84; USNG counts in NAD 83, which \
    is the same for its purposes. A `projected` grid is drawn where its reference is meant to be used and up to 10 degrees around, \
    and wherever it can be projected where nobody says what it is for. Where a map repeats the world, grids repeat with it.
    """
  private static let gridLevels = """
    Levels of `utm`, `mgrs` and `usng`: 0 is the edges of zones, with their names (`32V`), 1 lines each 100 km, with the letters \
    of the squares (`NM`), 2 each 10 km, and so on to 6, each metre. Of other grids 0 is the coarsest of the levels that show, of \
    which there are up to three. A label has no more digits than the finest level needs, and always equals its line's value.
    """
  private static let outputs = """
    Each output is a picture, or one for each of its bookmarks. Without any, the document is drawn to `build/NAME.png`. \
    `georeference: worldfile` writes `NAME.pgw` (`.jgw`, `.wld`) and `NAME.prj` in Esri's WKT beside the picture, for GIS \
    programs.
    """
  private static let tiled = """
    Further keys of all tiled layers. A tiled layer must be in the map's spatial reference. Its level is the first whose \
    pixels are not coarser than those of the picture at 96 dpi, or as `detail` says; a tile between two levels is resampled.
    """
  private static let dynamic = """
    A dynamic layer is drawn by its server for the map that is made, in the map's spatial reference where the server offers \
    it. Where it does not, the best of those that it offers is asked for and warped; `srs` says which one, listed or not, and \
    `reproject: never` forbids it. As the basemap it fixes the map's reference like any other: say which one with `srs`.
    """
  private static let pieces = """
    The server is asked for the output's own pixels. One picture shows all where it draws one so large, up to 4000 pixels a \
    side; else pieces of up to 2048 pixels are joined, each drawn with up to 64 pixels more all round that are cut away. A turned \
    map is asked for as the box around it and resampled once; across 180 degrees both sides are asked for. Pictures are kept \
    in the cache as tiles are; `pack` cannot take them offline.
    """
  private static let credentials = """
    The keys of one credential under `credentials`, in a document or in `.mapdoc.yaml`. A layer names it, and its requests \
    carry it: to its `hosts` alone, never on to another host that a server sends them to, never over plain `http://`. Its \
    secrets come from the environment and are shown nowhere, also where a server repeats them. What was fetched with one \
    serves only layers that name it. `token` asks an ArcGIS portal for a token when a layer first needs one, and again before \
    it ends or when a server refuses it; servers that belong to the portal get one that it gives for them. `netrc` takes user \
    and password of the host from the file that `NETRC` names, else from `~/.netrc`, and sends them as `basic`.
    """
  private static let parameters = """
    `${name}` in any text is filled in from `--set name=value`, else from `params`; a text that is only `${name}` takes \
    the parameter's type, so numbers stay numbers. `${map}` is the document's file name without suffix, `${bookmark}` the \
    name of the bookmark that is drawn. `$${` is a literal `${`. `${env:NAME}`, in `credentials`, `headers` and a `proxy` only, is taken from the environment.
    """
  private static let project = """
    The keys of `.mapdoc.yaml` at the root of a project. An empty file is enough to mark the root.
    """
  private static let pixels = """
    Pixels are taken as sRGB, whatever a picture says of itself: ICC profiles and the gamma of PNG files are not applied, as \
    map servers and browsers that lay tiles side by side expect. They are blended and resampled as they are, not in linear \
    light. CMYK pictures are converted without a profile, and of an animation the first frame is drawn. EXIF orientations are \
    followed but for layers of type `image` and what servers draw on request, which say where the stored pixels lie.
    """
  private static let group =
    "`visible`, `opacity`, `blend`, `clip` and the range of scales apply to the whole; `onError` to those of its layers that have none. `srs`, `reproject`, `resampling`, `credentials`, `headers` and `timeout` belong to its layers."
  private static let merging =
    "A document that `extends` others is merged with them key by key; lists replace, `null` removes an inherited key. Layers, bookmarks, grids and outputs merge item by item, by `id` or `name`; these keys of an item say where it goes."
  private static let values: [String] = [
    "Colour: " + description(of: Color.self), "Length: " + description(of: Length.self),
    "Size: " + description(of: CanvasSize.self), "Padding: " + description(of: Padding.self),
    "Spatial reference: " + description(of: SpatialReference.self),
    "Geometry: " + description(of: GeoJSONGeometry.self),
  ]

  private static func description(of type: any DefinedValue.Type) -> String {
    guard case .string(let text)? = type.definedSchema["description"] else { return type.words + "." }
    return text + "."
  }
}

extension String {
  /// With a capital and a full stop.
  fileprivate var asSentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
