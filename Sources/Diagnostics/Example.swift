extension Code {
  /// A document that has the finding, and the same one mended.
  ///
  /// Both stand in a folder of their own as ``documentName``, with ``files`` beside them.
  package struct Example: Sendable {
    /// The name of the document that both texts are; an example may refer to it.
    package static let documentName = "map.yaml"

    private let text: Text
    /// Other files that both need, by their path beside the document.
    package let files: [String: String]
    /// Files that stand beside the mended document alone, in place of one of ``files`` or besides them.
    package let mendedFiles: [String: String]
    /// Environment variables that must be set for the two; all others that they name are not set.
    package let environment: [String: String]
    package let shownBy: Shown

    /// What shows the finding.
    package enum Shown: Sendable, Hashable {
      /// `mapdoc check map.yaml`.
      case check
      /// `mapdoc check` of the folder that holds the document.
      case checkFolder
      /// `mapdoc render map.yaml`, where `127.0.0.1:8080` is a tile server that answers by the first part of the path:
      /// `tiles` a picture of 256 x 256 pixels, `small` one of 128 x 128, `missing` 404, `forbidden` 403, `busy` 503,
      /// `html` an HTML page with 200, `hang` nothing, `big` without an end, `redirect` a redirect to itself, `portal` a token
      /// of ArcGIS for whoever knows its password.
      /// A test puts a port of its own in its place.
      case render
      /// A situation that no document makes by itself: a sentence without full stop that says which.
      case situation(String)
    }

    private enum Text: Sendable {
      case both(wrong: String, mended: String)
      case marked(String)
    }

    package init(
      wrong: String, mended: String, files: [String: String] = [:],
      mendedFiles: [String: String] = [:], environment: [String: String] = [:],
      shownBy: Shown = .check
    ) {
      text = .both(wrong: wrong, mended: mended)
      self.files = files
      self.mendedFiles = mendedFiles
      self.environment = environment
      self.shownBy = shownBy
    }

    /// - Parameter marked: Both texts in one, each line behind a gutter of two characters: `- ` for a line of the wrong
    ///   one, `+ ` of the mended one, two spaces for a line of both.
    package init(
      _ marked: String, files: [String: String] = [:], mendedFiles: [String: String] = [:],
      environment: [String: String] = [:], shownBy: Shown = .check
    ) {
      text = .marked(marked)
      self.files = files
      self.mendedFiles = mendedFiles
      self.environment = environment
      self.shownBy = shownBy
    }

    package var wrong: String {
      switch text {
      case .both(let wrong, _): wrong
      case .marked(let lines): Example.lines(of: lines, without: "+")
      }
    }

    package var mended: String {
      switch text {
      case .both(_, let mended): mended
      case .marked(let lines): Example.lines(of: lines, without: "-")
      }
    }

    private static func lines(of marked: String, without mark: Character) -> String {
      marked.split(separator: "\n", omittingEmptySubsequences: false)
        .filter { $0.first != mark }
        .map { $0.dropFirst(2) + "\n" }
        .joined()
    }
  }
}
