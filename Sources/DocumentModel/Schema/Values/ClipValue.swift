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
    if let finding = Diagnostic.overAntimeridian(geometry, at: node.range) { context.report(finding) }
    return Clip(rings: rings, reference: geometry.reference)
  }
}

extension ReadingContext {
  /// The content of a JSON file that a document names.
  package func json(at path: FilePath, for node: Node) -> Node? {
    let bytes: [UInt8]
    do {
      bytes = try FileReading.bytes(of: path.resolved, limit: JSONText.byteLimit)
    } catch {
      report(
        error.isMissingFile
          ? .noFile(path, at: node.range)
          : Diagnostic(.sourceUnreadable, "`\(path.text)` cannot be read: \(error.reason)", at: node.range))
      return nil
    }
    guard bytes.count <= JSONText.byteLimit else {
      report(
        Diagnostic(
          .sourceUnreadable, "`\(path.text)` is larger than the \(JSONText.byteLimit >> 20) MiB that are read",
          at: node.range))
      return nil
    }
    let file = SourceFile(path: path.resolved, bytes: bytes)
    do {
      let content = try JSONText.read(file)
      note(file, namedAt: node.range)
      return content
    } catch {
      report(.notJSON(path, error, at: node.range))
      return nil
    }
  }
}

extension Diagnostic {
  fileprivate static func noFile(_ path: FilePath, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .sourceNotFound, "there is no file `\(path.text)`", at: range,
      hint: Hint("name a file relative to the folder of `\(range.file.path)`"))
  }

  fileprivate static func notJSON(_ path: FilePath, _ error: JSONTextError, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .sourceUnreadable, "`\(path.text)` is not JSON: \(error.reason)", at: range,
      hint: Hint("look at line \(error.position.line), column \(error.position.column) of `\(path.resolved)`"))
  }
}
