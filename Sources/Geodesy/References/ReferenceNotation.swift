/// How a text names a spatial reference: what can be known of it without PROJ.
enum ReferenceNotation: Equatable {
  /// Web Mercator, WGS 84, or a Chinese map provider's.
  case known(SpatialReference)
  /// For PROJ to read: an authority's code in capitals, WKT, a PROJ string or PROJJSON.
  case definition(String)
  case unreadable(String)

  /// In bytes: the longest definitions of real services are below 10 KiB.
  static let longestText = 1 << 16
  /// Of brackets: real WKT nests 10 deep.
  static let deepestNesting = 64

  private static let expectation =
    "expected an authority's code as `EPSG:25832`, a WKID, WKT, a PROJ string or PROJJSON"

  init(_ text: String) {
    guard text.utf8.count <= Self.longestText else {
      self = .unreadable("it is longer than \(Self.longestText) bytes")
      return
    }
    let text = text.trimmed
    let lower = text.lowercased()
    if let code = Self.code(inURN: text) ?? Self.code(inAddress: text) {
      self = Self.code(code.authority, code.code)
    } else if text.contains(where: { "[{(".contains($0) }) {
      self = Self.structured(text)
    } else if lower.contains("proj=") || lower.hasPrefix("+") || lower.hasPrefix("init=") {
      self = ProjString(text).notation
    } else if !text.isEmpty, text.utf8.allSatisfy({ 48...57 ~= $0 }) {
      self = Self.wkid(text)
    } else {
      let parts = text.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: true).map { String($0).trimmed }
      self = parts.count == 2 ? Self.code(parts[0], parts[1]) : .unreadable(Self.expectation)
    }
  }

  /// An authority and its code, in any case of letters.
  static func code(_ authority: String, _ code: String) -> ReferenceNotation {
    let authority = authority.uppercased()
    let code = code.uppercased()
    let name = authority + ":" + code
    func isWord(_ text: String) -> Bool {
      !text.isEmpty && text.utf8.count <= 40
        && text.utf8.allSatisfy {
          48...57 ~= $0 || 65...90 ~= $0 || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
            || $0 == UInt8(ascii: ".")
        }
    }
    guard isWord(authority), isWord(code) else { return .unreadable(expectation) }
    switch authority {
    case "GCJ02", "BD09": return offset(authority, code)
    case "WKID": return wkid(code)
    case "EPSG", "ESRI":
      guard let number = Int(code) else {
        return .unreadable("`\(code)` is not a number, as codes of \(authority) are")
      }
      return wellKnown(number) ?? .definition("\(authority):\(number)")
    case "OGC", "CRS":
      switch code {
      case "84", "CRS84": return .known(.wgs84)
      case "83", "CRS83": return .definition("EPSG:4269")
      case "27", "CRS27": return .definition("EPSG:4267")
      default: return .definition(name)
      }
    default: return .definition(name)
    }
  }

  /// A reference of Chinese map providers, in any case of letters.
  private static func offset(_ authority: String, _ code: String) -> ReferenceNotation {
    let all = OffsetReference.allCases
    if let known = all.first(where: { $0.rawValue.uppercased() == authority + ":" + code }) {
      return .known(known.reference)
    }
    let own = all.map(\.rawValue).filter { $0.hasPrefix(authority) }.map { "`\($0)`" }
    return .unreadable("expected \(own.joined(separator: " or "))")
  }

  /// A number, bare or behind `WKID:`, as Esri's services give: EPSG's below 32768, Esri's from there on.
  private static func wkid(_ text: String) -> ReferenceNotation {
    guard text.utf8.allSatisfy({ 48...57 ~= $0 }), let number = Int(text), number > 0, number <= Int32.max else {
      return .unreadable("`\(text)` is not a WKID, a number from 1 to \(Int32.max)")
    }
    return code(number < 32768 ? "EPSG" : "ESRI", String(number))
  }

  /// Web Mercator under its five numbers, and WGS 84.
  private static func wellKnown(_ number: Int) -> ReferenceNotation? {
    switch number {
    case 3857, 3785, 102100, 102113, 900913: .known(.webMercator)
    case 4326: .known(.wgs84)
    default: nil
    }
  }

  /// WKT or PROJJSON.
  private static func structured(_ text: String) -> ReferenceNotation {
    var depth = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: ")") { depth -= 1 }
      guard depth <= deepestNesting else { return .unreadable("its brackets nest deeper than \(deepestNesting)") }
    }
    guard !text.utf8.contains(0) else { return .unreadable(expectation) }
    if let known = WellKnownText(text).wellKnownReference { return .known(known) }
    return .definition(text)
  }

  /// `urn:ogc:def:crs:EPSG::25832`, with or without a version; `EPSG:6.18:3:3857` is a slip in the text of WMTS 1.0.0 that
  /// servers have copied.
  private static func code(inURN text: String) -> (authority: String, code: String)? {
    let parts = text.split(separator: ":", maxSplits: 8, omittingEmptySubsequences: false).map(String.init)
    guard 6...8 ~= parts.count, parts[0].lowercased() == "urn",
      ["ogc", "x-ogc", "opengis"].contains(parts[1].lowercased()), parts[2].lowercased() == "def",
      parts[3].lowercased() == "crs"
    else { return nil }
    return (parts[4], parts[parts.count - 1])
  }

  /// `http://www.opengis.net/def/crs/EPSG/0/25832`, and the older `.../gml/srs/epsg.xml#25832`.
  private static func code(inAddress text: String) -> (authority: String, code: String)? {
    let lower = text.lowercased()
    for scheme in ["http://", "https://"] where lower.hasPrefix(scheme) {
      let path = text.dropFirst(scheme.utf8.count).split(separator: "/").map(String.init)
      guard path.count >= 4, ["www.opengis.net", "opengis.net"].contains(path[0].lowercased()) else { return nil }
      if path.count == 6, path[1].lowercased() == "def", path[2].lowercased() == "crs" { return (path[3], path[5]) }
      if path.count == 4, path[1].lowercased() == "gml", path[3].lowercased().hasPrefix("epsg.xml#") {
        return ("EPSG", String(path[3].dropFirst("epsg.xml#".utf8.count)))
      }
    }
    return nil
  }
}

extension String {
  /// Without white space at both ends.
  var trimmed: String {
    let start = firstIndex { !$0.isWhitespace } ?? endIndex
    let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? endIndex
    return start < end ? String(self[start..<end]) : ""
  }
}
