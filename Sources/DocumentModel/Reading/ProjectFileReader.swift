import Diagnostics

extension ProjectSettings {
  /// The name of the file at the root of a project.
  package static let fileName = ".mapdoc.yaml"

  /// Reads the project file of a folder.
  ///
  /// - Parameters:
  ///   - root: Absolute, without a slash at the end.
  ///   - environment: The values of `${env:NAME}` in headers and proxies, and `HOME` for `~`.
  /// - Returns: All defaults where there is no such file; what is wrong with it, in the order of the text.
  package static func load(root: String, environment: [String: String] = [:]) -> (ProjectSettings, [Diagnostic]) {
    var settings = ProjectSettings(root: root)
    let path = PathResolution.shown((root == "/" ? "" : root) + "/" + fileName)
    let bytes: [UInt8]
    do {
      bytes = try FileReading.bytes(of: path, limit: 1 << 20)
    } catch {
      if error.isMissingFile { return (settings, []) }
      let file = SourceFile(path: path, bytes: [])
      settings.file = file
      return (settings, [.unreadable(path, error, at: SourceRange(startOf: file))])
    }
    let file = SourceFile(path: path, bytes: bytes)
    settings.file = file
    let (node, findings) = YAMLReader.read(file)
    let context = ReadingContext(vocabulary: LayerVocabulary(kinds: []), environment: environment)
    if let node { settings.read(node, in: context) }
    // An empty project file marks the root of a project: that is what it is for.
    let own = findings.filter { $0.code != .emptyDocument } + context.findings
    let placed = node.map { FindingPlaces.fill(own, from: $0) } ?? own
    return (settings, placed.sorted())
  }

  /// - Parameter node: The content of the file; what is wrong with it is reported.
  mutating func read(_ node: Node, in context: ReadingContext) {
    guard let reader = MappingReader(node, fields: ProjectKeys.all, as: "a project file", in: context) else { return }
    if let cache = reader.read(ProjectKeys.cache) {
      cacheFolder = cache.folder.map { absolute($0, in: context) }
      cacheLimit = cache.limit ?? cacheLimit
    }
    contact = reader.read(ProjectKeys.contact)?.text
    userAgent = reader.read(ProjectKeys.userAgent)?.text
    hosts = (reader.read(ProjectKeys.hosts)?.hosts ?? [:]).mapValues { written in
      var host = written
      host.certificateFile = written.certificateFile.map { absolute($0, in: context) }
      return host
    }
    credentials = reader.read(ProjectKeys.credentials) ?? CredentialMap()
    checkCertificateFiles(reader.value(ProjectKeys.hosts.name), in: context)
    if let limits = reader.read(ProjectKeys.limits) { pictureBounds = limits.bounds }
    lint = reader.read(ProjectKeys.lint)?.severities ?? [:]
    if reader.read(ProjectKeys.defaults) != nil { defaults = reader.value(ProjectKeys.defaults.name) }
    SecretRule.check(node, texts: [node.range.file], in: context)
  }

  /// Each `caFile` has to be there: without it no request to its host can succeed.
  private func checkCertificateFiles(_ node: Node?, in context: ReadingContext) {
    guard case .mapping(let entries)? = node?.content else { return }
    for entry in entries {
      guard let path = hosts[entry.key.lowercased()]?.certificateFile, let value = entry.value["caFile"] else {
        continue
      }
      do throws(UnreadableFile) { _ = try FileReading.bytes(of: path, limit: 0) } catch {
        let what = error.isMissingFile ? "does not exist" : "cannot be read: \(error.reason)"
        context.report(
          Diagnostic(
            .sourceNotFound, "`\(PathResolution.shown(path))` \(what)", at: value.range,
            hint: Hint("name a PEM file of certificates, relative to `\(Self.fileName)`")))
      }
    }
  }

  /// A path of the project file, from its folder or from the user's.
  private func absolute(_ path: String, in context: ReadingContext) -> String {
    if path == "~" || path.hasPrefix("~/"), let home = context.environment["HOME"], !home.isEmpty {
      return PathResolution.joined(home, String(path.dropFirst(2)))
    }
    return PathResolution.joined(root, path)
  }
}

/// The keys of `.mapdoc.yaml`.
enum ProjectKeys {
  static let cache = OptionalField<CacheKeys>("cache", "the folder of the cache, or a map with `folder` and `limit`")
  static let contact = OptionalField<HeaderText>(
    "contact", "an address for the User-Agent: who to write to about these requests")
  static let userAgent = OptionalField<HeaderText>("userAgent", written: "mapdoc's own", "the whole User-Agent")
  static let hosts = OptionalField<HostMap>(
    "hosts", "how hosts are asked, by name; with a port (`host:8080`) for that port alone")
  static let credentials = OptionalField<CredentialMap>(
    "credentials", "credentials that all documents may name; a document's own of the same name goes before")
  static let defaults = OptionalField<ProjectDefaultKeys>(
    "defaults", "keys that documents have where they say nothing: a `canvas`, and `layers` with keys of all layers")
  static let limits = OptionalField<LimitKeys>(
    "limits",
    "how large pictures may be, in device pixels: `pictureSide` a side (65535; up to a million) and `picturePixels` in all "
      + "(2147483648); `.jpg` ends at 65500 a side and `.webp` at 16383 all the same")
  static let lint = OptionalField<LintMap>(
    "lint", "severities by code: `off`, `info`, `warning` or `error`; what is an error stays one")

