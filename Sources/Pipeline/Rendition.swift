import Diagnostics
import DocumentModel
import Resolving

/// One picture to be made of a document: an output, for the initial extent or a bookmark.
struct Rendition: Sendable {
  /// As the user reads it: relative to the working folder where it lies below it.
  var path: String
  var format: OutputFormat
  var quality: Int?
  var georeference: Georeference
  var choice: ViewChoice
  /// Where the document asks for it.
  var range: SourceRange
}

/// What the command line says of the pictures to be made, over what the documents say.
package struct RenditionOptions: Sendable {
  package var outputFile: String?
  package var outputFolder: String?
  /// Names; `nil`: what the outputs say.
  package var bookmarks: [String]?
  package var allBookmarks = false
  package var format: OutputFormat?
  /// Device pixels per inch.
  package var dpi: Double?

  package init() {}

  /// Those of a document's `dpi`.
  package static let dpiBounds = DotsPerInchBounds.lower...(DotsPerInchBounds.upper ?? .infinity)

  /// What the command line puts over every canvas.
  var canvas: [CanvasOverride] { dpi.map { [CanvasOverride(dpi: $0)] } ?? [] }
}

extension MapDocument {
  /// All pictures of the document, in the order of its outputs; what is wrong with them goes to `findings`.
  func renditions(_ options: RenditionOptions, findings: inout [Diagnostic]) -> [Rendition] {
    let start = files.first.map { SourceRange(startOf: $0) } ?? node.range
    let written = outputs.isEmpty ? [Output(atStartOf: start)] : outputs
    return written.flatMap { renditions(of: $0, options, findings: &findings) }
  }

  private func renditions(of output: Output, _ options: RenditionOptions, findings: inout [Diagnostic]) -> [Rendition] {
    views(of: output, options).map { name in
      let overrides = (output.canvas.map { [$0] } ?? []) + options.canvas
      let path = path(of: output, bookmark: name, options, findings: &findings)
      return Rendition(
        path: path, format: format(of: output, at: path, options),
        quality: output.quality, georeference: output.georeference,
        choice: ViewChoice(bookmark: name, canvas: overrides), range: output.path?.range ?? output.range)
    }
  }

  /// What the command line says, else the document, else the suffix; `-o` stands over the document with its suffix too.
  private func format(of output: Output, at path: String, _ options: RenditionOptions) -> OutputFormat {
    options.format ?? options.outputFile.flatMap { OutputFormat(suffixOf: $0) } ?? output.format?.value
      ?? OutputFormat(suffixOf: path) ?? .png
  }

  /// The bookmarks that an output shows; `nil` stands for the initial extent.
  private func views(of output: Output, _ options: RenditionOptions) -> [String?] {
    if options.allBookmarks { return bookmarks.map(\.name.value) }
    if let names = options.bookmarks {
      return bookmarks.map(\.name.value).filter { names.contains($0) }
    }
    switch output.bookmarks {
    case .none: return [nil]
    case .all: return bookmarks.map(\.name.value)
    case .named(let names): return names.map(\.value)
    }
  }

  /// The path of one picture: the output's template filled in; `-o` and `--out-dir` put it elsewhere.
  private func path(
    of output: Output, bookmark: String?, _ options: RenditionOptions, findings: inout [Diagnostic]
  ) -> String {
    if let file = options.outputFile { return file }
    var path = output.path?.value ?? (bookmark == nil ? "build/\(mapName).png" : "build/\(mapName)-${bookmark}.png")
    if path.contains("${bookmark}") {
      if bookmark == nil { findings.append(.bookmarkWithoutBookmarks(path, at: output.path?.range ?? output.range)) }
    } else if bookmark != nil, options.bookmarks != nil || options.allBookmarks {
      // Asked for on the command line: the picture of the initial extent must not be overwritten.
      path = FilePaths.inserting("-${bookmark}", beforeSuffixOf: path)
    }
    path = ReservedParameter.replaced(in: path, by: ["bookmark": bookmark.map(FilePaths.fileName) ?? ""])
    if let format = options.format { path = FilePaths.replacingSuffix(of: path, with: format.rawValue) }
    if let folder = options.outputFolder {
      return PathResolution.joined(folder, PathResolution.lastComponent(of: path))
    }
    return PathResolution.shown(PathResolution.joined(projectRoot, path))
  }

  /// `${map}`: the file's name without its suffix.
  private var mapName: String { PathResolution.stem(of: path) }
}

extension Diagnostic {
  fileprivate static func bookmarkWithoutBookmarks(_ path: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .undefinedParameter, "`${bookmark}` in `\(path)` has no value, because the output shows the initial extent",
      at: range, hint: Hint("add `bookmarks: all` to the output, or take `${bookmark}` out"))
  }
}
