import DocumentModel

/// Finds what a document names among what a WMS has.
enum WMSSelection {
  /// - Returns: As many as there are layers, or none where all are the default ones.
  static func styles(_ wanted: [String], of layers: [WMSCapabilities.Layer]) throws(SourceError) -> [String] {
    guard wanted.contains(where: { !$0.isEmpty }) else { return [] }
    guard wanted.count == layers.count else {
      throw .badKey(
        key: "styles",
        reason: "\(wanted.count) \(wanted.count == 1 ? "style" : "styles") for \(layers.count) layers",
        hint: "write one for each of `layers`, `\"\"` for its default")
    }
    for (style, layer) in zip(wanted, layers) where !style.isEmpty {
      let known = layer.styles.map(\.name)
      guard known.isEmpty || known.contains(style) else {
        throw .notOffered(style, "style", of: layer.name, key: "styles", known: known)
      }
    }
    return wanted
  }

  /// The wanted format, else the best that can be read and has no losses, else photographs'.
  static func format(
    _ wanted: String?, of capabilities: WMSCapabilities, source: String
  ) throws(SourceError) -> String {
    let known = capabilities.formats
    if let wanted {
      guard known.isEmpty || known.contains(where: { $0.lowercased() == wanted.lowercased() }) else {
        throw .notOffered(wanted, "format", key: "format", known: known)
      }
      return wanted
    }
    if known.isEmpty { return "image/png" }
    let preferred = ["image/png", "image/png32", "image/png24", "image/webp", "image/png", "image/jpeg", "image/gif"]
    for (number, format) in preferred.enumerated() {
      // The second time with whatever stands behind it: `image/png; mode=8bit`.
      let isExact = number < 4
      if let found = known.first(where: { isExact ? $0.lowercased() == format : $0.lowercased().hasPrefix(format) }) {
        return found
      }
    }
    throw .otherKind(
      path: source, reason: "it draws \(known.prefix(8).map { "`\($0)`" }.joined(separator: ", ")), not PNG or JPEG")
  }

  static func checkTime(_ time: String?, of layers: [WMSCapabilities.Layer]) throws(SourceError) {
    guard time != nil, !layers.contains(where: { $0.dimensions.contains { $0.name == "time" } }) else { return }
    let names = layers.map { "`\($0.name)`" }.joined(separator: ", ")
    throw .badKey(
      key: "time", reason: "the service says of \(names) that there is no dimension `time`",
      hint: "take `time` out; if the service takes it all the same, write it under `params` as `TIME`")
  }
}

extension WMSCapabilities {
  /// The layers of some names, in the order of the names.
  /// - Throws: `badKey`.
  func layers(_ names: [String]) throws(SourceError) -> [Layer] {
    var found: [Layer] = []
    for name in names {
      guard let layer = layers.first(where: { $0.name == name }) else {
        // People see titles, and servers want names.
        if let titled = layers.first(where: { $0.title == name }) {
          throw .badKey(
            key: "layers", reason: "`\(name)` is the title of a layer, and the service calls it `\(titled.name)`",
            hint: "write `\(titled.name)`")
        }
        let parts = name.split(separator: ",").map { String($0).trimmingSpaces }
        if parts.count > 1, parts.allSatisfy({ part in layers.contains { $0.name == part } }) {
          throw .badKey(
            key: "layers", reason: "the service has no layer `\(name)`",
            hint: "write a list: `[\(parts.joined(separator: ", "))]`")
        }
        throw .notOffered(name, "layer", key: "layers", known: layers.map(\.name))
      }
      // Names are divided by commas, and servers read `%2C` as one.
      guard !name.contains(",") else {
        throw .badKey(
          key: "layers", reason: "the name `\(name)` holds a comma, which divides names in a request of WMS",
          hint: "ask the service's owner for another name")
      }
      found.append(layer)
    }
    if let most = mostLayers, found.count > most {
      throw .badKey(
        key: "layers", reason: "\(found.count) layers at once, and the service draws at most \(most)",
        hint: "spread them over several layers of the map")
    }
    return found
  }
}
