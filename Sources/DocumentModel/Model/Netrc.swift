/// What a `.netrc` says: a user and a password for each host, as curl, ftp and GDAL read it. Its text forms show neither.
package struct Netrc: Sendable, Hashable {
  package struct Login: Sendable, Hashable {
    package let user: String
    package let password: String
  }

  /// The file, for messages.
  package let path: String
  /// By host, lower case; the first of a host goes before later ones.
  private let logins: [String: Login]
  /// Of `default`, for every other host.
  private let fallback: Login?

  /// The largest file that is read, in bytes.
  static let longest = 1 << 20

  /// What is wrong with a text.
  struct Malformed: Error, Hashable {
    /// From 1.
    let line: Int
    /// Lower case; shows nothing of what may be a password.
    let reason: String
  }

  /// Reads the tokens of the format: `machine HOST`, `default`, `login`, `password`, `account`, `macdef` up to an empty
  /// line; `#` begins a comment at the start of a token. A token in double quotes may hold spaces, and `\"`, `\\`, `\n`,
  /// `\r`, `\t` (curl 7.84).
  ///
  /// - Parameter path: Where the text came from, for messages.
  init(_ text: String, path: String) throws(Malformed) {
    self.path = path
    var logins: [String: Login] = [:]
    var fallback: Login?
    var reader = NetrcReader(text)
    // `nil` inside: `default`.
    var host: String??
    var user: String?
    var password: String?
    func close() {
      guard let host, let password else { return }
      let login = Login(user: user ?? "", password: password)
      if let host {
        if logins[host] == nil { logins[host] = login }
      } else if fallback == nil {
        fallback = login
      }
    }
    while let word = try reader.next() {
      switch word {
      case "machine", "default":
        close()
        (user, password) = (nil, nil)
        host = word == "default" ? .some(nil) : .some(try reader.value(of: word).lowercased())
      case "login": user = try reader.value(of: word)
      case "password": password = try reader.value(of: word)
      case "account": _ = try reader.value(of: word)
      case "macdef": reader.skipMacro()
      default:
        throw Malformed(
          line: reader.line, reason: "a word that is none of `machine`, `default`, `login`, `password` and `account`")
      }
    }
    close()
    self.logins = logins
    self.fallback = fallback
  }

  /// - Parameter host: Lower case, without port.
  package func login(for host: String) -> Login? { logins[host] ?? fallback }

  /// Every login of the file.
  package var all: [Login] { logins.values + (fallback.map { [$0] } ?? []) }

  package var passwords: [String] { all.map(\.password) }
}

extension Netrc: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "the logins of `\(path)`" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: ["path": path]) }
}

/// Parts the text of a `.netrc` into its words.
private struct NetrcReader {
  private var rest: Substring.UnicodeScalarView
  /// Of what is read next, from 1.
  private(set) var line = 1

  init(_ text: String) { rest = text[...].unicodeScalars }

  private mutating func take() -> Unicode.Scalar? {
    guard let scalar = rest.popFirst() else { return nil }
    if scalar == "\n" { line += 1 }
    return scalar
  }

  /// - Returns: `nil` at the end.
  mutating func next() throws(Netrc.Malformed) -> String? {
    while let scalar = rest.first {
      if scalar.value <= 0x20 {
        _ = take()
      } else if scalar == "#" {
        while let scalar = rest.first, scalar != "\n" { _ = take() }
      } else {
        break
      }
    }
    guard let first = rest.first else { return nil }
    return first == "\"" ? try quoted() : bare()
  }

  private mutating func bare() -> String {
    var word = String.UnicodeScalarView()
    while let scalar = rest.first, scalar.value > 0x20 {
      word.append(scalar)
      _ = take()
    }
    return String(word)
  }

  private mutating func quoted() throws(Netrc.Malformed) -> String {
    let start = line
    _ = take()
    var word = String.UnicodeScalarView()
    while let scalar = take() {
      switch scalar {
      case "\"": return String(word)
      case "\n": throw Netrc.Malformed(line: start, reason: "a quote without its partner on the line")
      case "\\":
        guard let escaped = take() else { break }
        switch escaped {
        case "n": word.append("\n")
        case "r": word.append("\r")
        case "t": word.append("\t")
        default: word.append(escaped)
        }
      default: word.append(scalar)
      }
    }
    throw Netrc.Malformed(line: start, reason: "a quote without its partner")
  }

  mutating func value(of word: String) throws(Netrc.Malformed) -> String {
    let start = line
    guard let value = try next() else { throw Netrc.Malformed(line: start, reason: "nothing behind `\(word)`") }
    return value
  }

  /// A macro of ftp goes up to an empty line.
  mutating func skipMacro() {
    var isEmptyLine = false
    while let scalar = take() {
      guard scalar == "\n" else {
        isEmptyLine = isEmptyLine && scalar == "\r"
        continue
      }
      if isEmptyLine { return }
      isEmptyLine = true
    }
  }
}
