import Diagnostics
import Synchronization

/// Files that many documents of a run extend: each is read and parsed once.
///
/// A file is known by its path as messages show it, so that what a document says of a template does not depend on
/// which document came first.
package final class TemplateCache: Sendable {
  /// A file as it was read.
  struct Loaded: Sendable {
    let file: SourceFile
    /// Behind all symbolic links; the path itself where there is no such file, and where no template is in play.
    let realPath: String
    /// `nil` where the text is not YAML or could not be read.
    let node: Node?
    let findings: [Diagnostic]
    /// Why it could not be read.
    let problem: UnreadableFile?
  }

  // Held while a file is read: another thread that wants it waits, rather than parsing it too.
  private let files = Mutex<[String: Loaded]>([:])

  package init() {}

  /// - Parameter path: As ``PathResolution/shown(_:)`` gives it.
  func load(_ path: String) -> Loaded {
    files.withLock { files in
      if let known = files[path] { return known }
      let loaded = Self.read(path, isTemplate: true)
      files[path] = loaded
      return loaded
    }
  }

  static func read(_ path: String, isTemplate: Bool) -> Loaded {
    do throws(UnreadableFile) {
      let bytes = try FileReading.bytes(of: path, limit: YAMLReader.Limits().bytes)
      return loaded(SourceFile(path: path, bytes: bytes), isTemplate: isTemplate)
    } catch {
      return Loaded(
        file: SourceFile(path: path, bytes: []), realPath: PathResolution.real(path) ?? path, node: nil,
        findings: [], problem: error)
    }
  }

  /// A file whose bytes are there.
  static func loaded(_ file: SourceFile, isTemplate: Bool) -> Loaded {
    let (node, findings) = YAMLReader.read(file, limits: YAMLReader.Limits())
    let real = isTemplate || node?["extends"] != nil ? PathResolution.real(file.path) : nil
    return Loaded(file: file, realPath: real ?? file.path, node: node, findings: findings, problem: nil)
  }
}
