import FoundationEssentials

/// Real files of every kind, kept beside the project, not in it.
package enum Fixtures {
  /// The folder of fixtures, `nil` where it is not there: tests that need it are skipped with `.enabled(if:)`.
  package static let folder: String? = {
    let project = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder = project.deletingLastPathComponent().appending(path: "shared/fixtures").path
    return FileManager.default.fileExists(atPath: folder) ? folder : nil
  }()

  package static var areHere: Bool { folder != nil }
  package static let absence: String = "the fixtures beside the project are not here"

  package static func path(_ name: String) -> String { (folder ?? "") + "/" + name }

  package static func bytes(_ name: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(filePath: path(name))))
  }

  /// Lines of a CSV file without quotes, each a list of its cells, without the head.
  package static func rows(_ name: String) throws -> [[String]] {
    String(decoding: try bytes(name), as: UTF8.self).split(whereSeparator: \.isNewline).dropFirst()
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
  }
}
