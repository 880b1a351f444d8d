import Diagnostics
import DocumentModel

/// How a service draws its features by itself, as a document would write it: the same conversion as that of web maps.
struct ServiceLook: Sendable {
  /// `nil` where it says nothing, or nothing that has a counterpart.
  private(set) var renderer: FeatureRenderer?
  private(set) var labels: [LabelClass] = []
  /// What has no counterpart, one sentence each.
  private(set) var omissions: [String] = []

  /// - Parameter json: The description of a layer, with `drawingInfo` and `fields`.
  init(_ json: JSONElement) {
    guard let drawing = json.child("drawingInfo") else { return }
    if let written = drawing.child("renderer") {
      do throws(LeftOut) {
        var reader = EsriRenderer(fields: json.child("fields"))
        renderer = read(try reader.renderer(written), at: written)
        omissions += reader.omissions.map(\.reason)
      } catch {
        omissions.append(error.reason)
      }
    }
    if let list = drawing.child("labelingInfo") {
      let (written, left) = EsriLabels.labels(list)
      labels = written.flatMap { read($0, at: list) as OneOrMany<LabelClass>? }?.values ?? []
      omissions += left.map(\.reason)
    }
  }

  /// What the format's own reader makes of it.
  private mutating func read<Value: DocumentValue>(_ value: JSONValue, at json: JSONElement) -> Value? {
    let context = ReadingContext(kinds: [])
    let read = Value.read(Node(value, at: json.node.range), in: context)
    omissions += context.findings.map(\.message)
    return read
  }
}
