import Diagnostics
import DocumentModel
import Geodesy

/// One layer of a web map while it is read.
struct WebMapLayerReading {
  let json: JSONElement
  /// Of the map; `nil` where it does not say.
  let mapReference: SpatialReference?
  private(set) var title: String?
  /// As a document writes it.
  private(set) var type = ""
  /// Where it is got from, and what of it.
  private var source: [JSONValue.Member] = []
  /// How it is drawn.
  private var look: [JSONValue.Member] = []
  /// Reads what the layer can do without.
  var values = PartReader()
  /// What of it is left out.
  var omissions: [Omission] {
    values.omissions.map { part in
      var part = part
      part.title = part.title ?? title
      return part
    }
  }
  private var spare: [String] = []
  /// As ``LayerDraft/need``.
  var need: String?
  private var understood = WebMapKeys.ofLayer
  /// Of features that are written into the web map, the layers that it is made of.
  private(set) var parts: [WebMapLayerReading] = []

  init(_ json: JSONElement, mapReference: SpatialReference?) {
    self.json = json
    self.mapReference = mapReference
    title = json.child("title")?.plainText.map { String($0.prefix(200)) }
  }

  // MARK: - What kinds of layer use

  mutating func isOf(type: String) { self.type = type }

  mutating func add(_ key: String, _ value: JSONValue) { source.append(.init(key: key, value: value)) }

  mutating func add(_ key: String, _ text: String?) {
    if let text { add(key, .string(text)) }
  }

  /// A key without which the layer is still worth drawing.
  mutating func addLook(_ key: String, _ value: JSONValue) {
    look.append(.init(key: key, value: value))
    spare.append(key)
  }

  /// What the layer is nothing without, behind the other keys because it is long.
  mutating func addContent(_ key: String, _ value: JSONValue) { look.append(.init(key: key, value: value)) }

  mutating func understand(_ keys: String...) { understood.formUnion(keys) }

  /// Something of the layer that is left out.
  mutating func note(_ part: JSONElement, _ reason: String) { values.note(part, reason) }
  mutating func note(_ parts: [Omission]) { values.note(parts) }

  mutating func addPart(_ part: WebMapLayerReading) { parts.append(part) }

  mutating func takeTitle(_ text: String?) { title = text.map { String($0.prefix(200)) } }

  /// The value of a key that is an address of the web, without what looks like a secret.
  mutating func address(_ key: String = "url") throws(LeftOut) -> String {
    understood.insert(key)
    guard let child = json.child(key), let text = child.text?.trimmingSpaces, !text.isEmpty else {
      throw LeftOut(
        reason: json.child("itemId") != nil
          ? "has no address of its own, but is an item of a portal" : "has no address (`\(key)`)")
    }
    return try address(text, at: child)
  }

  mutating func address(_ text: String, at child: JSONElement) throws(LeftOut) -> String {
    let whole = text.hasPrefix("//") ? "https:" + text : text
    let lower = whole.prefix(8).lowercased()
    // A map from elsewhere must not name files of this computer.
    guard lower.hasPrefix("http://") || lower.hasPrefix("https://") else {
      throw LeftOut(reason: "its address `\(whole.prefix(100))` is none of the web")
    }
    let (stripped, places) = SecretRule.stripped(whole)
    if !places.isEmpty {
      note([
        Omission(
          .secret, child.way,
          places.joined(separator: " and ")
            + (places.count == 1 ? " looks like a secret, and is" : " look like secrets, and are") + " not taken over")
      ])
    }
    return stripped
  }

  /// `customParameters` by name, without secrets.
  mutating func parameters(_ parent: JSONElement) -> [(name: String, value: String)] {
    guard let all = parent.child("customParameters"), case .mapping(let entries) = all.node.content else { return [] }
    understood.insert("customParameters")
    var parameters: [(name: String, value: String)] = []
    if entries.count > 100 { note(all, "only the first 100 of its parameters are sent") }
    for entry in entries.prefix(100) {
      guard case .scalar(let value) = entry.value.content else {
        note(all, "the value of `\(entry.key.prefix(60))` is no text or number, and is not sent")
        continue
      }
      if value == .null { continue }
      if SecretRule.namesSecret(entry.key) {
        note([
          Omission(
            .secret, "\(all.way).\(entry.key)", "the value of `\(entry.key)` looks like a secret, and is not taken over"
          )
        ])
      } else {
        parameters.append((entry.key, value.description))
      }
    }
    return parameters
  }

  /// `a, b` or `[a, b]`.
  mutating func words(_ key: String) -> [String]? { values.words(key, of: json) }

  // MARK: - What all layers have

  mutating func readGroup() throws(LeftOut) {
    isOf(type: "group")
    understand("layers", "visibilityMode")
    guard let layers = json.child("layers")?.items, !layers.isEmpty else { throw LeftOut(reason: "has no layers") }
  }

  /// Visibility, opacity, scales and blending; what is left is listed.
  mutating func readCommonKeys() {
    _ = values.text("title", of: json)
    let definition = values.object("layerDefinition", of: json)
    for key in ["locationInfo", "wmtsInfo"] { _ = values.object(key, of: json) }
    _ = values.object("drawingInfo", of: definition)
    _ = values.flag("visibility", of: json)
    if !json.isVisible { source.append(.init(key: "visible", value: false)) }
    readOpacity(definition)
    readScales(definition)
    if let blend = json.child("blendMode"), let word = blend.text, word != "normal" {
      if BlendMode(rawValue: word) != nil {
        source.append(.init(key: "blend", value: .string(word)))
      } else {
        note(blend, "colours are not mixed by `\(word.prefix(40))`")
      }
    }
    values.left(of: json, beside: understood)
  }

  private mutating func readOpacity(_ definition: JSONElement?) {
    var opacity = values.number("opacity", of: json, in: 0...1) ?? 1
    let drawing = definition?.child("drawingInfo")
    if json.child("opacity") == nil, let transparency = values.number("transparency", of: drawing, in: 0...100) {
      opacity = 1 - transparency / 100
    }
    if opacity < 1 { source.append(.init(key: "opacity", value: Self.number(opacity))) }
  }

  private mutating func readScales(_ definition: JSONElement?) {
    func owner(_ key: String) -> JSONElement? { json.child(key) == nil ? definition : json }
    let least = values.number("minScale", of: owner("minScale"), in: 0...1e15) ?? 0
    let most = values.number("maxScale", of: owner("maxScale"), in: 0...1e15) ?? 0
    if least > 0, most > least, let child = json.child("minScale") ?? definition?.child("minScale") {
      return note(child, "`minScale` \(least) is below `maxScale` \(most); it is shown at all scales")
    }
    if least > 0 { source.append(.init(key: "minScale", value: Self.number(least))) }
    if most > 0 { source.append(.init(key: "maxScale", value: Self.number(most))) }
  }

  /// Whole where it is.
  static func number(_ value: Double) -> JSONValue { Int(exactly: value).map { .int($0) } ?? .double(value) }

  func draft(named id: String) -> LayerDraft {
    var keys = [JSONValue.Member(key: "type", value: .string(type))]
    if let title { keys.append(.init(key: "title", value: .string(title))) }
    var draft = LayerDraft(id: id, way: json.way, title: title, keys: keys + source + look)
    draft.spareKeys = spare
    draft.need = need
    return draft
  }
}
