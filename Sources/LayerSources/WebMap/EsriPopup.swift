import Diagnostics
import DocumentModel

/// `popupInfo` ("popupInfo" of the web map specification): what a web map shows of a feature that is clicked on.
///
/// A picture is not clicked on, and boxes beside all features would hide the map. So title and fields are kept as `callouts`
/// has them, under ``key``: without its `x-` they are drawn.
enum EsriPopup {
  /// Readers of documents look over it.
  static let key = "x-callouts"

  /// Title and visible fields in the keys of `callouts`; `nil` where there are neither.
  static func callouts(_ popup: JSONElement, _ parts: inout PartReader) -> JSONValue? {
    var members: [JSONValue.Member] = []
    if let child = popup.child("title"), let title = child.plainText {
      if let template = template(title) {
        members.append(.init(key: "title", value: .string(template)))
      } else {
        parts.note(child, "the title of the pop-up names what is no field (`\(title.prefix(60))`), and is not kept")
      }
    }
    let lines = fields(popup, &parts).compactMap { line($0, &parts) }
    if !lines.isEmpty { members.append(.init(key: "lines", value: .array(lines))) }
    noteWhatIsLeft(popup, &parts)
    return members.isEmpty ? nil : .object(members)
  }

  /// The list of the pop-up, else that of the first of its elements that shows fields.
  private static func fields(_ popup: JSONElement, _ parts: inout PartReader) -> [JSONElement] {
    if let own = parts.items("fieldInfos", of: popup) { return own }
    let elements = parts.items("popupElements", of: popup) ?? []
    let shown = elements.first { $0.child("type")?.text == "fields" && $0.child("fieldInfos") != nil }
    return shown.flatMap { parts.items("fieldInfos", of: $0) } ?? []
  }

  private static func line(_ info: JSONElement, _ parts: inout PartReader) -> JSONValue? {
    guard parts.flag("visible", of: info) != false else { return nil }
    guard let name = parts.text("fieldName", of: info) else {
      parts.note(info, "the field of the pop-up has no `fieldName`")
      return nil
    }
    // `expression/expr0` is worked out by a script, `relationships/0/NAME` is of another table.
    guard isField(name) else {
      parts.note(info, "`\(name.prefix(60))` of the pop-up is no field of the layer, and is not kept")
      return nil
    }
    let value = "{\(EsriCondition.field(name))\(format(info.child("format"), &parts))}"
    let label = info.child("label")?.plainText ?? name
    return ["label": .string(label), "value": .string(value)]
  }

  /// How a number is written, as a template has it: digits in groups, and so many behind the point.
  private static func format(_ json: JSONElement?, _ parts: inout PartReader) -> String {
    guard let json else { return "" }
    parts.left(of: json, beside: ["places", "digitSeparator"])
    let places = parts.number("places", of: json, in: 0...15)
    let groups = parts.flag("digitSeparator", of: json) == true
    guard places != nil || groups else { return "" }
    return ":" + (groups ? "," : "") + (places.map { ".\(Int($0))" } ?? "")
  }

  /// `Station {NAME} ({CODE})` with its names as expressions have them; `nil` where one is none of a field.
  private static func template(_ text: String) -> String? {
    var result = ""
    var rest = text[...]
    while let brace = rest.firstIndex(of: "{") {
      result += EsriLabels.escaped(String(rest[..<brace]))
      rest = rest[brace...]
      guard let end = rest.firstIndex(of: "}") else { break }
      // Behind a colon stands how a date or a number is written.
      let name = String(rest[rest.index(after: brace)..<end].prefix { $0 != ":" })
      guard isField(name) else { return nil }
      result += "{\(EsriCondition.field(name))}"
      rest = rest[rest.index(after: end)...]
    }
    return result + EsriLabels.escaped(String(rest))
  }

  private static func isField(_ name: String) -> Bool {
    !name.isEmpty && !name.contains { "/{}\"\n\r".contains($0) }
  }

  private static func noteWhatIsLeft(_ popup: JSONElement, _ parts: inout PartReader) {
    for element in popup.child("popupElements")?.items ?? [] where element.child("type")?.text != "fields" {
      let type = element.child("type")?.text ?? "none"
      parts.note(element, "of a pop-up title and fields are kept, nothing of type `\(type.prefix(40))`")
    }
    // With elements, the description is that of one of them.
    let hasElements = popup.child("popupElements")?.saysSomething == true
    for key in ["description", "mediaInfos", "expressionInfos"] {
      guard let child = popup.child(key), child.saysSomething, !(hasElements && key != "expressionInfos") else {
        continue
      }
      parts.note(child, "of a pop-up title and fields are kept, not its `\(key)`")
    }
  }
}
