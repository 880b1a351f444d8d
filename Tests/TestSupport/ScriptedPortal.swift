import Synchronization

/// A portal of ArcGIS at `/portal` and a server at `/server` that asks for its tokens, both on one scripted server, well or
/// badly behaved. Reached as `localhost` and as `127.0.0.1` they are two hosts.
package final class ScriptedPortal: Sendable {
  /// How it behaves; may be changed while it runs.
  package struct Behaviour: Sendable {
    package var passwords = ["map": "pass/+wörd9"]
    /// Of a token, in seconds, whatever is asked for.
    package var lifetime = 3600.0
    /// What its clock shows, in seconds since 1970.
    package var clock: @Sendable () -> Double
    /// In answers about tokens, as an HTTP date.
    package var date: String?
    /// Its portal's address as the server gives it; `nil`: it stands alone.
    package var owner: String?
    package var readsHeader = true
    package var wantsTokensOverHTTPS = false
    /// Errors about tokens come with their own status, not in an answer of 200.
    package var errorsHaveStatus = false
    /// Tokens that it does not take, whatever it gave.
    package var refusesAll = false
    /// In place of what the portal would answer to a POST.
    package var instead: ScriptedServer.Reply?
    /// In place of the portal's own at `/portal/sharing/rest/info`.
    package var info: String?
    /// What the services answer with a good token.
    package var content: @Sendable (ScriptedServer.Request) -> ScriptedServer.Reply = { _ in .ok([1]) }
  }

  private struct Issued {
    let user: String
    let referer: String
    let ends: Double
    /// `nil`: for the portal.
    let server: String?
  }

  private struct State {
    var behaviour: Behaviour
    var tokens: [String: Issued] = [:]
    var base = ""
  }

  private final class Shelf: Sendable {
    let state: Mutex<State>
    init(_ behaviour: Behaviour) { state = Mutex(State(behaviour: behaviour)) }
  }

  private let shelf: Shelf
  package let server: ScriptedServer

  package init(clock: @escaping @Sendable () -> Double) throws {
    let shelf = Shelf(Behaviour(clock: clock))
    self.shelf = shelf
    server = try ScriptedServer { Self.reply(to: $0, shelf) }
    let base = "http://localhost:\(server.port)/portal"
    shelf.state.withLock {
      $0.base = base
      $0.behaviour.owner = base
    }
  }

  /// Of the portal, as `localhost`.
  package var address: String { "http://localhost:\(server.port)/portal" }
  /// Of a service of the server, as `127.0.0.1`.
  package var service: String { server.baseAddress + "/server/rest/services/Ground/MapServer" }

  package func change(_ body: (inout Behaviour) -> Void) { shelf.state.withLock { body(&$0.behaviour) } }

  /// Every token so far.
  package var tokens: [String] { shelf.state.withLock { $0.tokens.keys.sorted() } }

  /// All tokens end now.
  package func endTokens() {
    shelf.state.withLock { state in
      state.tokens = state.tokens.mapValues {
        Issued(user: $0.user, referer: $0.referer, ends: -.infinity, server: $0.server)
      }
    }
  }

  /// The bodies of all that asked for tokens.
  package var grants: [String] { server.requests.filter { $0.method == "POST" }.map(\.body) }

  /// What asked for something of a service.
  package var served: [ScriptedServer.Request] { server.requests.filter { $0.target.contains("/rest/services") } }

  private static func reply(to request: ScriptedServer.Request, _ shelf: Shelf) -> ScriptedServer.Reply {
    shelf.state.withLock { state in
      let path = request.target.prefix { $0 != "?" }
      if path.hasSuffix("/generateToken") { return token(request, &state) }
      switch path {
      case "/portal/sharing/rest/info":
        return json(
          state.behaviour.info
            ?? """
            {"owningSystemUrl": "\(state.base)",
             "authInfo": {"tokenServicesUrl": "\(state.base)/sharing/rest/generateToken", "isTokenBasedSecurity": true}}
            """, state)
      case "/server/rest/info":
        let owner = state.behaviour.owner.map { "\"owningSystemUrl\": \"\($0)\", " } ?? ""
        return json("{\"currentVersion\": 11.1, \(owner)\"authInfo\": {\"isTokenBasedSecurity\": true}}", state)
      default: return service(request, state)
      }
    }
  }

  private static func token(_ request: ScriptedServer.Request, _ state: inout State) -> ScriptedServer.Reply {
    if let instead = state.behaviour.instead { return instead }
    guard request.method == "POST" else { return .status(405) }
    let fields = fields(request.body)
    let referer = fields["referer"] ?? ""
    let user: String
    if let server = fields["serverUrl"] {
      guard server.hasSuffix("/server") else { return error(400, "Unable to generate token.", "Unknown server", state) }
      guard let own = state.tokens[fields["token"] ?? ""], own.server == nil, own.ends > state.behaviour.clock() else {
        return error(498, "Invalid token.", nil, state)
      }
      user = own.user
    } else {
      user = fields["username"] ?? ""
      guard let password = state.behaviour.passwords[user], password == fields["password"] else {
        return error(
          400, "Unable to generate token.", "Invalid username or password: \(fields["password"] ?? "")", state)
      }
    }
    let text = "t0ken/+\(user)-\(state.tokens.count + 1)=="
    let ends = state.behaviour.clock() + state.behaviour.lifetime
    state.tokens[text] = Issued(user: user, referer: referer, ends: ends, server: fields["serverUrl"])
    let ssl = state.behaviour.wantsTokensOverHTTPS
    return json("{\"token\": \"\(text)\", \"expires\": \(Int(ends * 1000)), \"ssl\": \(ssl)}", state)
  }

  private static func service(_ request: ScriptedServer.Request, _ state: State) -> ScriptedServer.Reply {
    var text = fields(request.target.drop { $0 != "?" }.dropFirst())["token"]
    if state.behaviour.readsHeader, let header = request.header("X-Esri-Authorization") {
      text = String(header.dropFirst("Bearer ".count))
    }
    guard let text else { return error(499, "Token Required", nil, state) }
    let isOfServer = request.target.hasPrefix("/server/") && state.behaviour.owner != nil
    guard !state.behaviour.refusesAll, let token = state.tokens[text], token.ends > state.behaviour.clock(),
      token.referer == request.header("Referer"), (token.server != nil) == isOfServer
    else { return error(498, "Invalid Token", "token \(text) is not known", state) }
    return state.behaviour.content(request)
  }

  private static func error(
    _ code: Int, _ message: String, _ detail: String?, _ state: State
  ) -> ScriptedServer.Reply {
    let details = detail.map { "\"\($0)\"" } ?? ""
    let text = "{\"error\": {\"code\": \(code), \"message\": \"\(message)\", \"details\": [\(details)]}}"
    guard state.behaviour.errorsHaveStatus else { return json(text, state) }
    return .answer(status: code, headers: [("Content-Type", "application/json")], body: Array(text.utf8))
  }

  private static func json(_ text: String, _ state: State) -> ScriptedServer.Reply {
    .ok(text, type: "application/json", state.behaviour.date.map { [("Date", $0)] } ?? [])
  }

  /// Of a form or a query.
  private static func fields(_ text: some StringProtocol) -> [String: String] {
    var fields: [String: String] = [:]
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      fields[decoded(parts[0])] = parts.count == 2 ? decoded(parts[1]) : ""
    }
    return fields
  }

  private static func decoded(_ text: some StringProtocol) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
