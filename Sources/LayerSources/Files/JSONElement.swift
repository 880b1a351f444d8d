import Diagnostics
import DocumentModel

/// A value in a foreign JSON text with the way to it, so that what is wrong is said with its line and its element.
struct JSONElement: Sendable {
  /// The file or address that the text came from, for messages.
  let source: String
  /// `tileInfo.lods[2].resolution`; empty for the whole text.
  let way: String
  let node: Node

  /// Reads a whole text.
  /// - Throws: `unreadable` with line and column, or with what the bytes are in place of JSON.
  init(of bytes: [UInt8], source: String) throws(SourceError) {
    guard bytes.count <= JSONText.byteLimit else {
      throw .unreadable(
        path: source, place: nil, reason: "\(bytes.count) bytes, more than the \(JSONText.byteLimit) that are read")
    }
    do throws(JSONTextError) {
      self.init(source: source, way: "", node: try JSONText.read(SourceFile(path: source, bytes: bytes)))
    } catch {
      let format = PictureFormat(of: bytes)
      let isJSON = [.json, .empty, .text].contains(format)
      throw .unreadable(
        path: source, place: "line \(error.position.line), column \(error.position.column)",
        reason: isJSON ? error.reason : "\(format.words), not a JSON document")
    }
  }

  init(source: String, way: String, node: Node) {
    (self.source, self.way, self.node) = (source, way, node)
  }

  /// The value of a key; `nil` where it is missing or `null`, and where this is no object.
  func child(_ name: String) -> JSONElement? {
    guard let value = node[name], value.content != .scalar(.null) else { return nil }
    return JSONElement(source: source, way: way.isEmpty ? name : "\(way).\(name)", node: value)
  }

  /// - Throws: `unreadable` where it is missing.
  func required(_ name: String) throws(SourceError) -> JSONElement {
    guard let child = child(name) else { throw failure("`\(name)` is missing") }
    return child
  }

  /// Of a list; `nil` for anything else.
  var items: [JSONElement]? {
    guard case .sequence(let items) = node.content else { return nil }
    return items.enumerated().map { JSONElement(source: source, way: "\(way)[\($0.offset)]", node: $0.element) }
  }

  /// A text; `nil` for anything else.
  var text: String? {
    if case .scalar(.text(let text)) = node.content { text } else { nil }
  }

  /// A finite number below 10¹⁵ either way; `nil` for anything else, also for `"NaN"`, which ArcGIS writes for "none".
  var number: Double? {
    switch node.content {
    case .scalar(.int(let value)): abs(Double(value)) < 1e15 ? Double(value) : nil
    case .scalar(.double(let value, _)): abs(value) < 1e15 ? value : nil
    default: nil
    }
  }

  /// A whole number, also written as `8.0`; `nil` for anything else.
  var whole: Int? { number.flatMap { Int(exactly: $0) } }

  /// - Throws: `unreadable` where the key is missing or its value is no number.
  func number(_ name: String) throws(SourceError) -> Double {
    let child = try required(name)
    guard let number = child.number else { throw child.failure("\(child.shown) is not a number") }
    return number
  }

  /// - Throws: `unreadable` where the key is missing or its value is no whole number in `range`.
  func whole(_ name: String, in range: ClosedRange<Int>) throws(SourceError) -> Int {
    let child = try required(name)
    guard let number = child.whole, range.contains(number) else {
      throw child.failure(
        "\(child.shown) is not a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// What is wrong with this value.
  func failure(_ reason: String) -> SourceError {
    let line = "line \(node.range.start.line)"
    return .unreadable(path: source, place: way.isEmpty ? line : "\(line), element \(way)", reason: reason)
  }

  private var shown: String { String(node.shown.prefix(80)) }
}
