import Diagnostics
import DocumentModel

/// What ArcGIS answers where tokens are concerned: objects of JSON, whose errors often come with status 200.
enum TokenAnswer {
  /// More than any answer about tokens has.
  private static let longest = 1 << 20
  /// Of a token; ArcGIS's have up to a few hundred.
  private static let longestToken = 6000

  /// A token that was given.
  struct Given: Hashable {
    let text: String
    /// Seconds, at least 30: one whose end has passed by the server's clock may be good all the same.
    let lifetime: Double
    let isForHTTPSAlone: Bool
  }

  /// An error of the service.
  struct Failure: Error, Hashable {
    let code: Int?
    /// In its own words or ours, lower case but for quotes; may repeat secrets.
    let reason: String

    /// 498 Invalid Token, 499 Token Required.
    var isOfToken: Bool { code == 498 || code == 499 }
  }

  /// Reads `{"token": "…", "expires": 1768482000000, "ssl": true}`.
  ///
  /// - Parameters:
  ///   - now: Seconds since 1970 by this computer's clock, for a server that does not say what its own shows: `expires` is
  ///     the server's, and the two may differ by hours.
  ///   - minutes: That were asked for, which bound what is believed.
  static func token(in answer: NetworkAnswer, now: Double, minutes: Int) throws(Failure) -> Given {
    if let text = plainToken(in: answer) {
      return Given(text: text, lifetime: Double(minutes * 60), isForHTTPSAlone: false)
    }
    let node = try object(in: answer)
    guard case .scalar(.text(let text))? = node["token"]?.content, !text.isEmpty, text.utf8.count <= longestToken,
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { throw Failure(code: nil, reason: "it answers without one") }
    let asked = Double(minutes * 60)
    let clock = answer.headers.date.flatMap { HTTPDate.seconds($0, now: now) } ?? now
    let lifetime = number(node["expires"]).map { $0 / 1000 - clock } ?? asked
    let isForHTTPSAlone = node["ssl"]?.content == .scalar(.bool(true))
    return Given(text: text, lifetime: min(max(lifetime, 30), asked), isForHTTPSAlone: isForHTTPSAlone)
  }

  /// The token of a server before 10.1, which answers with nothing else: one long word.
  private static func plainToken(in answer: NetworkAnswer) -> String? {
    guard answer.body.count <= longestToken + 8, let text = String(validating: answer.body, as: UTF8.self) else {
      return nil
    }
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 1, words[0].utf8.count >= shortestPlainToken,
      words[0].utf8.allSatisfy({ 48...57 ~= $0 || 65...90 ~= $0 || 97...122 ~= $0 || "-_.".utf8.contains($0) })
    else { return nil }
    return String(words[0])
  }

  /// Shorter words may be of people.
  private static let shortestPlainToken = 32

  /// What a server or a portal says of itself at `/rest/info`.
  struct Info: Hashable {
    /// The portal that it belongs to.
    let owner: String?
    let tokenService: String?
  }

  static func info(in answer: NetworkAnswer) throws(Failure) -> Info {
    let node = try object(in: answer)
    return Info(owner: text(node["owningSystemUrl"]), tokenService: text(node["authInfo"]?["tokenServicesUrl"]))
  }

  /// Whether an answer is the error of a token that is missing, unknown or too old. Quick for pictures.
  static func refusal(in answer: NetworkAnswer) -> Failure? {
    guard answer.body.count <= 64 << 10,
      answer.body.first(where: { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }) == UInt8(ascii: "{")
    else { return nil }
    do throws(Failure) {
      _ = try object(in: answer)
      return nil
    } catch {
      return error.isOfToken ? error : nil
    }
  }

  private static func object(in answer: NetworkAnswer) throws(Failure) -> Node {
    let start = String(decoding: answer.body.prefix(512), as: UTF8.self).lowercased()
    if start.contains("<html") || start.contains("<!doctype") {
      throw Failure(code: nil, reason: "it answers with an HTML page, as those do that want people to log in")
    }
    guard answer.body.count <= longest,
      let node = try? JSONText.read(SourceFile(path: "", bytes: answer.body)), case .mapping = node.content
    else { throw Failure(code: nil, reason: "it answers with something else than an object of JSON") }
    if let error = node["error"], error.content != .scalar(.null) { throw failure(error) }
    // Of servers before 10.1.
    if text(node["status"]) == "error" { throw failure(node) }
    return node
  }

  private static func failure(_ error: Node) -> Failure {
    var texts = [text(error["message"])].compactMap(\.self)
    for key in ["details", "messages"] {
      if case .sequence(let items)? = error[key]?.content { texts += items.prefix(3).compactMap { text($0) } }
    }
    let words = texts.flatMap { $0.split(whereSeparator: \.isWhitespace) }.joined(separator: " ")
    let code = number(error["code"]).map { Int($0) }
    return Failure(code: code, reason: words.isEmpty ? "its server gives no reason" : "the server says `\(words)`")
  }

  private static func text(_ node: Node?) -> String? {
    guard case .scalar(.text(let text))? = node?.content, !text.isEmpty else { return nil }
    return text
  }

  private static func number(_ node: Node?) -> Double? {
    switch node?.content {
    case .scalar(.int(let value)): Double(value)
    case .scalar(.double(let value, _)) where abs(value) < 1e15: value
    default: nil
    }
  }
}
