import Diagnostics

extension Bookmark: MapValue {
  private enum Keys {
    static let name = RequiredField<Located<BookmarkName>>("name", "what outputs, extents and `${bookmark}` call it")
    static let title = OptionalField<String>("title", "the same for people")
    static let extent = RequiredField<Located<ExtentForm>>("extent", "what it shows, in any form of an extent")
    static let canvas = OptionalField<CanvasOverride>("canvas", "keys of the document's canvas that are different here")
    static let rotation = OptionalField<BoundedNumber<RotationBounds>>(
      "rotation", written: "the document's", "degrees by which the ground is turned clockwise")
  }

  package static let fields = FieldSet([Keys.name, Keys.title, Keys.extent, Keys.canvas, Keys.rotation])
  package static var what: String { "a bookmark" }

  package init?(from reader: MappingReader) {
    let name = reader.read(Keys.name)
    let title = reader.read(Keys.title)
    let extent = reader.read(Keys.extent)
    let canvas = reader.read(Keys.canvas)
    let rotation = reader.read(Keys.rotation)
    guard let name, let extent else { return nil }
    self.init(
      name: Located(name.value.text, at: name.range), title: title, extent: extent, canvas: canvas,
      rotation: rotation?.value)
  }
}

/// The `bookmarks` of a document: those that can be used, and the names of all.
struct BookmarkList: DocumentValue {
  var bookmarks: [Bookmark] = []
  var names: [Located<String>] = []

  static let words = "a list of bookmarks"
  static var schema: JSONValue {
    ["type": "array", "items": MergeKeys.added(to: Bookmark.fields.fields).schema(requiring: [])]
  }

  static func read(_ node: Node, in context: ReadingContext) -> BookmarkList? {
    guard case .sequence(let items) = node.content else {
      context.report(.wrongType(node, expected: words))
      return nil
    }
    var list = BookmarkList()
    for item in items {
      if let bookmark = Bookmark.read(item, in: context) { list.bookmarks.append(bookmark) }
      if let name = item["name"], case .scalar = name.content, !name.isNull {
        list.names.append(Located(name.plainText, at: name.range))
      }
    }
    return list
  }
}
