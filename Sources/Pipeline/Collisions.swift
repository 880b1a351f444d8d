import Diagnostics
import DocumentModel
import Geodesy
import Rendering

/// A rendition and the document that asks for it.
struct PlacedRendition: Sendable {
  let document: String
  let rendition: Rendition
}

/// Renderings with one path: they would overwrite one another in an order that nobody chose.
struct Collisions: Sendable {
  /// At each rendering but the first of a path.
  private(set) var findings: [Diagnostic] = []
  /// Absolute.
  private(set) var paths: Set<String> = []

  init(among renditions: [PlacedRendition]) {
    var first: [String: PlacedRendition] = [:]
    for one in renditions {
      let path = PathResolution.absolute(one.rendition.path)
      if let earlier = first[path] {
        findings.append(.sameOutput(one, earlier))
        paths.insert(path)
      } else {
        first[path] = one
      }
    }
  }
}

extension Rendition {
  /// What the format cannot hold of a picture of this size.
  ///
  /// - Parameter canvas: With all overrides.
  func findings(canvas: Canvas) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    let size = canvas.pixelSize
    let limit = PictureFile.largestSide(of: format)
    if max(size.width, size.height) > limit {
      findings.append(.tooLarge(size, format: format, limit: limit, at: range))
    }
    if PictureFile.losesTransparency(canvas.background, as: format) {
      findings.append(.transparencyLost(path, at: range))
    }
    return findings
  }
}

extension Diagnostic {
  fileprivate static func sameOutput(_ one: PlacedRendition, _ earlier: PlacedRendition) -> Diagnostic {
    let line = earlier.rendition.range.start.line
    let place = earlier.document == one.document ? "line \(line)" : "`\(earlier.document)`, line \(line)"
    return Diagnostic(
      .sameOutput, "`\(one.rendition.path)` is already written by the output at \(place)", at: one.rendition.range,
      hint: Hint("give one of them another `path`, or put `${map}` or `${bookmark}` into it"))
  }

  fileprivate static func tooLarge(_ size: PixelSize, format: OutputFormat, limit: Int, at range: SourceRange)
    -> Diagnostic
  {
    Diagnostic(
      .tooLargeForFormat,
      "the picture is \(size.width) x \(size.height) pixels, and \(format.rawValue) ends at \(limit) a side", at: range,
      hint: Hint("write a `.png`, or take a smaller `size` or `dpi`"))
  }

  fileprivate static func transparencyLost(_ path: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .transparencyLost, "`\(path)` is a JPEG, which has no transparency: the background becomes white", at: range,
      hint: Hint("give `canvas.background` a colour, or write a `.png` or `.webp`"))
  }
}