  static let all = FieldSet([cache, contact, userAgent, hosts, credentials, defaults, limits, lint])
}

/// `cache`: a folder, or a map.
struct CacheKeys: DocumentValue {
  var folder: String?
  var limit: Int?

  private enum Keys {
    static let folder = OptionalField<NonEmptyText>(
      "folder", written: "the user's cache folder", "where it lies, relative to the project file")
    static let limit = OptionalField<FileSize>("limit", written: "2GiB", "how large it may grow, at least 1MB")
  }
  private static let fields = FieldSet([Keys.folder, Keys.limit])
  /// In bytes.
  private static let leastLimit = 1_000_000

  static let words = "a folder, or a map with `folder` and `limit`"
  static var schema: JSONValue { ["anyOf": [NonEmptyText.schema, fields.schema]] }

  static func read(_ node: Node, in context: ReadingContext) -> CacheKeys? {
    if case .scalar = node.content { return NonEmptyText.read(node, in: context).map { CacheKeys(folder: $0.text) } }
    guard let reader = MappingReader(node, fields: fields, as: "the cache", in: context) else { return nil }
    let limit = reader.read(Keys.limit)?.bytes
    if let limit, limit < leastLimit, let node = reader.value(Keys.limit.name) {
      context.report(
        .outOfRange(node, expected: "a size of at least 1MB: a smaller cache could not keep one map's tiles"))
    }
    return CacheKeys(folder: reader.read(Keys.folder)?.text, limit: limit.map { max($0, leastLimit) })
  }
}

/// `limits`: what keeps a slip of the pen from becoming a picture that fills the disk.
struct LimitKeys: DocumentValue {
  var bounds = PictureBounds()

  private enum SideBounds: NumberBounds {
    static let lower = 1.0
    static let upper: Double? = Double(PictureBounds.largestSide)
  }
  private enum PixelsBounds: NumberBounds {
    static let lower = 1.0
    static let upper: Double? = Double(PictureBounds.mostPixels)
  }
  private enum Keys {
    static let side = OptionalField<BoundedInteger<SideBounds>>(
      "pictureSide", written: "65535",
      "the most device pixels a side of a picture; formats have limits of their own (`.jpg` 65500, `.webp` 16383)")
    static let pixels = OptionalField<BoundedInteger<PixelsBounds>>(
      "picturePixels", written: "2147483648", "the most device pixels of a picture in all")
  }
  private static let fields = FieldSet([Keys.side, Keys.pixels])

  static let words = "a map with `pictureSide` and `picturePixels`"
  static var schema: JSONValue { fields.schema }

  static func read(_ node: Node, in context: ReadingContext) -> LimitKeys? {
    guard let reader = MappingReader(node, fields: fields, as: "the limits", in: context) else { return nil }
    var limits = LimitKeys()
    if let side = reader.read(Keys.side)?.value { limits.bounds.side = side }
    if let pixels = reader.read(Keys.pixels)?.value { limits.bounds.pixels = pixels }
    return limits
  }
}

/// A text that goes into an HTTP header.
struct HeaderText: DocumentValue {
  let text: String

  static let words = "a text on one line"
  static var schema: JSONValue { NonEmptyText.schema }

  static func read(_ node: Node, in context: ReadingContext) -> HeaderText? {
    guard let text = NonEmptyText.read(node, in: context)?.text else { return nil }
    if text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
      context.report(.wrongType(node, expected: words))
      return nil
    }
    return HeaderText(text: text)
  }
}

/// `defaults`: read only to be checked; the merger puts them into documents.
struct ProjectDefaultKeys: DocumentValue {
  private enum Keys {
    static let canvas = OptionalField<CanvasOverride>("canvas", "keys of every document's canvas")
    static let layers = OptionalField<LayerDefaults>("layers", "keys of every layer")
  }
  private static let fields = FieldSet([Keys.canvas, Keys.layers])

  static let words = "a map with `canvas` and `layers`"
  static var schema: JSONValue { fields.schema }

  static func read(_ node: Node, in context: ReadingContext) -> ProjectDefaultKeys? {
    guard let reader = MappingReader(node, fields: fields, as: "the defaults", in: context) else { return nil }
    _ = reader.read(Keys.canvas)
    _ = reader.read(Keys.layers)
    return ProjectDefaultKeys()
  }
}

/// The keys that layers may have by default: all but those that each must say for itself.
private struct LayerDefaults: DocumentValue {
  static let fields = FieldSet((LayerKeys.common + LayerKeys.tiled).filter { !["id", "type"].contains($0.name) })
  static let words = "a map of keys of layers"
  static var schema: JSONValue { fields.schema }

  static func read(_ node: Node, in context: ReadingContext) -> LayerDefaults? {
    guard let reader = MappingReader(node, fields: fields, as: "the default of layers", in: context) else { return nil }
    LayerReader(depth: 0, onError: .fail, context: context).checkSharedKeys(reader)
    return LayerDefaults()
  }
}
