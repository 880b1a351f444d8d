import Diagnostics
import Glibc

/// Paths as documents and the command line write them.
package enum PathResolution {
  /// Where data lies that a document names: relative paths are relative to the file in which the value stands.
  ///
  /// - Parameter node: The value, or one beside it: what counts is the file of its range.
  /// - Returns: Absolute, or relative to the working folder.
  package static func dataPath(_ text: String, of node: Node) -> String {
    joined(folder(of: node.range.file.path), text)
  }

  /// `path` seen from `folder`, without needless `.` and `..`.
  package static func joined(_ folder: String, _ path: String) -> String {
    if path.utf8.first == UInt8(ascii: "/") || folder.isEmpty { return normalised(path) }
    return normalised(folder.utf8.last == UInt8(ascii: "/") ? folder + path : folder + "/" + path)
  }

  /// The folder that holds a file: `""` is the working folder.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last component: `harbour.yaml` of `maps/harbour.yaml`.
  package static func lastComponent(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The last component without its suffix: `harbour` of `maps/harbour.yaml`.
  package static func stem(of path: String) -> String {
    let name = lastComponent(of: path)
    return dot(in: name).map { String(name[..<$0]) } ?? name
  }

  /// What stands behind the last dot of the last component, as written: `yaml` of `maps/harbour.yaml`; empty where there is
  /// none.
  package static func suffix(of path: String) -> String {
    let name = lastComponent(of: path)
    return dot(in: name).map { String(name[name.index(after: $0)...]) } ?? ""
  }

  /// The dot before a suffix; the one that hides a file is none.
  private static func dot(in name: String) -> String.Index? {
    name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 }
  }

  /// As messages show it: relative to the working folder where it lies below it.
  package static func shown(_ path: String) -> String {
    guard path.utf8.first == UInt8(ascii: "/") else { return normalised(path) }
    let path = normalised(path)
    let working = workingFolder
    if path == working { return "." }
    let prefix = working == "/" ? "/" : working + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }

  package static func absolute(_ path: String) -> String { joined(workingFolder, path) }

  /// Absolute, without a slash at the end.
  package static var workingFolder: String {
    guard let bytes = getcwd(nil, 0) else { return "/" }
    defer { free(bytes) }
    return String(cString: bytes)
  }

  /// The path behind all symbolic links; `nil` where there is no such file.
  package static func real(_ path: String) -> String? {
    guard let bytes = realpath(path, nil) else { return nil }
    defer { free(bytes) }
    return String(cString: bytes)
  }

  /// Whether a path is a folder or lies below it, both as ``real(_:)`` gives them.
  package static func isBelow(_ folder: String, _ path: String) -> Bool {
    folder == "/" || path == folder || path.hasPrefix(folder + "/")
  }

  /// Without `.`, `//` and a slash at the end; `..` takes a folder away unless that is a symbolic link.
  package static func normalised(_ path: String) -> String {
    if !needsWork(path) { return path }
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        if !isLink((isAbsolute ? "/" : "") + parts.joined(separator: "/")) {
          parts.removeLast()
          continue
        }
      } else if part == "..", parts.isEmpty, isAbsolute {
        continue
      }
      parts.append(part)
    }
    if parts.isEmpty { return isAbsolute ? "/" : "." }
    return (isAbsolute ? "/" : "") + parts.joined(separator: "/")
  }

  private static func needsWork(_ path: String) -> Bool {
    var last = UInt8(ascii: "/")
    var isFirst = true
    for byte in path.utf8 {
      if last == UInt8(ascii: "/"), byte == UInt8(ascii: ".") || (byte == UInt8(ascii: "/") && !isFirst) {
        return true
      }
      last = byte
      isFirst = false
    }
    return isFirst || (last == UInt8(ascii: "/") && path.utf8.count > 1)
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }
}
