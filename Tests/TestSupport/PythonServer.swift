import FoundationEssentials
import Glibc

/// A server of Python's library on a free port of the loopback, for programs that others wrote.
///
/// It is ended when the last reference goes, and by itself when the process of the tests is no more.
package final class PythonServer {
  private static let python = "/usr/bin/python3"
  static var isHere: Bool { ChildProcess.has(python) }

  /// `http://127.0.0.1:PORT`.
  let address: String
  private let folder: TemporaryFolder
  private let process: ChildProcess

  /// It did not begin to answer; the log says why.
  package struct NotReady: Error, CustomStringConvertible {
    let reason: String
    let log: String
    package var description: String { "the server \(reason); it says:\n\(log)" }
  }

  /// Starts it and waits until it listens.
  ///
  /// - Parameters:
  ///   - program: Python that makes `server`; `folder` is there, as the first of `sys.argv`'s arguments.
  ///   - arguments: The further ones.
  init(_ program: String, _ arguments: [String], in folder: TemporaryFolder, within seconds: Double) async throws {
    self.folder = folder
    let script = try folder.write(Self.beginning + program + Self.end, to: "serve.py")
    process = try ChildProcess(Self.python, [script, folder.path] + arguments, output: folder.path + "/log")
    let end = ContinuousClock.now + .seconds(seconds)
    while true {
      if let port = try? folder.read("port") {
        address = "http://127.0.0.1:" + String(decoding: port, as: UTF8.self)
        return
      }
      guard process.isRunning else { throw NotReady(reason: "ended", log: Self.log(in: folder)) }
      guard ContinuousClock.now < end else {
        throw NotReady(reason: "did not answer within \(seconds) s", log: Self.log(in: folder))
      }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// The last lines of what it wrote.
  var log: String { Self.log(in: folder) }

  /// Each line cut short: some servers write whole pictures that they do not understand.
  private static func log(in folder: TemporaryFolder) -> String {
    let text = String(decoding: (try? folder.read("log")) ?? [], as: UTF8.self)
    return text.split(separator: "\n").suffix(60).map { $0.prefix(400) }.joined(separator: "\n")
  }

  private static let beginning = """
    import os, socketserver, sys, threading, time

    for name in [name for name in os.environ if name.lower().endswith("_proxy")]:
        del os.environ[name]

    def end_with(parent):
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(1)

    threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
    folder = sys.argv[1]

    """

  /// The port was taken by the server itself, so that no other can have it, and is told by a file when it listens.
  private static let end = """

    with open(folder + "/port.new", "w") as file:
        file.write(str(server.server_port))
    os.rename(folder + "/port.new", folder + "/port")
    server.serve_forever()

    """
}
