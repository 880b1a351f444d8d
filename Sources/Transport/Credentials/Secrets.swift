import DocumentModel
import Synchronization

/// What must not be shown or stored of a request, in the forms in which a server may repeat it.
struct Secrets: Sendable {
  private let forms: Set<SecretForm>
  /// Those that no text holds by chance.
  private let tellingForms: Set<SecretForm>
  private let scanner: SecretScanner
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

  /// Of what an address itself says by parameters that are named like a secret, and before `@`. They hide it in words alone:
  /// sources may need what an answer repeats of it.
  init(ofAddress address: String) {
    self.init(SecretRule.values(inAddress: address), pairs: [], mark: Self.hidden)
  }

  private init(_ secrets: [String], pairs: [String], mark: String) {
    self.mark = mark
    let own = Set(secrets)
    let ofPairs = pairs.reduce(into: Set<SecretForm>()) { $0.formUnion(SecretForm.all(of: $1, isWhole: false)) }
    func forms(of secrets: some Sequence<String>) -> Set<SecretForm> {
      secrets.reduce(into: ofPairs) { $0.formUnion(SecretForm.all(of: $1)) }
    }
    self.forms = forms(of: own)
    tellingForms = forms(of: own.filter(Self.isTelling))
    scanner = SecretScanner(tellingForms)
  }

  var isEmpty: Bool { forms.isEmpty }

  /// Whether a text that holds it repeats the secret, and does not only use the same word: "roads" may be a password.
  private static func isTelling(_ secret: String) -> Bool {
    let count = secret.utf8.count
    return count >= 16 || (count >= 8 && !secret.utf8.allSatisfy { 97...122 ~= $0 })
  }

  /// A text with `***` in place of the secrets, and of parts of those that no text holds by chance: what a server says may
  /// repeat them, cut or with white space between.
  func hiding(in text: String) -> String {
    replaced(in: text, with: Self.hidden) { places in
      let squeezed = places.filter { $0.byte > 0x20 && $0.byte != UInt8(ascii: "+") }
      return forms.flatMap { $0.ranges(in: places) }
        + SecretParts(of: tellingForms.compactMap(\.squeezed)).ranges(in: squeezed)
    }
  }

  /// Whether a text holds one of them, be it a short one.
  func isIn(_ text: String) -> Bool { isIn(Self.places(of: text)) }

  private func isIn(_ places: [EscapedText.Place]) -> Bool { forms.contains { !$0.ranges(in: places).isEmpty } }

  /// Whether a text holds one of them, or a part of one that no text holds by chance.
  func areHinted(at text: String) -> Bool {
    let places = Self.places(of: text)
    return isIn(places) || !SecretParts(of: tellingForms).ranges(in: places).isEmpty
  }

  /// A text with the mark in place of the secrets.
  func marked(in text: String) -> String {
    replaced(in: text, with: mark) { places in forms.flatMap { $0.ranges(in: places) } }
  }

  private static func places(of text: String) -> [EscapedText.Place] {
    Array(text.utf8).withUnsafeBytes { EscapedText(bytes: $0).places }
  }

  /// - Parameter find: Ranges of bytes, in any order; those that touch are replaced together.
  private func replaced(
    in text: String, with mark: String, _ find: ([EscapedText.Place]) -> [Range<Int>]
  ) -> String {
    guard !forms.isEmpty else { return text }
    let found = find(Self.places(of: text)).sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    guard !found.isEmpty else { return text }
    let bytes = Array(text.utf8)
    var (result, done, marked) = ([UInt8](), 0, -1)
    for range in found {
      if range.lowerBound > marked {
        result += bytes[done..<range.lowerBound]
        result += Array(mark.utf8)
      }
      marked = max(marked, range.upperBound)
      done = marked
    }
    result += bytes[done...]
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether bytes repeat one of them.
  func areTold(by bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes { scanner.first(in: $0) != nil } }

  /// Bytes of a text with the mark in place of each secret that is told; `nil` where none is.
  func marked(in bytes: [UInt8]) -> [UInt8]? { scanner.replaced(in: bytes, with: Array(mark.utf8)) }
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

extension Credential {
  /// `user:password`, which base64 makes a text of where it is sent.
  fileprivate var basicPairs: [String] {
    let logins: [(user: String, password: String)] =
      switch form {
      case .basic(let user, let password): [(user, password)]
      case .netrc(let netrc): netrc.all.map { ($0.user, $0.password) }
      case .key, .bearer, .header, .token: []
      }
    return logins.map { "\($0.user):\($0.password)" }
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
    if body.contains(0) || String(validating: body, as: UTF8.self) == nil {
      guard let wide = WideText(body) else {
        answer.tellsSecrets = secrets.areTold(by: body)
        return answer
      }
      if let marked = secrets.marked(in: wide.inUTF8) { answer.body = wide.with(marked) }
    } else if let marked = secrets.marked(in: body) {
      answer.body = marked
    }
    return answer
  }
}

/// A text in UTF-16, as some servers write XML.
private struct WideText {
  let inUTF8: [UInt8]
  private let isBigEndian: Bool

  /// `nil` for bytes without its byte order mark.
  init?(_ bytes: [UInt8]) {
    guard bytes.count % 2 == 0, bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) else { return nil }
    let isBigEndian = bytes[0] == 0xFE
    let units = stride(from: 0, to: bytes.count, by: 2).map { place in
      let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    guard let text = String(validating: units, as: UTF16.self) else { return nil }
    (inUTF8, self.isBigEndian) = (Array(text.utf8), isBigEndian)
  }

  func with(_ text: [UInt8]) -> [UInt8] {
    String(decoding: text, as: UTF8.self).utf16.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return isBigEndian ? [high, low] : [low, high]
    }
  }
}

/// Words about an address that somebody gave with a secret in it.
package enum AddressWords {
  /// - Returns: The words with `***` in place of the address's secrets, however a server wrote them.
  package static func hidingSecrets(of address: String, in words: String) -> String {
    Secrets(ofAddress: address).hiding(in: words)
  }
}
