import Glibc
import Synchronization

/// An HTTP/1.1 server on the loopback that answers by a script, well or badly; a thread for each connection.
///
/// Written on bare sockets, so that it shares no mistake with what it tests. It stops when the last reference goes.
package final class ScriptedServer: Sendable {
  /// What a client asked.
  package struct Request: Sendable {
    package let method: String
    /// Path and query, as they were sent.
    package let target: String
    /// In the order they were sent.
    package let headers: [(name: String, value: String)]
    /// From 1, in the order of arrival, over all connections.
    package let number: Int
    /// Of a POST.
    package let body: String

    /// The value of a header, by its name in any case; `nil` where it was not sent.
    package func header(_ name: String) -> String? {
      headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
  }

  /// What the server does with a request.
  package indirect enum Reply: Sendable {
    /// A whole answer, with its `Content-Length`; the connection stays open.
    case answer(status: Int, headers: [(String, String)], body: [UInt8])
    /// The same, but later. Ends early when the client goes or the server stops.
    case after(seconds: Double, Reply)
    /// An answer with the length of the whole and only so many bytes of its body, then the end of the connection.
    case cutShort(bytes: Int, Reply)
    /// An answer with the length of the whole and only so many bytes of its body, then nothing.
    case stuck(bytes: Int, Reply)
    /// Nothing, as long as the client waits.
    case silence
    /// A body without end or length.
    case endless(headers: [(String, String)])
    /// These bytes, then the end of the connection.
    case raw([UInt8])
    /// The end of the connection.
    case hangUp

    package static func ok(_ body: [UInt8], type: String = "image/png", _ headers: [(String, String)] = []) -> Reply {
      .answer(status: 200, headers: [("Content-Type", type)] + headers, body: body)
    }

    package static func ok(_ text: String, type: String = "text/plain", _ headers: [(String, String)] = []) -> Reply {
      .ok(Array(text.utf8), type: type, headers)
    }

    package static func status(_ status: Int, _ headers: [(String, String)] = []) -> Reply {
      .answer(status: status, headers: headers, body: [])
    }

    package static func redirect(_ status: Int = 302, to location: String) -> Reply {
      .answer(status: status, headers: [("Location", location)], body: [])
    }
  }

  package typealias Script = @Sendable (Request) -> Reply

  private struct State {
    var requests: [Request] = []
    var connections: Set<Int32> = []
    var threads: [ScriptedThread] = []
    var mostConnections = 0
    var answering = 0
    var mostAnswering = 0
    var isStopped = false
  }

  package let port: Int
  private let listener: Int32
  private let script: Script
  private let state = Mutex(State())

  /// What keeps a server from starting.
  package struct NoSocket: Error { package let reason: String }

  /// - Parameter isIPv6: On `::1` in place of `127.0.0.1`.
  package init(isIPv6: Bool = false, _ script: @escaping Script) throws {
    let socket = try ScriptedSocket.listen(isIPv6: isIPv6)
    (listener, port) = (socket.file, socket.port)
    address = isIPv6 ? "http://[::1]:\(socket.port)" : "http://127.0.0.1:\(socket.port)"
    self.script = script
    let accepting = ScriptedThread { [listener, weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        guard let self else {
          close(connection)
          return
        }
        self.take(connection)
      }
    }
    state.withLock { $0.threads.append(accepting) }
  }

  deinit { end() }

  private let address: String

  /// `http://127.0.0.1:PORT`, without a slash at the end.
  package var baseAddress: String { address }

  /// All requests so far, in the order of arrival.
  package var requests: [Request] { state.withLock { $0.requests } }

  /// How often a path (with its query) was asked for.
  package func count(of target: String) -> Int { requests.count { $0.target == target } }

  package var openConnections: Int { state.withLock { $0.connections.count } }

  /// The most connections that were open at once.
  package var mostConnections: Int { state.withLock { $0.mostConnections } }

  /// The most requests that were being answered at once.
  package var mostAtOnce: Int { state.withLock { $0.mostAnswering } }

  /// Ends all connections and threads, and refuses new ones as long as the tests run, so that no other test's server
  /// answers at its port; may be called again.
  package func stop() {
    if end() { ScriptedSocket.hold(port: port) }
  }

  /// - Returns: False when it has ended before.
  @discardableResult
  private func end() -> Bool {
    let threads = state.withLock { state in
      guard !state.isStopped else { return [ScriptedThread]() }
      state.isStopped = true
      shutdown(listener, Int32(SHUT_RDWR))
      for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
      return state.threads
    }
    guard !threads.isEmpty else { return false }
    for thread in threads { thread.join() }
    close(listener)
    return true
  }

  private func take(_ connection: Int32) {
    state.withLock { state in
      guard !state.isStopped else {
        close(connection)
        return
      }
      state.connections.insert(connection)
      state.mostConnections = max(state.mostConnections, state.connections.count)
      // A thread holds the server only for a moment, so that one who waits does not keep it from stopping.
      state.threads.append(
        ScriptedThread { [weak self, script] in
          var rest: [UInt8] = []
          while let head = ScriptedSocket.readHead(from: connection, &rest),
            let body = ScriptedSocket.readBody(head, from: connection, &rest),
            let request = self?.request(head, body: body)
          {
            let goesOn = ScriptedSocket.send(script(request), to: connection)
            self?.finishAnswer()
            if !goesOn { break }
          }
          self?.forget(connection)
          close(connection)
        })
    }
  }

  private func finishAnswer() { state.withLock { $0.answering -= 1 } }

  private func forget(_ connection: Int32) { state.withLock { _ = $0.connections.remove(connection) } }

  /// - Returns: `nil` when the client sends nonsense.
  private func request(_ head: String, body: String) -> Request? {
    let lines = head.split(separator: "\r\n", omittingEmptySubsequences: true)
    let words = (lines.first ?? "").split(separator: " ")
    guard words.count == 3 else { return nil }
    let headers = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count == 2 ? parts[1].drop { $0 == " " } : ""
      return (name: String(parts[0]), value: String(value))
    }
    return state.withLock { state in
      let request = Request(
        method: String(words[0]), target: String(words[1]), headers: headers, number: state.requests.count + 1,
        body: body)
      state.requests.append(request)
      state.answering += 1
      state.mostAnswering = max(state.mostAnswering, state.answering)
      return request
    }
  }
}
