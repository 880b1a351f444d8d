import Glibc

/// One GET over a socket of its own, read to the end, with nothing around it: what a server takes by itself.
enum PlainRequest {
  /// - Parameters:
  ///   - address: `http://127.0.0.1:PORT`.
  ///   - target: Begins with a slash.
  /// - Returns: Bytes of the body.
  /// - Throws: ``WrongWork`` for anything but an answer of status 200.
  static func get(_ address: String, _ target: String) throws -> Int {
    guard let port = address.split(separator: ":").last.flatMap({ UInt16($0) }) else { throw WrongWork(address) }
    let handle = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard handle >= 0 else { throw WrongWork("no socket") }
    defer { close(handle) }
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = port.bigEndian
    place.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let isConnected = withUnsafePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        connect(handle, address, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    let question = Array("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n".utf8)
    guard isConnected, send(handle, question, question.count, 0) == question.count else {
      throw WrongWork("nobody listens at \(address)")
    }
    var answer: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(handle, &part, part.count, 0)
      if count <= 0 { break }
      answer += part[..<count]
    }
    guard answer.starts(with: "HTTP/1.1 200".utf8), let end = answer.firstRange(of: Array("\r\n\r\n".utf8)) else {
      throw WrongWork(String(decoding: answer.prefix(200), as: UTF8.self))
    }
    return answer.count - end.upperBound
  }
}
