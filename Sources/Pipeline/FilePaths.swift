import DocumentModel
import FoundationEssentials

/// The names of output files.
enum FilePaths {
  static func replacingSuffix(of path: String, with suffix: String) -> String {
    withoutSuffix(path) + "." + suffix
  }

  static func inserting(_ text: String, beforeSuffixOf path: String) -> String {
    let suffix = PathResolution.suffix(of: path)
    return withoutSuffix(path) + text + (suffix.isEmpty ? "" : "." + suffix)
  }

  private static func withoutSuffix(_ path: String) -> String {
    let suffix = PathResolution.suffix(of: path)
    return suffix.isEmpty ? path : String(path.dropLast(suffix.count + 1))
  }

  /// A name as a part of a file's name: what would open another folder is replaced.
  static func fileName(_ name: String) -> String {
    let safe = String(name.map { $0 == "/" || $0 == "\0" ? "_" : $0 })
    return safe == "." || safe == ".." ? "_" : safe
  }

  /// What the system says of a failure with files, without the path that the message names itself.
  static func reason(_ error: any Error) -> String {
    if let error = error as? CocoaError, let inner = error.underlying as? POSIXError {
      return SystemReason.words(inner.code.rawValue)
    }
    return "\(error)"
  }
}
