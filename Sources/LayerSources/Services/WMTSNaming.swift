import DocumentModel
import Transport

/// Writes the address of a tile: by the layer's template (`ResourceURL`), else with parameters in the query (KVP).
struct WMTSNaming: Sendable {
  /// The media type that is asked for.
  let format: String
  /// The tiles come from the host that the document names, or the document is a file.
  let isOfSameHost: Bool
  private let parts: [Part]

  private enum Part: Sendable, Hashable {
    case text(String)
    case matrixSet(AddressEscaping.Place)
    case matrix(AddressEscaping.Place)
    case row, column
  }

  /// - Throws: `badKey` for a style, format or dimension that the layer does not have; `otherKind` for tiles that are no
  ///   pictures; `unreadable` where the capabilities say no address.
  init(
    _ layer: WMTSCapabilities.Layer, _ capabilities: WMTSCapabilities, of address: ServiceAddress, _ choice: WMTSChoice
  ) throws(SourceError) {
    let source = address.isFile ? address.text : Address.redacted(address.text)
    let secure = Self.secureHost(of: address)
    let hasQuery = capabilities.tileAddress != nil || !address.isFile && layer.templates.isEmpty
    format = try Self.format(of: layer, choice.format, hasQuery: hasQuery, source: source)
    let style = try Self.style(of: layer, choice.style)
    let dimensions = try Self.dimensions(of: layer, choice.dimensions)
    let format = format
    // The templates of one layer differ in format alone; several of one format are mirrors.
    if let template = layer.templates.first(where: { $0.format == format || $0.format.isEmpty }) {
      let text = Self.secured(template.template, at: secure)
      parts = try Self.parts(of: text, style: style, dimensions, layer: layer.identifier, source: source)
    } else {
      var base = capabilities.tileAddress
      if base == nil, !address.isFile, layer.templates.isEmpty { base = Self.service(address) }
      guard let base else {
        throw .unreadable(
          path: source, place: "layer `\(layer.identifier)`",
          reason: "the capabilities give no address of tiles: no `ResourceURL` and no `GetTile`")
      }
      parts = Self.parts(
        ofQuery: Self.secured(base, at: secure), layer: layer.identifier, style: style, format: format, dimensions)
    }
    var start = ""
    if case .text(let text)? = parts.first { start = text }
    guard let tiles = try? Address(start) else {
      throw .unreadable(
        path: source, place: "layer `\(layer.identifier)`",
        reason: "`\(Address.redacted(String(start.prefix(200))))` is not an address of the web that tiles can come from"
      )
    }
    isOfSameHost = address.isFile || (try? Address(address.text))?.hostAndPort == tiles.hostAndPort
  }

