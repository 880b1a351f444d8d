import DocumentModel
import Transport

/// Where pictures of a WMS are asked for.
///
/// The capabilities say it, and often wrongly: with the name that a server has inside its house, or by `http` behind a proxy
/// that adds the `s`. What the document says holds wherever the two may be one server: its scheme and host, and its values
/// of parameters.
struct WMSMapAddress: Sendable {
  /// Ready for parameters: it ends in `?` or `&`.
  let text: String
  /// It is the host that the document names, or the document names a file.
  let isOfSameHost: Bool

  /// - Parameters:
  ///   - given: As the capabilities say; `nil` where they say nothing.
  ///   - credential: Its secrets, which servers repeat in their addresses, are taken out.
  ///   - isKnown: Whether a host has an address here: one that has none cannot be asked, where the document's can.
  /// - Throws: `unreadable` where neither says an address of the web.
  init(
    _ given: String?, of document: ServiceAddress, credential: Credential?, source: String,
    isKnown: (String) -> Bool = { _ in true }
  ) throws(SourceError) {
    // Where the server repeats the key of a credential, its place stands.
    let escaped = given.map { AddressEscaping.escaped($0) }
    let key = AddressEscaping.escaped(Credential.keyPlaceholder)
    guard !document.isFile else {
      guard let escaped, (try? Address(escaped)) != nil else {
        throw .unreadable(
          path: source, place: "element GetMap", reason: "the capabilities give no address of the web for `GetMap`")
      }
      text = Self.open(escaped)
      isOfSameHost = true
      return
    }
    let (path, query) = document.withoutQuestion(of: "WMS")
    let isCapabilitiesFile = path.lowercased().hasSuffix(".xml")
    guard let escaped, let own = try? Address(path), let other = try? own.following(escaped),
      !path.contains(Credential.keyPlaceholder), !Self.path(of: escaped).contains(key),
      !(credential?.secrets.contains { !$0.isEmpty && Self.path(of: escaped).contains($0) } ?? false),
      isCapabilitiesFile || Self.isReachable(other, from: own),
      isCapabilitiesFile || other.host == own.host || isKnown(other.host) || !isKnown(own.host)
    else {
      text = Self.open(([path + "?"] + [query.joined(separator: "&")]).joined())
      isOfSameHost = true
      return
    }
    let isSame = own.host == other.host && (own.port == other.port || own.isSecure && !other.isSecure)
    let target = String(other.target.prefix { $0 != "?" })
    let taken = Set(query.map(Self.name))
    var parameters = query
    for part in other.target.dropFirst(target.count + 1).split(separator: "&").map(String.init) {
      let isSecret =
        part.contains(key)
        || credential?.secrets.contains { !$0.isEmpty && PercentEncoding.decoded(part).contains($0) } ?? false
      let isQuestion = ["service", "request", "version"].contains(Self.name(part))
      if !taken.contains(Self.name(part)), !isSecret, !isQuestion { parameters.append(part) }
    }
    text = Self.open((isSame ? own.origin : other.origin) + target + "?" + parameters.joined(separator: "&"))
    isOfSameHost = isSame
  }

  private static func path(of address: String) -> Substring { address.prefix { $0 != "?" } }

  private static func name(_ parameter: String) -> String { parameter.prefix { $0 != "=" }.lowercased() }

  private static func open(_ address: String) -> String {
    let address = address.prefix { $0 != "#" }
    if !address.contains("?") { return address + "?" }
    return address.hasSuffix("?") || address.hasSuffix("&") ? String(address) : address + "&"
  }

  /// False for a place that means another one seen from here: this computer at another port, a private network seen from
  /// the web.
  private static func isReachable(_ other: Address, from own: Address) -> Bool {
    let isThisComputer = other.host == "localhost" || other.host.hasPrefix("127.") || other.host == "[::1]"
    if isThisComputer, own.hostAndPort != other.hostAndPort { return false }
    return !isInternal(other.host) || isInternal(own.host)
  }

  /// A name that means something only where the server stands: this computer, a private network, a name without a dot.
  private static func isInternal(_ host: String) -> Bool {
    // RFC 6762, appendix G, and RFC 6761 beside those of wide use.
    let endings = [
      ".local", ".internal", ".lan", ".intranet", ".private", ".corp", ".home", ".localdomain", ".home.arpa",
    ]
    if host == "localhost" || endings.contains(where: host.hasSuffix) { return true }
    if host.hasPrefix("[") { return host == "[::1]" || host.hasPrefix("[fe80") || host.hasPrefix("[fd") }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    if numbers.count == 4, !numbers.contains(nil) {
      let (first, second) = (numbers[0] ?? 0, numbers[1] ?? 0)
      return [0, 10, 127].contains(first) || (first, second) == (192, 168) || (first, second) == (169, 254)
        || first == 172 && 16...31 ~= second
    }
    return !host.contains(".")
  }
}
