import Diagnostics
import DocumentModel

/// How a service draws its features by itself, as a document would write it: the same conversion as that of web maps.
struct ServiceLook: Sendable {
  /// `nil` where it says nothing, or nothing that has a counterpart.
  private(set) var renderer: FeatureRenderer?
  private(set) var labels: [LabelClass] = []
  /// What of its renderer has no counterpart, one sentence each.
  private(set) var omissionsOfRenderer: [String] = []
  /// What of its labels has none.
  private(set) var omissionsOfLabels: [String] = []
  var omissions: [String] { omissionsOfRenderer + omissionsOfLabels }

  /// - Parameter json: The description of a layer, with `drawingInfo` and `fields`.
  init(_ json: JSONElement) {
    guard let drawing = json.child("drawingInfo") else { return }
    if let written = drawing.child("renderer") {
      do throws(LeftOut) {
        var reader = EsriRenderer(fields: json.child("fields"))
        renderer = Self.read(try reader.renderer(written), at: written, &omissionsOfRenderer)
        omissionsOfRenderer += Self.words(of: reader.omissions)
      } catch {
        omissionsOfRenderer.append(error.reason)
      }
    }
    if let list = drawing.child("labelingInfo") {
      let (written, left) = EsriLabels.labels(list)
      labels =
        written.flatMap { Self.read($0, at: list, &omissionsOfLabels) as OneOrMany<LabelClass>? }?.values ?? []
      omissionsOfLabels += Self.words(of: left)
    }
  }

  /// With their places in the description, each sentence once.
  private static func words(of omissions: [Omission]) -> [String] {
    var seen: Set<String> = []
    return omissions.map { "`\($0.way)`: \($0.reason)" }.filter { seen.insert($0).inserted }
  }

  /// What the format's own reader makes of it.
  private static func read<Value: DocumentValue>(
    _ value: JSONValue, at json: JSONElement, _ omissions: inout [String]
  ) -> Value? {
    let context = ReadingContext(kinds: [])
    let read = Value.read(Node(value, at: json.node.range), in: context)
    omissions += context.findings.map(\.message)
    return read
  }
}
