import Diagnostics
import Geodesy

/// What reading one document shares: its findings, and what it may know of its surroundings.
///
/// One task owns it; it is never shared.
package final class ReadingContext {
  package private(set) var findings: [Diagnostic] = []
  /// The kinds of layer that a document may name, in the manual's order.
  package let kinds: [any LayerKind.Type]
  /// The values of `${env:NAME}`.
  package let environment: [String: String]
  /// True in a file that is only there to be extended: what is missing may come from the document that does.
  package let isPartial: Bool
  /// The project file, whose defaults may name keys that one kind of layer has and another has not.
  package let projectFile: SourceFile?

  /// Of the project file.
  let projectCredentials: CredentialMap

  /// The keys of each kind of layer.
  let vocabulary: LayerVocabulary

  package convenience init(kinds: [any LayerKind.Type], environment: [String: String] = [:]) {
    self.init(vocabulary: LayerVocabulary(kinds: kinds), environment: environment)
  }

  init(
    vocabulary: LayerVocabulary, environment: [String: String], isPartial: Bool = false,
    projectFile: SourceFile? = nil, projectCredentials: CredentialMap = CredentialMap()
  ) {
    self.kinds = vocabulary.kinds
    self.vocabulary = vocabulary
    self.environment = environment
    self.isPartial = isPartial
    self.projectFile = projectFile
    self.projectCredentials = projectCredentials
  }

  package func report(_ finding: Diagnostic) { findings.append(finding.hiding(hidden)) }

  /// What messages have `***` for.
  private var hidden: [Diagnostic.HiddenText] = []

  /// Takes secrets that stand in an address out of every message, be it reported already or later.
  func hide(_ secrets: [String], of address: String) {
    let hidden = Diagnostic.HiddenText(address: address, secrets: secrets)
    self.hidden.append(hidden)
    findings = findings.map { $0.hiding([hidden]) }
  }

  /// Files beside the document that its values were read from, each with the place that names it.
  private(set) var dataFiles: [Located<SourceFile>] = []

  /// Remembers a file that became part of the document.
  func note(_ file: SourceFile, namedAt range: SourceRange) { dataFiles.append(Located(file, at: range)) }

  /// The paths of data that the document names, in the order in which they were read.
  private(set) var paths: [Located<FilePath>] = []

  /// Remembers a path that counts from the file in which it stands.
  package func note(_ path: FilePath, at range: SourceRange) { paths.append(Located(path, at: range)) }

  /// What layers may name; set before they are read.
  var credentials = CredentialTable()

  /// Spatial references by their text: most of a document's are written many times.
  var references: [String: SpatialReference] = [:]

  /// Suggestions cost the most of a finding; a text with thousands of mistakes is no slip of a finger.
  var maySuggest: Bool { findings.count < 500 }
}

extension Diagnostic {
  /// An address with secrets in it.
  fileprivate struct HiddenText {
    let address: String
    let secrets: [String]

    /// A message may have the address as a whole or cut; a secret of a few letters would be found in any words.
    func hiding(in text: String) -> String {
      let shown = secrets.reduce(address) { $0.replacing($1, with: "***") }
      return secrets.filter { $0.utf8.count >= 4 }.reduce(text.replacing(address, with: shown)) {
        $0.replacing($1, with: "***")
      }
    }
  }

  fileprivate func hiding(_ texts: [HiddenText]) -> Diagnostic {
    let shown = texts.reduce(message) { $1.hiding(in: $0) }
    guard shown != message else { return self }
    var finding = Diagnostic(code, shown, at: range, hint: hint, layer: layer)
    finding.severity = severity
    finding.path = path
    return finding
  }
}
