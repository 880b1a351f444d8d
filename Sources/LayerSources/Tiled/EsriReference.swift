import DocumentModel
import Geodesy

/// A spatial reference as Esri's software writes it, in XML and in JSON: by numbers, and by text for what has none.
struct EsriReference: Sendable, Equatable {
  /// `nil` where it is missing or says nothing (0 and below).
  let wkid: Int?
  /// What Esri calls it today, which is preferred.
  let latest: Int?
  /// Well-known text, the better one last; none is empty.
  let texts: [String]

  init(wkid: Int?, latest: Int?, texts: [String]) {
    self.wkid = wkid.flatMap { $0 > 0 ? $0 : nil }
    self.latest = latest.flatMap { $0 > 0 ? $0 : nil }
    self.texts = texts.filter { !$0.isEmpty }
  }

  var saysNothing: Bool { wkid == nil && latest == nil && texts.isEmpty }

  /// The first of its ways of writing that PROJ knows.
  /// - Parameter path: For the error: the file or address that it stands in.
  /// - Throws: `unknownReference`.
  func reference(path: String) throws(SourceError) -> SpatialReference {
    for number in [latest, wkid] {
      if let number, let known = try? SpatialReference(wkid: number) { return known }
    }
    var failure = SourceError.unknownReference(
      definition: (wkid ?? latest).map { "WKID \($0)" } ?? "", path: path,
      reason: "PROJ does not know it, and there is no well-known text")
    for text in texts.reversed() {
      do { return try SpatialReference.parse(text) } catch {
        failure = .unknownReference(definition: String(text.prefix(200)), path: path, reason: "\(error)")
      }
    }
    throw failure
  }
}

/// The bounds of what a foreign description may say of a tiling scheme.
enum SchemeLimit {
  static let levels = 100
  static let tileSide = Int(TileSideBounds.upper ?? 4096)
  static let levelNumbers = 0...99
}
