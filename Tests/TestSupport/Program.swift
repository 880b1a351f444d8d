import Glibc

/// Runs a program to its end, or stops it; for the tests of the built binary and for other programs' numbers.
package struct Program: Sendable {
  package struct Outcome: Sendable {
    /// The exit status, or minus the signal that ended it.
    package let status: Int32
    package let output: [UInt8]
    package let errors: String
    package var text: String { String(decoding: output, as: UTF8.self) }
  }

  package let path: String
  package var environment: [String: String]
  package var folder: String?

  package init(_ path: String, environment: [String: String] = [:], folder: String? = nil) {
    self.path = path
    self.environment = environment
    self.folder = folder
  }

  /// The mapdoc that was built with these tests.
  package static let mapdoc: String = {
    if let path = getenv("MAPDOC_BINARY") { return String(cString: path) }
    let parts = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return "/" + parts + "/.build/debug/mapdoc"
  }()

  /// Where a program of the system lies; `nil` where it is not installed.
  package static func named(_ name: String) -> Program? {
    for folder in ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"]
    where access(folder + "/" + name, X_OK) == 0 {
      return Program(folder + "/" + name)
    }
    return nil
  }

  /// Runs it with its output into files, so that no pipe can fill up, and waits without keeping a thread of the tests'
  /// pool: other tests go on. No more than a few programs run at once.
  package func run(_ arguments: [String], input: String = "/dev/null") async throws -> Outcome {
    let scratch = try TemporaryFolder()
    await Self.places.acquire()
    defer { Self.places.release() }
    let process = try start(arguments, output: scratch.path + "/out", errors: scratch.path + "/err", input: input)
    let status = await process.end()
    return Outcome(
      status: status, output: try scratch.read("out"), errors: String(decoding: try scratch.read("err"), as: UTF8.self))
  }

  private static let places = Places(4)

  /// Starts it, and does not wait. `env` changes to the folder: not every C library can do so while it starts a program.
  package func start(
    _ arguments: [String], output: String, errors: String, input: String = "/dev/null"
  ) throws -> RunningProgram {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    // Only what the test gives, and where programs and a home are: a test does not depend on who runs it.
    var all = ["PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/nonexistent", "LANG": "C.UTF-8"]
    all.merge(environment) { $1 }
    let called = folder.map { ["/usr/bin/env", "-C", $0, path] } ?? [path]
    let words = (called + arguments).map { strdup($0) } + [nil]
    let variables = all.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var process = pid_t()
    let error = posix_spawn(&process, called[0], &actions, nil, words, variables)
    guard error == 0 else { throw ProgramError.notStarted(path, String(cString: strerror(error))) }
    return RunningProgram(process: process)
  }
}

package enum ProgramError: Error { case notStarted(String, String) }

/// A program that runs.
package struct RunningProgram: Sendable {
  package let process: pid_t

  /// Waits, without keeping a thread of the tests' pool, for its exit status, or minus the signal that ended it.
  package func end() async -> Int32 {
    await withCheckedContinuation { continuation in
      ScriptedThread { continuation.resume(returning: waitOnThisThread()) }.detach()
    }
  }

  /// Sends a signal as soon as something is so, and waits for the end as ``end()`` does. From a thread that nothing keeps
  /// busy: what the program waits for may come to an end too.
  package func end(bySignal number: Int32, when isSo: @escaping @Sendable () -> Bool) async -> Int32 {
    await withCheckedContinuation { continuation in
      ScriptedThread {
        // It has no way to say when.
        while !isSo() { usleep(2000) }
        kill(process, number)
        continuation.resume(returning: waitOnThisThread())
      }.detach()
    }
  }

  private func waitOnThisThread() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : -signal
  }
}
