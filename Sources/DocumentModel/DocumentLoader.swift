import Diagnostics
import Synchronization

/// A map document as it was read: what could be understood, and all that is wrong with it.
package struct LoadedDocument: Sendable {
  /// As the user named it.
  package var path: String
  /// `nil` where the text is too broken, or where its layers or its basemap cannot be used; else what could be read, with
  /// defaults for values that are wrong.
  package var document: MapDocument?
  /// `template: true` at its top.
  package var isTemplate: Bool
  /// It has a top-level `mapdoc:` key.
  package var isMapDocument: Bool
  /// In the order of the text, with `layer` and `path` filled in.
  package var findings: [Diagnostic]
}

/// What keeps a credential from being had, lower case.
package struct UnusableCredential: Error {
  package let reason: String
}

/// Reads map documents: merging, typing, cross checks, and the severities of their project.
///
/// Shared by the tasks of a run: each project file and each template is read once.
package final class DocumentLoader: Sendable {
  private let vocabulary: LayerVocabulary
  private let options: MergeOptions
  private let environment: [String: String]
  private let templates = TemplateCache()
  private let projects = Mutex<[String: Project]>([:])

  private struct Project: Sendable {
    let settings: ProjectSettings
    let findings: [Diagnostic]
  }

  /// - Parameters:
  ///   - kinds: The kinds of layer that documents may name, in the manual's order.
  ///   - options: Of the command line; the defaults come from each document's project.
  ///   - environment: The values of `${env:NAME}`.
  package init(kinds: [any LayerKind.Type], options: MergeOptions = MergeOptions(), environment: [String: String] = [:])
  {
    vocabulary = LayerVocabulary(kinds: kinds)
    self.options = options
    self.environment = environment
  }

  /// - Parameters:
  ///   - path: As the user named it.
  ///   - bytes: The text of a document that is to lie there; `nil` reads the file.
  package func load(_ path: String, text bytes: [UInt8]? = nil) -> LoadedDocument {
    let project = self.project(at: DocumentMerger.projectRoot(of: path))
    var options = self.options
    options.defaults = project.settings.defaults
    let merged = DocumentMerger.load(path: path, text: bytes, options: options, templates: templates)
    let context = ReadingContext(
      vocabulary: vocabulary, environment: environment, isPartial: merged.isTemplate || merged.isIncomplete,
      projectFile: project.settings.file, projectCredentials: project.settings.credentials)
    var document = DocumentReader.read(merged, in: context)
    document?.pictureBounds = project.settings.pictureBounds
    var loaded = LoadedDocument(
      path: path, document: document, isTemplate: merged.isTemplate, isMapDocument: merged.isMapDocument,
      findings: merged.findings + Self.news(context.findings, after: merged.findings))
    if loaded.findings.isEmpty { return loaded }
    // What the project file itself is wrong about is said once, by `projectFindings`.
    if let file = project.settings.file { loaded.findings.removeAll { $0.range.file == file } }
    if let node = merged.node {
      loaded.findings = FindingPlaces.fill(loaded.findings, from: node, dataFiles: context.dataFiles)
    }
    loaded.findings = project.settings.weighed(loaded.findings)
    if loaded.findings.count > 1 { loaded.findings.sort() }
    return loaded
  }

  /// The settings of a project; its file is read when first asked for.
  ///
  /// - Parameter root: Absolute, without a slash at the end.
  package func settings(root: String) -> ProjectSettings { project(at: root).settings }

  /// A credential of a project's file, with the values of its variables.
  ///
  /// - Returns: What is wrong where there is none of that name, or it cannot be had.
  package func credential(named name: String, root: String) -> Result<Credential, UnusableCredential> {
    let settings = settings(root: root)
    let context = ReadingContext(vocabulary: vocabulary, environment: environment)
    var table = CredentialTable(project: settings.credentials, document: CredentialMap())
    let file = settings.file ?? SourceFile(path: root + "/.mapdoc.yaml", bytes: [])
    let place = Located(name, at: SourceRange(startOf: file))
    if let credential = table.credential(named: place, in: context) { return .success(credential) }
    return .failure(
      UnusableCredential(reason: context.findings.first?.message ?? "credential `\(name)` cannot be used"))
  }

  /// What is wrong with the project files of all documents loaded so far, in order.
  package var projectFindings: [Diagnostic] {
    projects.withLock { $0.values.flatMap { $0.settings.weighed($0.findings) } }.sorted()
  }

  private func project(at root: String) -> Project {
    projects.withLock { projects in
      if let known = projects[root] { return known }
      let (settings, findings) = ProjectSettings.load(root: root, environment: environment)
      let project = Project(settings: settings, findings: findings)
      projects[root] = project
      return project
    }
  }

  /// What stands in place of these is no value of any type either.
  private static let valueless: Set<Code> = [
    .undefinedParameter, .undefinedVariable, .undefinedAlias, .aliasExpansion,
  ]

  /// Leaves out what follows from a finding of the merger: an undefined parameter is no number either.
  private static func news(_ findings: [Diagnostic], after earlier: [Diagnostic]) -> [Diagnostic] {
    if earlier.isEmpty || findings.isEmpty { return findings }
    let places = earlier.filter { valueless.contains($0.code) }.map(\.range)
    if places.isEmpty { return findings }
    return findings.filter { finding in
      finding.code == .missingKey || !places.contains { finding.range.holds($0) }
    }
  }
}

extension ProjectSettings {
  /// Findings with the severities that `lint` gives them, without those that it turns off.
  package func weighed(_ findings: [Diagnostic]) -> [Diagnostic] {
    if lint.isEmpty { return findings }
    return findings.compactMap { finding in
      guard let severity = lint[finding.code] else { return finding }
      guard let severity else { return nil }
      var finding = finding
      finding.severity = severity
      return finding
    }
  }
}
