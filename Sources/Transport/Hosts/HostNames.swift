#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Names of hosts as the system finds them, without a word to the hosts.
package enum HostNames {
  /// Whether a name has an address here; it may take as long as the system's own time-out.
  package static func isKnown(_ host: String) -> Bool {
    let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    var result: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(name, nil, nil, &result)
    if let result { freeaddrinfo(result) }
    // A resolver that stumbles says nothing of the name.
    return status == 0 || status != EAI_NONAME
  }
}
