import FoundationEssentials

/// The files that the project shows itself with.
package enum Showcase {
  /// The project's own folder.
  package static let root: String = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  package static func path(_ name: String) -> String { root + "/" + name }

  package static func bytes(_ name: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(filePath: path(name))))
  }
}
