import Diagnostics
import DocumentModel
import Testing

@testable import LayerSources

/// Pop-ups of web maps in the keys of `callouts`.
@Suite struct EsriPopupTests {
  private static func kept(_ text: String) throws -> (callouts: JSONValue?, omissions: [Omission]) {
    var parts = PartReader()
    let json = try JSONElement(of: Array(text.utf8), source: "a.json")
    return (EsriPopup.callouts(json, &parts), parts.omissions)
  }

  @Test func theReaderOfCalloutsTakesThem() throws {
    let (callouts, omissions) = try Self.kept(
      #"""
      {"title": "<b>{NAME}</b> ({Long name}) {x", "fieldInfos": [
        {"fieldName": "NAME"}, {"fieldName": "Long name", "label": "Name", "visible": true},
        {"fieldName": "A", "format": {"places": 2, "digitSeparator": false}},
        {"fieldName": "B", "format": {"digitSeparator": true}}, {"fieldName": "C", "visible": false}], "mediaInfos": []}
      """#)
    #expect(omissions.isEmpty, "\(omissions)")
    #expect(
      callouts?.text()
        == #"{"title":"{NAME} ({\"Long name\"}) {{x","lines":[{"label":"NAME","value":"{NAME}"},"#
        + #"{"label":"Name","value":"{\"Long name\"}"},{"label":"A","value":"{A:.2}"},{"label":"B","value":"{B:,}"}]}"#)
    let context = ReadingContext(kinds: [])
    let place = SourceRange(startOf: SourceFile(path: "a.json", bytes: []))
    let read = Callouts.read(Node(try #require(callouts), at: place), in: context)
    #expect(context.findings.isEmpty && read?.lines.count == 4, "\(context.findings.map(\.message))")
  }

  @Test func fieldsOfItsElementsAreTakenWhereItHasNoneOfItsOwn() throws {
    let (callouts, omissions) = try Self.kept(
      #"{"popupElements": [{"type": "text", "text": "a"}, {"type": "fields", "fieldInfos": [{"fieldName": "A"}]}]}"#)
    #expect(callouts?.text() == #"{"lines":[{"label":"A","value":"{A}"}]}"#)
    #expect(omissions.map(\.way) == ["popupElements[0]"])
  }

  @Test(arguments: [
    (#""fieldInfos": [{"fieldName": "expression/expr0"}]"#, "fieldInfos[0]", "is no field of the layer"),
    (#""fieldInfos": [{"label": "a"}]"#, "fieldInfos[0]", "has no `fieldName`"),
    (#""fieldInfos": 7"#, "fieldInfos", "is a list"),
    (#""title": "{expression/expr1}""#, "title", "is no field"),
    (#""description": "<p>{A}</p>""#, "description", "not its"),
    (#""mediaInfos": [{"type": "image"}]"#, "mediaInfos", "not its `mediaInfos`"),
    (#""expressionInfos": [{"name": "expr0"}]"#, "expressionInfos", "not its"),
    (
      #""fieldInfos": [{"fieldName": "A", "format": {"dateFormat": "shortDate"}}]"#, "fieldInfos[0].format.dateFormat",
      "form of their own"
    ),
  ])
  func whatIsNotKeptIsNamed(_ keys: String, _ way: String, _ words: String) throws {
    let (_, omissions) = try Self.kept("{\(keys)}")
    #expect(omissions.count == 1 && omissions[0].way == way && omissions[0].reason.contains(words), "\(omissions)")
  }
}
