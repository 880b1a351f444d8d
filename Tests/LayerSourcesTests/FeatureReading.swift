import DocumentModel
import Geodesy
import TestSupport
import Testing

@testable import LayerSources

/// Everything that a source of features hands over, and what it ends with.
struct FeatureReading {
  var batches: [FeatureBatch] = []
  var error: SourceError?

  init(_ source: any FeatureSource, _ query: FeatureQuery) async {
    var taken: [FeatureBatch] = []
    do throws(SourceError) {
      try await source.read(query) { batch throws(SourceError) in taken.append(batch) }
    } catch { self.error = error }
    batches = taken
  }

  init(_ source: any FeatureSource, _ fields: [String] = []) async {
    await self.init(source, FeatureQuery(fieldNames: fields))
  }

  /// Each feature as `kind row [x y, x y; x y]`, with its values in front of it.
  var lines: [String] {
    batches.flatMap { batch in
      batch.features.map { feature in
        let paths = feature.paths.map { path in
          batch.paths.path(path).map { "\(Self.text($0.x)) \(Self.text($0.y))" }.joined(separator: ", ")
        }.joined(separator: "; ")
        let values = batch.values(of: feature).map { Self.text($0) }.joined(separator: "|")
        return "\(values.isEmpty ? "" : values + " ")\(feature.kind) \(feature.number) [\(paths)]"
      }
    }
  }

  var featureCount: Int { batches.reduce(0) { $0 + $1.features.count } }
  var positionCount: Int { batches.reduce(0) { $0 + $1.paths.x.count } }

  static func text(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
  }

  static func text(_ value: ExpressionValue) -> String {
    switch value {
    case .null: "null"
    case .boolean(let value): String(value)
    case .integer(let value): String(value)
    case .decimal(let value): String(value)
    case .text(let text): "'\(text)'"
    }
  }
}

extension SourceError {
  /// `place: reason`.
  var placed: String {
    switch self {
    case .unreadable(_, let place, let reason): "\(place ?? "-"): \(reason)"
    case .badCoordinates(_, let place, let reason, let hint): "\(place): \(reason) (\(hint))"
    case .badKey(let key, let reason, let hint): "\(key): \(reason) (\(hint ?? "-"))"
    case .undecided(let reason, _): reason
    case .otherKind(_, let reason): reason
    default: "\(self)"
    }
  }
}
