import Diagnostics
import DocumentModel
import Geodesy

/// Reads an ArcGIS web map (versions 1.x and 2.x of its JSON) as layers in the keys of the format.
///
/// Its form: "Web map specification" of Esri, and what real web maps of all ages have. A map that was written for printing
/// (`mapOptions` beside `operationalLayers`) has the same layers and is read too.
struct WebMapReader {
  /// Layers and groups of one map; more is no map that anybody looks at.
  static let mostLayers = 1000

  private let root: JSONElement
  /// What surrounds it in a file that holds an item with its data.
  private let item: JSONElement?
  private(set) var draft = MapDraft()
  private(set) var names = LayerNames()
  private var count = 0
  /// Of the map; `nil` where it does not say.
  private(set) var reference: SpatialReference?
  private var parts = PartReader()

  /// - Throws: `otherKind` for JSON that is no web map; `unreadable` for more layers than are read.
  static func draft(of json: JSONElement) throws(SourceError) -> MapDraft {
    let isWrapped = json.child("itemData") != nil
    let root = json.child("itemData") ?? json
    try WebMapKind.check(root)
    var reader = WebMapReader(root: root, item: isWrapped ? json.child("item") : nil)
    try reader.read()
    return reader.draft
  }

  private init(root: JSONElement, item: JSONElement?) {
    self.root = root
    self.item = item
  }

  private mutating func read() throws(SourceError) {
    let written = root.child("spatialReference") ?? root.child("mapOptions")?.child("spatialReference")
    if let written {
      do throws(SourceError) {
        let known = try written.spatialReference()
        reference = known
        draft.reference = known.definition
      } catch {
        note(written, "its reference is not known: \(error.cause)")
      }
    }
    readTexts()
    let ground = parts.items("baseMapLayers", of: root.child("baseMap")) ?? []
    let (above, below) = (ground.filter(\.isReferenceLayer), ground.filter { !$0.isReferenceLayer })
    draft.layers = try layers(below, of: .ground)
    draft.layers += try layers(parts.items("operationalLayers", of: root) ?? [], of: .operational)
    draft.layers += try layers(above, of: .reference)
    WebMapViews.read(root, item, &draft, reference)
    noteWhatIsLeft()
  }

  private mutating func readTexts() {
    draft.title = (item?.child("title") ?? root.child("layoutOptions")?.child("titleText"))?.plainText
    draft.summary = (item?.child("snippet") ?? item?.child("description"))?.plainText
    draft.background =
      (parts.color("color", of: root.child("background"))
      ?? parts.color("color", of: root.child("mapOptions")?.child("background")))?.text
  }

  // MARK: - Layers

  /// - Throws: `unreadable` for too many.
  private mutating func layers(_ items: [JSONElement], of part: WebMapPart, depth: Int = 0) throws(SourceError)
    -> [LayerDraft]
  {
    var drafts: [LayerDraft] = []
    for item in items {
      count += 1
      guard count <= Self.mostLayers else {
        throw .unreadable(
          path: root.source, place: nil, reason: "more than the \(Self.mostLayers) layers that are read of a web map")
      }
      if let draft = try layer(item, of: part, depth: depth) { drafts.append(draft) }
    }
    return drafts
  }

  private mutating func layer(_ json: JSONElement, of part: WebMapPart, depth: Int) throws(SourceError) -> LayerDraft? {
    var reader = WebMapLayerReading(json, mapReference: reference)
    let type = WebMapLayerType.of(json, in: part)
    do throws(LeftOut) {
      switch type.meaning {
      case .layer(let read): try read(&reader)
      case .nothing(let reason): throw LeftOut(reason: reason)
      case .group:
        guard depth < JSONText.nestedLayers else { throw LeftOut(reason: "its groups are nested too deep") }
        try reader.readGroup()
      }
    } catch {
      draft.omissions.append(
        Omission(
          .layer(isVisible: json.isVisible), json.way, title: reader.title, "\(type.words), \(error.reason)",
          isGround: part == .ground))
      return nil
    }
    reader.readCommonKeys()
    draft.omissions += reader.omissions
    var result = reader.draft(named: names.name(for: json, title: reader.title, type: reader.type))
    result.isGround = part == .ground
    for part in reader.parts {
      result.children.append(
        part.draft(named: names.name(for: part.json, title: part.title ?? reader.title, type: part.type)))
    }
    if case .group = type.meaning {
      result.children = try layers(json.child("layers")?.items ?? [], of: part, depth: depth + 1)
      if result.children.isEmpty { return nil }
    }
    return result
  }

  // MARK: - What is left

  private mutating func note(_ json: JSONElement, _ reason: String) {
    parts.note(json, reason)
  }

