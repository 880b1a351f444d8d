import DocumentModel

extension PoliteClient {
  /// What is sent to an address.
  struct Question {
    /// With the key of a credential in its place: never shown.
    let address: Address
    let lines: [String]
  }

  /// - Parameter carriesOwn: With the headers and the credential of the request.
  func question(
    to address: Address, carriesOwn: Bool, _ journey: Journey, _ host: Hosts.Host
  ) throws(FetchError) -> Question {
    var headers = carriesOwn ? journey.request.headers : []
    var wireAddress = address
    // Whether a token is for the host has been seen to.
    if carriesOwn, let credential = journey.request.credential,
      journey.token != nil || credential.isMeant(for: address)
    {
      let sent = try credential.sent(to: address, token: journey.token)
      let names = Set(sent.headers.map { $0.name.lowercased() })
      headers = headers.filter { !names.contains($0.name.lowercased()) } + sent.headers
      wireAddress = sent.address
    }
    // A brace is rare, and looked for much faster than a word.
    let mayAskForKey = wireAddress.target.utf8.contains(UInt8(ascii: "{"))
    guard !mayAskForKey || !wireAddress.target.contains(Credential.keyPlaceholder) else {
      throw .credentialWithheld(
        address: Address.redacted(address.text), reason: "it asks for a key, and none is for `\(address.host)`")
    }
    return Question(
      address: wireAddress,
      lines: try headerLines(
        headers + journey.conditions
          + journey.request.rangeHeaders.map { Layer.Header(name: $0.name, value: $0.value) },
        of: host, for: address))
  }

  /// The request's own headers go before the project's of the same name.
  private func headerLines(
    _ headers: [Layer.Header], of host: Hosts.Host, for address: Address
  ) throws(FetchError) -> [String] {
    let own = Set(headers.map { $0.name.lowercased() })
    let all = host.settings.headers.filter { !own.contains($0.name.lowercased()) } + headers
    var lines: [String] = []
    for header in all {
      guard address.isSecure || !header.needsSafety else {
        throw .credentialWithheld(
          address: Address.redacted(address.text),
          reason: "header `\(header.name.prefix(40))` has a value of the environment, and is not sent over plain HTTP, "
            + "where others can read it")
      }
      let isName = !header.name.isEmpty && header.name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != 0x3a }
      guard isName, header.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else {
        throw .badAddress(
          Address.redacted(address.text),
          reason: "header `\(header.name.prefix(40))` has a character that no header may have")
      }
      // curl's way to send a header without a value; `Name:` would take it away.
      lines.append(header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)")
    }
    return lines
  }
}