  /// Equal where all addresses are.
  var identityText: String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .matrixSet: "{set}"
      case .matrix: "{matrix}"
      case .row: "{row}"
      case .column: "{column}"
      }
    }.joined()
  }

  func address(of tile: (column: Int, row: Int), matrix: String, matrixSet: String) -> String {
    var address = ""
    address.reserveCapacity(160)
    for part in parts {
      switch part {
      case .text(let text): address += text
      case .matrixSet(let place): address += AddressEscaping.encoded(matrixSet, in: place)
      case .matrix(let place): address += AddressEscaping.encoded(matrix, in: place)
      case .row: address += String(tile.row)
      case .column: address += String(tile.column)
      }
    }
    return address
  }

  // MARK: - The two ways

  /// A template's names are those of the standard in any case of letters, and those of the layer's dimensions.
  private static func parts(
    of template: String, style: String, _ dimensions: [(name: String, value: String)], layer: String, source: String
  ) throws(SourceError) -> [Part] {
    func failure(_ reason: String) -> SourceError {
      .unreadable(path: source, place: "layer `\(layer)`, element ResourceURL", reason: reason)
    }
    let written: AddressTemplate
    do throws(AddressTemplate.Problem) { written = try AddressTemplate(template) } catch {
      throw failure("`\(template.prefix(200))` has a brace without its partner")
    }
    var parts: [Part] = []
    var isInQuery = false
    for part in written.parts {
      switch part {
      case .text(let text):
        isInQuery = isInQuery || text.contains("?")
        parts.append(.text(AddressEscaping.escaped(text)))
      case .name(let name):
        let place: AddressEscaping.Place = isInQuery ? .query : .path
        switch name.lowercased() {
        case "tilematrixset": parts.append(.matrixSet(place))
        case "tilematrix": parts.append(.matrix(place))
        case "tilerow": parts.append(.row)
        case "tilecol": parts.append(.column)
        case "style": parts.append(.text(AddressEscaping.encoded(style, in: place)))
        case "layer": parts.append(.text(AddressEscaping.encoded(layer, in: place)))
        // Where the capabilities repeat the key that they were asked for with.
        case "key" where !dimensions.contains(where: { $0.name.lowercased() == "key" }):
          parts.append(.text(Credential.keyPlaceholder))
        case let lower:
          guard let dimension = dimensions.first(where: { $0.name.lowercased() == lower }) else {
            throw failure("`{\(name)}` stands for nothing that the layer has")
          }
          parts.append(.text(AddressEscaping.encoded(dimension.value, in: place)))
        }
      }
    }
    guard parts.contains(.row), parts.contains(.column) else {
      throw failure("`\(template.prefix(200))` has no `{TileRow}` and `{TileCol}`")
    }
    return joined(parts)
  }

  private static func parts(
    ofQuery base: String, layer: String, style: String, format: String, _ dimensions: [(name: String, value: String)]
  ) -> [Part] {
    var start = base.split(separator: Credential.keyPlaceholder, omittingEmptySubsequences: false)
      .map { AddressEscaping.escaped(String($0)) }.joined(separator: Credential.keyPlaceholder)
    if !start.contains("?") { start += "?" }
    if !start.hasSuffix("?"), !start.hasSuffix("&") { start += "&" }
    func value(_ text: String) -> String { AddressEscaping.encoded(text, in: .query) }
    start +=
      "SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=\(value(layer))&STYLE=\(value(style))&FORMAT=\(value(format))"
    for dimension in dimensions { start += "&\(value(dimension.name))=\(value(dimension.value))" }
    return [
      .text(start + "&TILEMATRIXSET="), .matrixSet(.query), .text("&TILEMATRIX="), .matrix(.query), .text("&TILEROW="),
      .row, .text("&TILECOL="), .column,
    ]
  }

  /// The service behind an address of its capabilities, without what asks for them.
  private static func service(_ address: ServiceAddress) -> String {
    let (path, query) = address.withoutQuestion(of: "WMTS")
    return path + "?" + query.joined(separator: "&")
  }

  /// The host that the document asks over `https` at its usual port; `nil` for any other address.
  private static func secureHost(of address: ServiceAddress) -> String? {
    guard !address.isFile, let asked = try? Address(address.text), asked.isSecure, asked.port == 443 else { return nil }
    return asked.host
  }

  /// Capabilities that came by `https` often give `http` addresses of the same host, behind a proxy that adds the `s`:
  /// what may carry a key is not sent in the clear for that.
  private static func secured(_ text: String, at host: String?) -> String {
    let lower = text.lowercased()
    guard let host, lower.hasPrefix("http://\(host)"), let next = lower.dropFirst(7 + host.count).first,
      next == "/" || next == "?"
    else { return text }
    return "https" + text.dropFirst(4)
  }

  private static func joined(_ parts: [Part]) -> [Part] {
    parts.reduce(into: []) { joined, part in
      if case .text(let text) = part, case .text(let before)? = joined.last {
        joined[joined.count - 1] = .text(before + text)
      } else {
        joined.append(part)
      }
    }
  }

  // MARK: - What a layer offers

  /// The wanted format, else PNG, else the first that can be drawn: photographs often come as JPEG alone.
  ///
  /// - Parameter hasQuery: Tiles may be asked for by parameters; else only the formats of templates can be had.
  private static func format(
    of layer: WMTSCapabilities.Layer, _ wanted: String?, hasQuery: Bool, source: String
  ) throws(SourceError) -> String {
    var known: [String] = []
    let ofTemplates = layer.templates.map(\.format)
    let given = hasQuery || ofTemplates.contains("") || ofTemplates.isEmpty ? layer.formats + ofTemplates : ofTemplates
    for format in given where !format.isEmpty && !known.contains(format) { known.append(format) }
    if let wanted {
      guard known.isEmpty || known.contains(wanted) else {
        throw .notOffered(wanted, "format", of: layer.identifier, key: "format", known: known)
      }
      return wanted
    }
    let drawn = known.filter { $0.lowercased().hasPrefix("image/") && !isUnread($0) }
    if let found = drawn.first(where: { $0.lowercased().hasPrefix("image/png") }) ?? drawn.first { return found }
    // Tianditu's are `tiles`: that is no media type, says nothing, and is what its server wants to be asked for.
    if let found = known.first(where: { !$0.contains("/") }) { return found }
    guard let first = known.first else { return "image/png" }
    throw .otherKind(
      path: source,
      reason: "the tiles of `\(layer.identifier)` are \(known.map { "`\($0)`" }.joined(separator: ", ")), "
        + "\(first.lowercased().contains("vector-tile") ? "vectors, " : "")not PNG, JPEG or WebP")
  }

  private static func isUnread(_ format: String) -> Bool {
    ["image/tif", "image/gif", "image/svg", "image/jp2", "image/bil"].contains { format.lowercased().hasPrefix($0) }
  }

  private static func style(of layer: WMTSCapabilities.Layer, _ wanted: String?) throws(SourceError) -> String {
    let known = layer.styles.map(\.identifier)
    if let wanted {
      guard known.contains(wanted) || known.isEmpty else {
        throw .notOffered(wanted, "style", of: layer.identifier, key: "style", known: known)
      }
      return wanted
    }
    return layer.styles.first(where: \.isDefault)?.identifier ?? known.first ?? "default"
  }

  /// All dimensions of the layer in its order, with the wanted values and else its defaults.
  private static func dimensions(
    of layer: WMTSCapabilities.Layer, _ wanted: [String: String]
  ) throws(SourceError) -> [(name: String, value: String)] {
    let known = layer.dimensions.map(\.identifier)
    for name in wanted.keys.sorted() where !known.contains(where: { $0.lowercased() == name.lowercased() }) {
      throw .notOffered(name, "dimension", of: layer.identifier, key: "dimensions", known: known)
    }
    var values: [(name: String, value: String)] = []
    for dimension in layer.dimensions {
      let given = wanted.first { $0.key.lowercased() == dimension.identifier.lowercased() }?.value
      guard let value = given ?? dimension.default else {
        throw .badKey(
          key: "dimensions",
          reason: "the dimension `\(dimension.identifier)` of `\(layer.identifier)` has no default at the service",
          hint: "give it a value: `dimensions: {\(dimension.identifier): ...}`")
      }
      values.append((dimension.identifier, value))
    }
    return values
  }
}
