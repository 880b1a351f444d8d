import DocumentModel
import Synchronization

/// What is known of each host of the run, and the gate to it; all maps share it.
final class Hosts: Sendable {
  /// How one host is asked.
  struct Host: Sendable {
    let settings: HostSettings
    let gate: HostGate
  }

  private let settings: [String: HostSettings]
  private let longestPause: Double
  private let time: Timekeeper
  private let gates = Mutex<[String: HostGate]>([:])

  /// - Parameter settings: By `host` or `host:port`, lower case.
  init(settings: [String: HostSettings], longestPause: Double, time: Timekeeper) {
    self.settings = settings
    self.longestPause = longestPause
    self.time = time
  }

  /// A host with settings for a port has a gate for that port alone; all its other ports share one.
  func host(of address: Address) -> Host {
    let (key, settings) = entry(of: address)
    let gate = gates.withLock { gates in
      if let gate = gates[key] { return gate }
      let gate = HostGate(
        connections: settings.connections, requestsPerSecond: settings.requestsPerSecond, longestPause: longestPause,
        time: time)
      gates[key] = gate
      return gate
    }
    return Host(settings: settings, gate: gate)
  }

  /// The headers that the project sends to this host, whatever asks.
  func headers(of address: Address) -> [Layer.Header] { entry(of: address).settings.headers }

  private func entry(of address: Address) -> (key: String, settings: HostSettings) {
    let bare = address.host.hasPrefix("[") ? String(address.host.dropFirst().dropLast()) : address.host
    if let own = settings[address.hostAndPort] { return (address.hostAndPort, own) }
    return (address.host, settings[address.host] ?? settings[bare] ?? HostSettings())
  }
}
