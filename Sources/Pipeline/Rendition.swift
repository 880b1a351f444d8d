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
    var wanted = written.filter { !$0.hasUnusablePath }.flatMap { output in
      views(of: output, among: written, options).map { (output: output, view: $0) }
    }
    if options.outputFile != nil { wanted = Self.oneEach(wanted) }
    return wanted.map { output, name in
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

  /// What one file can be written from: of several outputs the first that shows a view, and the initial extent where it
  /// is among the views.
  private static func oneEach(_ wanted: [(output: Output, view: String?)]) -> [(output: Output, view: String?)] {
    if let initial = wanted.first(where: { $0.view == nil }) { return [initial] }
    var seen: Set<String?> = []
    return wanted.filter { seen.insert($0.view).inserted }
  }

  /// The bookmarks that an output shows; `nil` stands for the initial extent.
  ///
  /// A bookmark that the command line asks for is drawn by the outputs that show it anyway; by all where none does.
  private func views(of output: Output, among all: [Output], _ options: RenditionOptions) -> [String?] {
    let names = bookmarks.map(\.name.value)
    guard options.allBookmarks || options.bookmarks != nil else {
      if case .none = output.bookmarks { return [nil] }
      return shown(by: output)
    }
    let wanted = options.allBookmarks ? names : names.filter { options.bookmarks?.contains($0) ?? false }
    return wanted.filter { name in
      shown(by: output).contains(name) || !all.contains { shown(by: $0).contains(name) }
    }
  }

  private func shown(by output: Output) -> [String] {
    switch output.bookmarks {
    case .none: []
    case .all: bookmarks.map(\.name.value)
    case .named(let names): names.map(\.value)
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
