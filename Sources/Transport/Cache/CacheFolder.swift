import DocumentModel
import Glibc

/// Where the cache lies.
package enum CacheFolder {
  /// The first that is given: `--cache`, `MAPDOC_CACHE`, `cache:` of the project, `$XDG_CACHE_HOME/mapdoc`, `~/.cache/mapdoc`.
  /// - Parameters:
  ///   - option: The value of `--cache`.
  ///   - environment: Looks up a variable.
  /// - Returns: `nil` where none is given and there is no home folder.
  package static func path(
    option: String?, settings: ProjectSettings,
    environment: (String) -> String? = { name in getenv(name).map { String(cString: $0) } }
  ) -> String? {
    for given in [option, environment("MAPDOC_CACHE"), settings.cacheFolder] {
      if let given, !given.isEmpty { return withoutSlash(given) }
    }
    // The XDG Base Directory Specification has paths that are not absolute ignored.
    if let base = environment("XDG_CACHE_HOME"), base.hasPrefix("/") { return withoutSlash(base) + "/mapdoc" }
    guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
    return withoutSlash(home) + "/.cache/mapdoc"
  }

  private static func withoutSlash(_ path: String) -> String {
    path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// Makes the folder and those on its way, for this user alone.
  /// - Returns: What the system says when it is not there afterwards.
  static func make(_ path: String) -> String? {
    var place = path.startIndex
    while place < path.endIndex {
      let next = path[path.index(after: place)...].firstIndex(of: "/") ?? path.endIndex
      if mkdir(String(path[..<next]), 0o700) != 0, errno != EEXIST, next == path.endIndex {
        return String(cString: strerror(errno)).lowercased()
      }
      place = next
    }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return "it is not a folder" }
    return nil
  }
}
