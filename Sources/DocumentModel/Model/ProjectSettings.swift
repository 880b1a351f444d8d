import Diagnostics

/// What `.mapdoc.yaml` at the root of a project says; all defaults where there is none.
package struct ProjectSettings: Sendable {
  /// Absolute, without a slash at the end: output paths are relative to it.
  package var root: String
  /// The file it was read from.
  package var file: SourceFile?
  /// Absolute; `nil` is the user's cache folder.
  package var cacheFolder: String?
  /// In bytes.
  package var cacheLimit: Int
  /// An address for the User-Agent: who to write to about these requests.
  package var contact: String?
  /// In place of `mapdoc/VERSION (...)`.
  package var userAgent: String?
  /// By host name, lower case; with a port (`host:8080`) for that port alone.
  package var hosts: [String: HostSettings]
  /// What the layers of its documents may name.
  package var credentials = CredentialMap()
  /// `canvas` and `layers` keys that documents inherit; a mapping.
  package var defaults: Node?
  package var pictureBounds = PictureBounds()
  /// Severities by code; `nil` is off.
  package var lint: [Code: Severity?]

  package init(root: String) {
    self.root = root
    self.cacheLimit = 2 << 30
    self.hosts = [:]
    self.lint = [:]
  }
}

/// How one host is asked.
package struct HostSettings: Sendable, Hashable {
  package var connections: Int
  /// `nil`: no bound.
  package var requestsPerSecond: Double?
  package var proxy: String?
  /// Absolute path of a PEM file.
  package var certificateFile: String?
  package var headers: [Layer.Header]

  package init(
    connections: Int = 6, requestsPerSecond: Double? = nil, proxy: String? = nil,
    certificateFile: String? = nil, headers: [Layer.Header] = []
  ) {
    self.connections = connections
    self.requestsPerSecond = requestsPerSecond
    self.proxy = proxy
    self.certificateFile = certificateFile
    self.headers = headers
  }
}