  private mutating func noteWhatIsLeft() {
    draft.omissions += parts.omissions
    parts = PartReader()
    defer { draft.omissions += parts.omissions }
    draft.omissions += WebMapKeys.left(of: root, understood: WebMapKeys.ofMap)
    if let base = root.child("baseMap") {
      draft.omissions += WebMapKeys.left(of: base, understood: WebMapKeys.ofBaseMap)
    }
    noteRepeatedKeys(in: root)
    if let version = root.child("version") {
      let text = version.text ?? version.number.map { "\($0)" } ?? ""
      if !text.hasPrefix("1.") && !text.hasPrefix("2.") && text != "1" && text != "2" {
        note(version, "web maps of version `\(text.prefix(20))` are not known; it is read as one of 2.x")
      }
    }
  }
}

extension WebMapReader {
  /// Of an object that has a key twice; features are not looked at, whose attributes may be many.
  private mutating func noteRepeatedKeys(in json: JSONElement) {
    if let items = json.items {
      for item in items { noteRepeatedKeys(in: item) }
      return
    }
    guard case .mapping(let entries) = json.node.content else { return }
    var seen: Set<String> = []
    for entry in entries {
      let child = JSONElement(
        source: json.source, way: json.way.isEmpty ? entry.key : "\(json.way).\(entry.key)", node: entry.value)
      if !seen.insert(entry.key).inserted {
        note(child, "the key stands twice in one object, and the first one counts")
      } else if entry.key != "featureSet" {
        noteRepeatedKeys(in: child)
      }
    }
  }
}

/// Where a layer of a web map stands.
enum WebMapPart {
  /// Of the basemap, below everything else.
  case ground
  case operational
  /// Of the basemap, above everything else: names on a picture.
  case reference
}

/// Why a layer has no counterpart: the rest of a sentence that begins with what it is.
struct LeftOut: Error {
  let reason: String
}

/// Whether a JSON document is a web map.
private enum WebMapKind {
  static func check(_ root: JSONElement) throws(SourceError) {
    func other(_ reason: String) -> SourceError { .otherKind(path: root.source, reason: reason) }
    guard case .mapping = root.node.content else { throw other("a JSON document that is no object, so no web map") }
    if let failure = ArcGISAnswer.failure(in: root) { throw other(failure.words) }
    let hasCamera = root.child("initialState")?.child("viewpoint")?.child("camera") != nil
    if root.child("viewingMode") != nil || root.child("ground") != nil || hasCamera {
      throw other("a web scene of ArcGIS, which is a map in three dimensions, not a web map")
    }
    if root.child("operationalLayers") != nil || root.child("baseMap") != nil { return }
    if root.child("owner") != nil, root.child("type")?.text != nil {
      throw other(
        "the description of an item of a portal (`\(root.child("type")?.text?.prefix(40) ?? "")`), not its data, which are at `/data`"
      )
    }
    if root.child("currentVersion") != nil { throw other("the description of a service of ArcGIS, not a web map") }
    if let type = root.child("type")?.text, type.hasPrefix("Feature") { throw other("GeoJSON, not a web map") }
    if root.child("mapdoc") != nil { throw other("a map document, not a web map") }
    throw other("a JSON document without `operationalLayers` and `baseMap`, so no web map")
  }
}

extension JSONText {
  /// Groups of layers in each other, as documents have them.
  fileprivate static var nestedLayers: Int { 14 }
}

extension JSONElement {
  fileprivate var isReferenceLayer: Bool { child("isReference")?.flag == true }

  var isObject: Bool { if case .mapping = node.content { true } else { false } }

  /// A layer is visible unless it says something else.
  var isVisible: Bool { child("visibility")?.flag != false }

  /// A text in one line without tags; `nil` for an empty one.
  var plainText: String? {
    let words = text.map { PlainText.ofHTML($0) } ?? ""
    return words.isEmpty ? nil : words
  }

  /// Something that is more than an empty list or object.
  var saysSomething: Bool {
    switch node.content {
    case .scalar(.null), .scalar(.bool(false)), .scalar(.text("")): false
    case .scalar: true
    case .sequence(let items): !items.isEmpty
    case .mapping(let entries): !entries.isEmpty
    }
  }
}

extension SourceError {
  /// What is wrong with a text that was read, without its path.
  var cause: String {
    switch self {
    case .unreadable(_, let place, let reason): (place.map { "\($0): " } ?? "") + reason
    case .otherKind(_, let reason): reason
    case .unknownReference(let definition, _, let reason): "`\(definition)`: \(reason)"
    default: "it cannot be read"
    }
  }
}
