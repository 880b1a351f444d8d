import Diagnostics

extension Output: MapValue {
  private enum Keys {
    static let id = OptionalField<Identifier>("id", "what a document that extends this one calls it")
    static let path = OptionalField<Located<OutputPath>>(
      "path", written: "build/${map}.png, with bookmarks build/${map}-${bookmark}.png",
      "where the picture is written, relative to the project's root; `${map}` and `${bookmark}` are filled in")
    static let format = OptionalField<Located<OutputFormat>>(
      "format", written: "by the suffix of `path`", "what is written")
    static let quality = OptionalField<BoundedInteger<PercentBounds>>(
      "quality", written: "85", "of a JPEG or WebP picture")
    static let bookmarks = DefaultedField<BookmarkSelection>(
      "bookmarks", default: .none, written: "none",
      "which bookmarks are written, a picture each; `none` writes the initial extent")
    static let canvas = OptionalField<CanvasOverride>("canvas", "keys of the document's canvas that are different here")
    static let georeference = DefaultedField<Georeference>(
      "georeference", default: .none, written: "none", "`worldfile` writes a world file and a `.prj` beside the picture"
    )
    static let palette = LaterField("palette", "quantises a PNG to a palette")
  }

  package static let fields = FieldSet([
    Keys.id, Keys.path, Keys.format, Keys.quality, Keys.bookmarks, Keys.canvas, Keys.georeference, Keys.palette,
  ])
  package static var what: String { "an output" }

  package init?(from reader: MappingReader) {
    let path = reader.read(Keys.path)
    let format = reader.read(Keys.format)
    let quality = reader.read(Keys.quality)?.value
    self.init(
      id: reader.read(Keys.id)?.text, range: reader.node.range, path: path.map { Located($0.value.text, at: $0.range) },
      hasUnusablePath: path == nil && reader.has(Keys.path), format: format, quality: quality,
      bookmarks: reader.read(Keys.bookmarks), canvas: reader.read(Keys.canvas),
      georeference: reader.read(Keys.georeference))
    if !reader.has(Keys.format) {
      guard let path else { return }
      self.format = path.value.format(at: path.range, in: reader.context).map { Located($0, at: path.range) }
    }
    if reader.has(Keys.quality), self.format?.value == .png {
      reader.context.report(
        Diagnostic(
          .conflictingKeys, "`quality` means nothing to a PNG picture, which loses nothing",
          at: reader.keyRange(of: Keys.quality), hint: Hint("take `quality` out, or write `format: jpg`")))
    }
  }
}

/// Where a picture is written.
struct OutputPath: DocumentValue {
  let text: String

  static let words = "a path"
  static var schema: JSONValue { ["type": "string", "minLength": 1, "examples": ["build/${map}-${bookmark}.png"]] }

  static func read(_ node: Node, in context: ReadingContext) -> OutputPath? {
    guard let text = String.read(node, in: context) else { return nil }
    if text.isEmpty || text.hasSuffix("/") || text.utf8.contains(0) {
      context.report(.wrongType(node, expected: "the path of a file"))
      return nil
    }
    return OutputPath(text: text)
  }

  /// The format that the suffix names; what is wrong with it is reported.
  func format(at range: SourceRange, in context: ReadingContext) -> OutputFormat? {
    if let format = OutputFormat(suffixOf: text) { return format }
    let suffix = PathResolution.suffix(of: text).lowercased()
    if OutputFormat.later.contains(suffix) || suffix == "tiff" {
      context.report(
        Diagnostic(
          .notYetSupported, "`.\(suffix)` is not yet supported by this version of mapdoc", at: range,
          hint: Hint("end the path in \(oneOf(OutputFormat.choices.map { "." + $0 }))")))
      return nil
    }
    context.report(
      Diagnostic(
        .unknownFormat,
        suffix.isEmpty || suffix.contains("}")
          ? "`\(text)` has no suffix that names a format" : "`.\(suffix)` names no format of pictures", at: range,
        hint: Hint("end the path in \(oneOf(OutputFormat.choices.map { "." + $0 })), or add `format:`")))
    return nil
  }
}

extension BookmarkSelection: DocumentValue {
  package static var words: String { "`none`, `all` or a list of names" }
  package static var schema: JSONValue {
    ["anyOf": [["enum": ["none", "all"]], OneOrMany<BookmarkReference>.schema]]
  }

  package static func read(_ node: Node, in context: ReadingContext) -> BookmarkSelection? {
    switch node.content {
    case .scalar(.text("none")): return BookmarkSelection.none
    case .scalar(.text("all")): return .all
    default:
      return OneOrMany<Located<BookmarkReference>>.read(node, in: context).map {
        .named($0.values.map { Located($0.value.text, at: $0.range) })
      }
    }
  }
}

/// The `outputs` of a document.
struct OutputList: DocumentValue {
  var outputs: [Output] = []

  static let words = "a list of outputs"
  static var schema: JSONValue {
    ["type": "array", "items": MergeKeys.added(to: Output.fields.fields).schema(requiring: [])]
  }

  static func read(_ node: Node, in context: ReadingContext) -> OutputList? {
    guard case .sequence(let items) = node.content else {
      context.report(.wrongType(node, expected: words))
      return nil
    }
    return OutputList(outputs: items.compactMap { Output.read($0, in: context) })
  }
}
