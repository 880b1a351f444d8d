import Glibc

/// A thread that can be waited for.
struct ScriptedThread: @unchecked Sendable {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// `nil` when the system had no thread left. Never changes, hence `@unchecked Sendable`.
  private let id: pthread_t?

  init(_ run: @escaping @Sendable () -> Void) {
    var id = pthread_t()
    let body = Unmanaged.passRetained(Body(run))
    let code = pthread_create(
      &id, nil,
      { body in
        if let body { Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run() }
        return nil
      }, body.toOpaque())
    if code != 0 { body.release() }
    self.id = code == 0 ? id : nil
  }

  /// Nobody will wait for its end.
  func detach() { if let id { pthread_detach(id) } }

  /// Returns when it has ended; at once when called from it.
  func join() {
    guard let id else { return }
    if pthread_equal(id, pthread_self()) != 0 { pthread_detach(id) } else { pthread_join(id, nil) }
  }
}

/// The sockets of ``ScriptedServer``.
enum ScriptedSocket {
  /// Listens on a free port of the loopback.
  static func listen(isIPv6: Bool) throws -> (file: Int32, port: Int) {
    let file = socket(isIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard file >= 0 else { throw ScriptedServer.NoSocket(reason: String(cString: strerror(errno))) }
    var storage = sockaddr_storage()
    let size = isIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
    let isBound = withUnsafeMutableBytes(of: &storage) { bytes in
      if isIPv6 {
        var own = sockaddr_in6()
        own.sin6_family = sa_family_t(AF_INET6)
        own.sin6_addr.__in6_u.__u6_addr8.15 = 1
        bytes.storeBytes(of: own, as: sockaddr_in6.self)
      } else {
        var own = sockaddr_in()
        own.sin_family = sa_family_t(AF_INET)
        own.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        bytes.storeBytes(of: own, as: sockaddr_in.self)
      }
      guard let address = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return false }
      var length = socklen_t(size)
      return bind(file, address, length) == 0 && Glibc.listen(file, 256) == 0
        && getsockname(file, address, &length) == 0
    }
    guard isBound else {
      let reason = String(cString: strerror(errno))
      close(file)
      throw ScriptedServer.NoSocket(reason: reason)
    }
    // The port stands at the same place in both kinds of address.
    let port = withUnsafeBytes(of: &storage) { UInt16(bigEndian: $0.load(fromByteOffset: 2, as: UInt16.self)) }
    return (file, Int(port))
  }

  /// Keeps a port of the loopback from being given to another socket until the process ends; who connects to it is refused.
  static func hold(port: Int) {
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var isShared: Int32 = 1
    setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &isShared, socklen_t(MemoryLayout<Int32>.size))
    var own = sockaddr_in()
    own.sin_family = sa_family_t(AF_INET)
    own.sin_port = UInt16(port).bigEndian
    own.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let isBound = withUnsafePointer(to: &own) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    if !isBound { close(file) }  // it has another owner already
  }

  /// Reads up to the empty line.
  static func readHead(from connection: Int32, _ rest: inout [UInt8]) -> String? {
    let end = Array("\r\n\r\n".utf8)
    var searched = 0
    while true {
      if rest.count >= 4 {
        for place in searched...(rest.count - 4) where rest[place..<place + 4].elementsEqual(end) {
          defer { rest.removeFirst(place + 4) }
          return String(decoding: rest[..<place], as: UTF8.self)
        }
        searched = rest.count - 3
      }
      // A method begins with a letter: what does not is no HTTP, such as the hello of TLS, and has no empty line.
      guard rest.count < 1 << 20, rest.first.map({ (0x41...0x7A).contains($0) }) != false else { return nil }
      var chunk = [UInt8](repeating: 0, count: 16 << 10)
      let count = recv(connection, &chunk, chunk.count, 0)
      guard count > 0 else { return nil }
      rest.append(contentsOf: chunk[..<count])
    }
  }

  /// Reads what `Content-Length` says that follows a head; `nil` where the client goes before.
  static func readBody(_ head: String, from connection: Int32, _ rest: inout [UInt8]) -> String? {
    let line = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
    let length = line.flatMap { Int($0.drop { $0 != ":" }.dropFirst().filter { $0 != " " }) } ?? 0
    guard (0...1 << 20).contains(length) else { return nil }
    while rest.count < length {
      var chunk = [UInt8](repeating: 0, count: 16 << 10)
      let count = recv(connection, &chunk, chunk.count, 0)
      guard count > 0 else { return nil }
      rest.append(contentsOf: chunk[..<count])
    }
    defer { rest.removeFirst(length) }
    return String(decoding: rest[..<length], as: UTF8.self)
  }

  /// - Returns: Whether the connection may be used again.
  static func send(_ reply: ScriptedServer.Reply, to connection: Int32) -> Bool {
    switch reply {
    case .answer(let status, let headers, let body):
      return write(head(status, headers, length: body.count) + body, to: connection)
    case .after(let seconds, let reply):
      return waitForEnd(of: connection, seconds: seconds) ? false : send(reply, to: connection)
    case .cutShort(let bytes, let reply):
      if case .answer(let status, let headers, let body) = reply {
        _ = write(head(status, headers, length: body.count) + body.prefix(bytes), to: connection)
      }
      return hangUp(connection)
    case .stuck(let bytes, let reply):
      if case .answer(let status, let headers, let body) = reply {
        _ = write(head(status, headers, length: body.count) + body.prefix(bytes), to: connection)
      }
      _ = waitForEnd(of: connection, seconds: 3600)
      return false
    case .silence:
      _ = waitForEnd(of: connection, seconds: 3600)
      return false
    case .endless(let headers):
      var goesOn = write(head(200, headers, length: nil), to: connection)
      let chunk = [UInt8](repeating: 0x2e, count: 64 << 10)
      while goesOn { goesOn = write(chunk, to: connection) }
      return false
    case .raw(let bytes):
      _ = write(bytes, to: connection)
      return hangUp(connection)
    case .hangUp: return hangUp(connection)
    }
  }

  private static func hangUp(_ connection: Int32) -> Bool {
    shutdown(connection, Int32(SHUT_WR))
    // A close with unread bytes would be a reset, which takes away from the client what is still on its way.
    _ = waitForEnd(of: connection, seconds: 1)
    return false
  }

  private static func head(_ status: Int, _ headers: [(String, String)], length: Int?) -> [UInt8] {
    var text = "HTTP/1.1 \(status) Scripted\r\n"
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    if let length, status != 204, status != 304 { text += "Content-Length: \(length)\r\n" }
    if length == nil { text += "Connection: close\r\n" }
    return Array((text + "\r\n").utf8)
  }

  private static func write(_ bytes: [UInt8], to connection: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        Glibc.send(connection, bytes.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// A client that waits for an answer sends nothing: what is there to be read is its end.
  /// - Returns: Whether the other side went, or the server stopped, before the time was over.
  private static func waitForEnd(of connection: Int32, seconds: Double) -> Bool {
    var watched = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
    return poll(&watched, 1, Int32(seconds * 1000)) > 0
  }
}
