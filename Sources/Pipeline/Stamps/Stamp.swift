import DocumentModel
import FoundationEssentials
import Geodesy
import Glibc
import Transport

/// What a picture was made of: when all of it is as it was, the picture is up to date.
///
/// Kept in `.mapdoc/stamps/` at the project's root, one file for each output: a text of lines.
struct Stamp: Sendable, Hashable {
  /// Digest of mapdoc's version, the resolved document and the choice of view and format.
  var recipe: String
  /// Size and time of change of the picture, so that one that was changed by hand is made again.
  var picture: FileState
  /// What its layers' tiles were.
  var tiles: [Layer]

  /// Digests are 16 hex digits each; `-` stands for an absent tile.
  struct Layer: Sendable, Hashable {
    var id: String
    /// Of its tiles in the order of rows and columns.
    var digests: [String]
    /// Coarser tiles that were looked for in place of absent ones (`onMissingTile: parent`).
    var parents: [Parent] = []
  }

  struct Parent: Sendable, Hashable {
    var tile: TileIndex
    var digest: String
  }

  private static let head = "mapdoc stamp 2"
  /// Without it the text is torn.
  private static let end = "end"

  /// The form that is written.
  var text: String {
    var lines = [Self.head, "recipe \(recipe)", "picture \(picture.bytes) \(picture.changed)"]
    for layer in tiles {
      let parents = layer.parents.map(\.text)
      lines.append(
        "layer \(layer.id)\t\(layer.digests.joined(separator: " "))\t\(parents.joined(separator: " "))")
    }
    return (lines + [Self.end]).joined(separator: "\n")
  }

  /// - Returns: `nil` for a text of another form: the picture is then made again.
  init?(text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count >= 4, lines[0] == Self.head, lines.last == Self.end[...], lines[1].hasPrefix("recipe ") else {
      return nil
    }
    let numbers = lines[2].split(separator: " ").dropFirst().compactMap { Int($0) }
    guard lines[2].hasPrefix("picture "), numbers.count == 2 else { return nil }
    recipe = String(lines[1].dropFirst("recipe ".count))
    picture = FileState(bytes: numbers[0], changed: numbers[1])
    tiles = lines.dropFirst(3).dropLast().compactMap { line in
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[0].hasPrefix("layer ") else { return nil }
      return Layer(
        id: String(parts[0].dropFirst("layer ".count)), digests: parts[1].split(separator: " ").map(String.init),
        parents: parts[2].split(separator: " ").compactMap(Parent.init(text:)))
    }
  }

  init(recipe: String, picture: FileState, tiles: [Layer]) {
    self.recipe = recipe
    self.picture = picture
    self.tiles = tiles
  }
}

extension Stamp.Parent {
  /// `level/column/row=digest`.
  fileprivate var text: String { "\(tile.level)/\(tile.column)/\(tile.row)=\(digest)" }

  fileprivate init?(text: Substring) {
    let parts = text.split(separator: "=", maxSplits: 1)
    let numbers = parts.first?.split(separator: "/").compactMap { Int($0) } ?? []
    guard parts.count == 2, numbers.count == 3 else { return nil }
    self.init(
      tile: TileIndex(level: numbers[0], column: numbers[1], row: numbers[2]), digest: String(parts[1]))
  }
}

/// Size and time of change of a file.
struct FileState: Sendable, Hashable {
  let bytes: Int
  /// Nanoseconds since 1970, cut to 64 bits: only ever compared.
  let changed: Int
}

/// The stamps of one project.
struct StampFolder: Sendable {
  let root: String

  func stamp(of output: String) -> Stamp? {
    guard let data = FileManager.default.contents(atPath: path(of: output)) else { return nil }
    return Stamp(text: String(decoding: data, as: UTF8.self))
  }

  /// Writes a stamp; a project on a read-only disk has none, and its pictures are made again each time. It is not synced:
  /// one that a crash has torn lacks its end, and its picture is made again.
  func write(_ stamp: Stamp, of output: String) {
    let path = path(of: output)
    do {
      try FileManager.default.createDirectory(
        atPath: root + "/.mapdoc/stamps", withIntermediateDirectories: true)
      let aside = "\(path).\(getpid())"
      if !Self.write(Array(stamp.text.utf8), to: aside) || rename(aside, path) != 0 {
        unlink(aside)
        remove(of: output)
      }
    } catch {
      remove(of: output)
    }
  }

  private static func write(_ bytes: [UInt8], to path: String) -> Bool {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { return false }
      rest = rest.dropFirst(max(0, count))
    }
    return true
  }

  /// After a failure: the picture that is there is an old one.
  func remove(of output: String) {
    // There may be none, and then nothing is to be done.
    try? FileManager.default.removeItem(atPath: path(of: output))
  }

  private func path(of output: String) -> String {
    let name = SHA256.digest(of: Array(PathResolution.absolute(output).utf8)).hex.prefix(32)
    return root + "/.mapdoc/stamps/\(name)"
  }
}

extension FileState {
  /// - Returns: `nil` where there is no such file.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(bytes: Int(status.st_size), changed: status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec)
  }
}
