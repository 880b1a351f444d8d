import Diagnostics
import DocumentModel
import Geodesy
import Transport

/// A kind of layer that can say what a source of it holds; in the kind's own file.
protocol InspectableKind: LayerKind {
  /// True for a kind that takes what a more particular one would take too.
  static var isAskedLast: Bool { get }
  /// True when the source looks like one of this kind; it need not be a good one. Cheap: by name, first bytes, tables.
  static func recognises(_ candidate: InspectionCandidate) -> Bool
  /// - Throws: ``SourceError`` for what keeps it from being used.
  static func inspect(_ candidate: InspectionCandidate, in context: SourceContext) async throws(SourceError)
    -> InspectionReport
}

extension InspectableKind {
  static var isAskedLast: Bool { false }
}

/// Finds out what a file, folder or address holds.
package enum Inspection {
  /// Says what a source holds, and how a document uses it. Services are asked where `context` lets them.
  ///
  /// - Parameter source: A path, absolute or relative to the working folder, the address of a service, or an address
  ///   template.
  /// - Parameter layers: Of a WMS or WMTS, those that are wanted, by name; empty: all, up to 50.
  /// - Throws: ``SourceError``: `notFound`; `otherKind` for what no kind of layer reads, or none as yet; what keeps a source
  ///   of a known kind from being used.
  package static func inspect(
    source: String, layers: [String] = [], context: SourceContext
  ) async throws(SourceError) -> InspectionReport {
    var candidate = InspectionCandidate(source)
    candidate.wanted = layers
    if candidate.kind == nil, !candidate.isAddress, kind(of: candidate) == nil,
      let end = source.firstRange(of: "://")?.lowerBound
    {
      let scheme = source[..<end].lowercased()
      throw .otherKind(
        path: Address.redacted(source),
        reason: scheme == "file"
          ? "write the path alone, without `file://`"
          : "`\(scheme):` is no scheme that mapdoc asks by; use `https:`, or fetch the file and name that")
    }
    if candidate.isAddress, kind(of: candidate) == nil {
      if let template = candidate.guessedTemplate {
        throw .otherKind(
          path: source, reason: "it looks like the address of one tile; that of all of them may be `\(template)`")
      }
      candidate = try await AskedAddress.answered(candidate, in: context) { asked in kind(of: asked) != nil }
    }
    if let kind = kind(of: candidate) { return try await kind.inspect(candidate, in: context) }
    if let failure = candidate.serviceFailure {
      throw .otherKind(path: source, reason: candidate.isAddress ? "it answers with \(failure)" : "it holds \(failure)")
    }
    if candidate.isAddress, candidate.format.isPicture {
      throw .otherKind(
        path: source,
        reason: "it answers \(candidate.format.words); `type: image` lays one on the ground, with `bbox` or `corners`")
    }
    if candidate.isAddress {
      throw .otherKind(
        path: source,
        reason: "it answers \(candidate.format.words); an address of tiles has `{z}`, `{x}` and `{y}`, and no WMS, "
          + "WMTS, ArcGIS service or PMTiles archive is there")
    }
    switch candidate.kind {
    case nil: throw .notFound(path: source)
    case .folder: throw .otherKind(path: source, reason: "a folder without `conf.xml`; no kind of layer reads it")
    case .other: throw .otherKind(path: source, reason: "a device or a pipe, not a file")
    case .file:
      throw .otherKind(path: source, reason: "it is \(candidate.format.words); no kind of layer reads it")
    }
  }

  /// The kind that reads it, as far as is known of it.
  private static func kind(of candidate: InspectionCandidate) -> (any InspectableKind.Type)? {
    let known = layerKinds.compactMap { $0 as? any InspectableKind.Type }.filter { $0.recognises(candidate) }
    return known.first { !$0.isAskedLast } ?? known.first
  }
}

/// What is known of a source before its kind is.
struct InspectionCandidate: Sendable {
  /// As the user wrote it.
  let source: String
  /// It starts with `http:` or `https:`.
  let isAddress: Bool
  /// `nil` for an address, and where nothing is of that name.
  let kind: LocalFile.Kind?
  /// The first 1024 bytes of a file; more of the answer of an address that has been asked.
  let head: [UInt8]
  let format: PictureFormat
  /// Names in a folder, in lower case.
  let names: Set<String>
  /// Names of the tables and views of an SQLite database; empty for a broken one.
  let tables: Set<String>
  /// The layers that are asked for by name; empty: all.
  var wanted: [String] = []

  init(_ source: String) {
    self.source = source
    let lower = source.lowercased()
    isAddress = lower.hasPrefix("http://") || lower.hasPrefix("https://")
    kind = isAddress ? nil : LocalFile.kind(of: source)
    var (head, names, tables): ([UInt8], Set<String>, Set<String>) = ([], [], [])
    if case .file = kind { head = LocalFile.head(of: source, count: 1024) ?? [] }
    if kind == .folder { names = Set(((try? LocalFile.names(in: source)) ?? []).map { $0.lowercased() }) }
    format = PictureFormat(of: head)
    if format == .sqlite, let database = try? SQLiteDatabase(reading: source) {
      tables = Set((try? database.tableNames()) ?? [])
    }
    (self.head, self.names, self.tables) = (head, names, tables)
  }

  private init(_ candidate: InspectionCandidate, head: [UInt8]) {
    (source, isAddress, kind) = (candidate.source, candidate.isAddress, candidate.kind)
    (names, tables, wanted) = (candidate.names, candidate.tables, candidate.wanted)
    self.head = head
    format = PictureFormat(of: head)
  }

  /// The layers of a service that are asked for, in the order of asking, else its first.
  /// - Throws: `badKey` for a name that it does not have.
  func chosen<Layer>(
    _ layers: [Layer], by name: KeyPath<Layer, String> & Sendable, most: Int
  ) throws(SourceError) -> [Layer] {
    if wanted.isEmpty { return Array(layers.prefix(most)) }
    var chosen: [Layer] = []
    for one in wanted {
      guard let layer = layers.first(where: { $0[keyPath: name] == one }) else {
        throw .notOffered(one, "layer", key: "layer", known: layers.map { $0[keyPath: name] })
      }
      chosen.append(layer)
    }
    return chosen
  }

  /// An address with the beginning of what it answers.
  func answering(_ head: [UInt8]) -> InspectionCandidate { InspectionCandidate(self, head: head) }

  var headText: String { String(decoding: head, as: UTF8.self) }

  var isFile: Bool {
    if case .file = kind { true } else { false }
  }

  var suffix: String { PathResolution.suffix(of: source).lowercased() }
}
