import Glibc

/// A program that a test starts and, at the end, stops.
package final class ChildProcess {
  private var id: pid_t = 0

  package struct NotStarted: Error { let program: String }

  /// Whether a program is there.
  package static func has(_ program: String) -> Bool { access(program, X_OK) == 0 }

  /// - Parameters:
  ///   - program: Absolute path.
  ///   - output: The file that takes all it says.
  package init(_ program: String, _ arguments: [String], output: String = "/dev/null") throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o644)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    words.append(nil)
    // The threads of tests have signals blocked, and a child would inherit that.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    guard posix_spawn(&id, program, &actions, &attributes, words, environ) == 0 else {
      throw NotStarted(program: program)
    }
  }

  /// Waits for its end.
  /// - Returns: Its exit status.
  package func status() -> Int32 {
    var status: Int32 = 0
    guard id > 0, waitpid(id, &status, 0) == id else { return -1 }
    id = 0
    return (status >> 8) & 0xff
  }

  /// Whether it runs still; does not wait.
  package var isRunning: Bool {
    var status: Int32 = 0
    guard id > 0, waitpid(id, &status, WNOHANG) == 0 else {
      id = 0
      return false
    }
    return true
  }

  deinit {
    guard id > 0 else { return }
    kill(id, SIGKILL)  // it has nothing to keep, and this never hangs
    var status: Int32 = 0
    waitpid(id, &status, 0)
  }
}
