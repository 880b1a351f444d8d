import Diagnostics
import Geodesy

extension Clip: DocumentValue {
  package static var words: String { "a GeoJSON polygon, or the path of a GeoJSON file" }
  package static var schema: JSONValue { ["anyOf": [FilePath.schema, GeoJSONGeometry.schema]] }

  package static func read(_ node: Node, in context: ReadingContext) -> Clip? {
    var source = node
    if case .scalar(.text) = node.content {
      guard let path = FilePath.read(node, in: context), let content = context.json(at: path, for: node) else {
        return nil
      }
      source = content
    }
    guard let geometry = GeoJSONGeometry.read(source, in: context) else { return nil }
    guard let rings = geometry.rings else {
      context.report(
        .badGeometry("only a `Polygon` or a `MultiPolygon` has an inside to clip to", at: source.range))
      return nil
    }
    return Clip(rings: rings, reference: geometry.reference)
  }
}

extension ReadingContext {
  /// The content of a JSON file that a document names.
  func json(at path: FilePath, for node: Node) -> Node? {
    switch BoundedFile.read(path.resolved, limit: JSONText.byteLimit) {
    case .bytes(let bytes):
      let file = SourceFile(path: path.resolved, bytes: bytes)
      do {
        let content = try JSONText.read(file)
        note(file)
        return content
      } catch {
        report(
          Diagnostic(
            .sourceUnreadable, "`\(path.text)` is not JSON: \(error.reason)", at: node.range,
            hint: Hint("look at line \(error.position.line), column \(error.position.column) of `\(path.resolved)`")))
      }
    case .missing:
      report(
        Diagnostic(
          .sourceNotFound, "there is no file `\(path.text)`", at: node.range,
          hint: Hint("name a file relative to the folder of `\(node.range.file.path)`")))
    case .failed(let reason):
      report(Diagnostic(.sourceUnreadable, "`\(path.text)` cannot be read: \(reason)", at: node.range))
    }
    return nil
  }
}
