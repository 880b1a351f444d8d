import DocumentModel
import Glibc
import Synchronization

/// What must not be shown or stored of a request, in the forms in which a server may repeat it.
struct Secrets: Sendable {
  /// The longest first, so that none is left in part.
  private let forms: [String]
  /// Those that no text holds by chance.
  private let tellingForms: [[UInt8]]
  /// What stands for them in an answer: `{key}`, which is filled in again when it is sent, or `***`.
  private let mark: String

  static let hidden = "***"

  /// Of a request without any.
  static let none = Secrets([], pairs: [], mark: hidden)

  /// - Parameters:
  ///   - request: With what its credential and its headers hide.
  ///   - tokens: That were got with its credential.
  ///   - headers: Of the host's settings.
  init(of request: Request, tokens: [String] = [], headers: [Layer.Header] = []) {
    var secrets = tokens + request.headers.flatMap(\.secrets) + headers.flatMap(\.secrets)
    if let credential = request.credential { secrets += credential.secrets }
    let isKey = if case .key? = request.credential?.form { true } else { false }
    self.init(
      secrets, pairs: request.credential?.basicPairs ?? [], mark: isKey ? Credential.keyPlaceholder : Self.hidden)
  }

  /// Of a credential alone.
  init(of credential: Credential) { self.init(credential.secrets, pairs: credential.basicPairs, mark: Self.hidden) }

  private init(_ secrets: [String], pairs: [String], mark: String) {
    self.mark = mark
    let own = Set(secrets).filter { !$0.isEmpty }
    forms = Set(own.flatMap(Self.forms(of:)) + pairs).sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
    tellingForms = Set(own.filter(Self.isTelling).flatMap(Self.forms(of:)) + pairs)
      .sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }.map { Array($0.utf8) }
  }

  var isEmpty: Bool { forms.isEmpty }

  /// As it is, escaped in addresses as here, as little as they allow, and with small digits, in a form, in JSON, in XML, and
  /// in base64, whose padding is left out to be found in any text.
  private static func forms(of secret: String) -> [String] {
    let (escaped, least) = (
      PercentEncoding.encoded(secret), PercentEncoding.encoded(secret, keeping: PercentEncoding.visible)
    )
    let json = secret.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    let xml = secret.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    return [
      secret, escaped, least, smallDigits(escaped), smallDigits(least), escaped.replacing("%20", with: "+"),
      json, json.replacing("/", with: "\\/"), xml,
      xml.replacing("\"", with: "&quot;").replacing("'", with: "&apos;"),
      Base64.withoutPadding(Array(secret.utf8)),
    ]
  }

  /// `%2f` in place of `%2F`.
  private static func smallDigits(_ text: String) -> String {
    var bytes = Array(text.utf8)
    for place in bytes.indices where bytes[place] == UInt8(ascii: "%") {
      for digit in bytes.indices(from: place + 1, count: 2) where 65...70 ~= bytes[digit] { bytes[digit] |= 0x20 }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a text that holds it repeats the secret, and does not only use the same word: "roads" may be a password.
  private static func isTelling(_ secret: String) -> Bool {
    let count = secret.utf8.count
    return count >= 16 || (count >= 8 && !secret.utf8.allSatisfy { 97...122 ~= $0 })
  }

  /// A text with `***` in place of the secrets: what a server says may repeat them.
  func hiding(in text: String) -> String {
    forms.reduce(text) { $0.contains($1) ? $0.replacing($1, with: Self.hidden) : $0 }
  }

  /// Whether a text holds one of them, be it a short one.
  func isIn(_ text: some StringProtocol) -> Bool { forms.contains { text.contains($0) } }

  /// A text with the mark in place of the secrets.
  func marked(in text: String) -> String {
    forms.reduce(text) { $0.contains($1) ? $0.replacing($1, with: mark) : $0 }
  }

  /// Whether bytes repeat one of them.
  func areTold(by bytes: [UInt8]) -> Bool { tellingForms.contains { Self.contains(bytes, $0) } }

  /// Bytes of a text with the mark in place of each secret that is told.
  func marked(in bytes: [UInt8]) -> [UInt8] {
    tellingForms.reduce(bytes) { bytes, form in
      Self.contains(bytes, form) ? bytes.replacing(form, with: Array(mark.utf8)) : bytes
    }
  }

  /// By the C library: this is done with each tile that is fetched with a credential.
  private static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    guard let first = part.first else { return false }
    return bytes.withUnsafeBytes { bytes in
      part.withUnsafeBytes { part in
        guard var place = bytes.baseAddress, let wanted = part.baseAddress else { return false }
        var left = bytes.count - part.count + 1
        while left > 0, let found = memchr(place, Int32(first), left) {
          if memcmp(found, wanted, part.count) == 0 { return true }
          left -= place.distance(to: UnsafeRawPointer(found)) + 1
          place = UnsafeRawPointer(found) + 1
        }
        return false
      }
    }
  }
}

/// The secrets of a run's requests: most tiles have those of the tile before.
final class SecretsShelf: Sendable {
  private struct Key: Hashable {
    let credential: Credential?
    let others: [String]
  }

  private let known = Mutex<[Key: Secrets]>([:])

  /// Tokens come and go: more than these are made anew.
  private static let bound = 64

  /// As ``Secrets/init(of:tokens:headers:)``.
  func secrets(of request: Request, token: IssuedToken?, headers: [Layer.Header]) -> Secrets {
    let others = request.headers.flatMap(\.secrets) + headers.flatMap(\.secrets) + (token.map { [$0.text] } ?? [])
    if request.credential == nil, others.isEmpty { return .none }
    let key = Key(credential: request.credential, others: others)
    if let secrets = known.withLock({ $0[key] }) { return secrets }
    let secrets = Secrets(of: request, tokens: token.map { [$0.text] } ?? [], headers: headers)
    known.withLock { known in
      if known.count >= Self.bound { known = [:] }
      known[key] = secrets
    }
    return secrets
  }
}

extension Array {
  /// The next so many places, as far as there are some.
  fileprivate func indices(from start: Int, count: Int) -> Range<Int> {
    Swift.min(start, endIndex)..<Swift.min(start + count, endIndex)
  }
}

extension Credential {
  /// `user:password` in base64 without padding, of one that is sent so.
  fileprivate var basicPairs: [String] {
    let logins: [(user: String, password: String)] =
      switch form {
      case .basic(let user, let password): [(user, password)]
      case .netrc(let netrc): netrc.all.map { ($0.user, $0.password) }
      case .key, .bearer, .header, .token: []
      }
    return logins.map { Base64.withoutPadding(Array("\($0.user):\($0.password)".utf8)) }
  }
}

extension NetworkAnswer {
  /// The answer without what it repeats of the secrets: nothing of them is kept, read or shown by those who get it.
  ///
  /// In a text they are replaced. A picture stays as it is, and is not to be stored.
  func hiding(_ secrets: Secrets) -> NetworkAnswer {
    guard !secrets.isEmpty else { return self }
    var answer = self
    // A type or a validator with a hole in it would say nothing.
    for header in [\AnswerHeaders.contentType, \.entityTag, \.lastModified] {
      if let value = headers[keyPath: header], secrets.areTold(by: Array(value.utf8)) {
        answer.headers[keyPath: header] = nil
      }
    }
    guard secrets.areTold(by: body) else { return answer }
    if !body.contains(0), String(validating: body, as: UTF8.self) != nil {
      answer.body = secrets.marked(in: body)
    } else {
      answer.tellsSecrets = true
    }
    return answer
  }
}
