import DocumentModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What keeps a package from being written. Messages are lower case, without full stop, and name the value.
package enum PackageError: Error, Sendable, Hashable {
  /// A format cannot hold what it is given; `hint` names what can.
  case cannotHold(reason: String, hint: String?)
  case diskFull(path: String)
  case cannotWrite(path: String, reason: String)
  /// What was written is not what is read back.
  case notAsWritten(path: String, reason: String)

  /// - Parameter code: `errno`.
  init(_ path: String, _ code: Int32) {
    self =
      code == ENOSPC || code == EDQUOT
      ? .diskFull(path: path) : .cannotWrite(path: path, reason: SystemReason.words(code))
  }

  package var words: String {
    switch self {
    case .cannotHold(let reason, let hint): reason + (hint.map { "; \($0)" } ?? "")
    case .diskFull(let path): "cannot write `\(path)`: the disk is full"
    case .cannotWrite(let path, let reason): "cannot write `\(path)`: \(reason)"
    case .notAsWritten(let path, let reason): "`\(path)` is not as it was written: \(reason)"
    }
  }
}
