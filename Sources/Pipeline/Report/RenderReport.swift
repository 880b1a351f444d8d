import Diagnostics
import FoundationEssentials
import Geodesy
import Resolving

/// What became of one picture.
package struct MapReport: Sendable {
  package enum Status: String, Sendable { case rendered, upToDate, failed }

  package var document: String
  package var output: String
  package var bookmark: String?
  package var status: Status
  package var seconds: Double
  /// Of the file.
  package var bytes: Int
  /// `nil` where there is no file, or nobody asked for a report.
  package var sha256: String?
  package var layers: [LayerReport]
  package var findings: [Diagnostic]
}

/// What became of one layer of one picture.
package struct LayerReport: Sendable {
  package enum Status: String, Sendable { case loaded, failed, skipped }

  package var id: String
  package var status: Status
  /// Why it failed or was skipped, or what its picture lacks.
  package var message: String?
  /// Share of (visible area ∩ the layer's bounds) that is backed by data of the source.
  package var coverage: Double
  /// How many the picture shows, of a layer of features; `nil` for all others.
  package var features: Int?
  package var drawn = 0
  package var absent = 0
  package var failed = 0
  package var fromCache = 0
  package var fetched = 0
  package var requests = 0
  package var bytes = 0
}

/// What became of all pictures of a run.
package struct RenderReport: Sendable {
  package var maps: [MapReport]
  /// Everything that was found, in documents and while rendering.
  package var findings: Report
  package var seconds: Double

  package func count(_ status: MapReport.Status) -> Int { maps.count { $0.status == status } }

  package var requests: Int { maps.reduce(0) { $0 + $1.layers.reduce(0) { $0 + $1.requests } } }
  package var bytes: Int { maps.reduce(0) { $0 + $1.layers.reduce(0) { $0 + $1.bytes } } }

  /// True when a document has errors or a map failed.
  package var hasFailed: Bool { findings.errors > 0 || count(.failed) > 0 }

  /// Writes the JSON form.
  /// - Returns: What is wrong, in words; `nil` when it was written.
  package func write(to path: String) -> String? {
    do {
      try Data((json.text(pretty: true) + "\n").utf8).write(to: URL(filePath: path), options: .atomic)
      return nil
    } catch {
      return "`\(path)` cannot be written: \(FilePaths.reason(error))"
    }
  }

  /// The form that `--report` writes; keys are only ever added.
  package var json: JSONValue {
    [
      "maps": .array(maps.map(\.json)),
      "totals": [
        "rendered": .int(count(.rendered)), "upToDate": .int(count(.upToDate)), "failed": .int(count(.failed)),
        "requests": .int(requests), "bytes": .int(bytes), "seconds": .double(rounded(seconds)),
      ],
    ]
  }
}

extension MapReport {
  fileprivate var json: JSONValue {
    [
      "document": .string(document), "output": .string(output), "bookmark": .optional(bookmark),
      "status": .string(status.rawValue), "seconds": .double(rounded(seconds)), "bytes": .int(bytes),
      "sha256": .optional(sha256), "layers": .array(layers.map(\.json)),
    ]
  }
}

extension LayerReport {
  fileprivate var json: JSONValue {
    guard case .object(var members) = ofAllLayers, let features else { return ofAllLayers }
    members.append(JSONValue.Member(key: "features", value: .int(features)))
    return .object(members)
  }

  private var ofAllLayers: JSONValue {
    [
      "id": .string(id), "status": .string(status.rawValue), "message": .optional(message),
      "coverage": .double((coverage * 1e6).rounded() / 1e6),
      "tiles": [
        "drawn": .int(drawn), "absent": .int(absent), "failed": .int(failed), "fromCache": .int(fromCache),
        "fetched": .int(fetched),
      ],
      "requests": .int(requests), "bytes": .int(bytes),
    ]
  }
}

/// To the millisecond.
private func rounded(_ seconds: Double) -> Double { (seconds * 1000).rounded() / 1000 }

extension LayerReport {
  /// A layer that was not drawn, by the resolver's decision.
  init(undrawn resolved: ResolvedLayer) {
    self.init(
      id: resolved.layer.id, status: resolved.action == .reject ? .failed : .skipped, message: resolved.reason,
      coverage: 0)
  }

  /// A layer that was drawn.
  ///
  /// - Parameter visible: What the picture shows of the ground, in the map's reference.
  init(_ supplier: LayerSupplier, visible: Extent) {
    let record = supplier.outcome
    let failures = record.failures
    self.init(
      id: supplier.layer.id, status: failures.isEmpty ? .loaded : .failed, message: failures.first?.words,
      coverage: supplier.coverage(of: visible, record))
    drawn = record.count(.drawn)
    absent = record.count(.absent)
    failed = record.count(.failed)
    requests = record.requests
    bytes = record.bytes
    fetched = record.fetched
    fromCache = supplier.isRemote ? max(0, drawn + absent - fetched) : 0
    if message == nil, let stale = record.staleReason { message = "old tiles were used: \(stale)" }
  }
}
