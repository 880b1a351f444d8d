/// WKT, read as far as it takes to know the two most common references again without PROJ.
struct WellKnownText {
  private enum Token: Equatable {
    /// A keyword or a bracket, in capitals.
    case word(String)
    /// A quoted name, in small letters with `_` for blanks.
    case name(String)
    case number(Double)
  }

  private let tokens: [Token]

  init(_ text: String) { tokens = Self.withoutRemarks(Self.tokens(of: text)) }

  /// Web Mercator or WGS 84 as Esri and GDAL write them; `nil` for everything else.
  var wellKnownReference: SpatialReference? {
    Self.patterns.first { Self.match(tokens, $0.tokens) }?.reference
  }

  private static let patterns: [(tokens: [Token], reference: SpatialReference)] = {
    let esri =
      #"GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137,298.257223563]],"#
      + #"PRIMEM["Greenwich",0],UNIT["Degree",0.0174532925199433]]"#
    let ogc =
      #"GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],"#
      + #"PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]"#
    let esriMercator =
      #"PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere","# + esri
      + #",PROJECTION["Mercator_Auxiliary_Sphere"],PARAMETER["False_Easting",0],PARAMETER["False_Northing",0],"#
      + #"PARAMETER["Central_Meridian",0],PARAMETER["Standard_Parallel_1",0],"#
      + #"PARAMETER["Auxiliary_Sphere_Type",0],UNIT["Meter",1]]"#
    let ogcMercator =
      #"PROJCS["WGS 84 / Pseudo-Mercator","# + ogc
      + #",PROJECTION["Mercator_1SP"],PARAMETER["central_meridian",0],PARAMETER["scale_factor",1],"#
      + #"PARAMETER["false_easting",0],PARAMETER["false_northing",0],UNIT["metre",1]]"#
    return [
      (tokens(of: esri), .wgs84), (tokens(of: ogc), .wgs84), (tokens(of: esriMercator), .webMercator),
      (tokens(of: ogcMercator), .webMercator),
    ]
  }()

  private static func match(_ tokens: [Token], _ pattern: [Token]) -> Bool {
    tokens.count == pattern.count
      && zip(tokens, pattern).allSatisfy { token, wanted in
        if case .number(let number) = token, case .number(let other) = wanted {
          return abs(number - other) <= 1e-11 * max(1, abs(other))
        }
        return token == wanted
      }
  }

  private static func tokens(of text: String) -> [Token] {
    var tokens: [Token] = []
    var rest = Substring(text)
    while let first = rest.first {
      if first == "\"" {
        let name = rest.dropFirst().prefix { $0 != "\"" }
        tokens.append(.name(name.lowercased().replacing(" ", with: "_")))
        rest = rest[name.endIndex...].dropFirst()
      } else if first == "[" || first == "(" || first == "]" || first == ")" {
        tokens.append(.word(first == "[" || first == "(" ? "[" : "]"))
        rest = rest.dropFirst()
      } else if first == "," || first.isWhitespace {
        rest = rest.dropFirst()
      } else {
        let word = rest.prefix { !$0.isWhitespace && !"\"[](),".contains($0) }
        tokens.append(Double(word).map(Token.number) ?? .word(word.uppercased()))
        rest = rest[word.endIndex...]
      }
    }
    return tokens
  }

  /// Without codes, axes and extensions, whose words change nothing of what is recognised here.
  private static func withoutRemarks(_ tokens: [Token]) -> [Token] {
    var kept: [Token] = []
    var index = 0
    while index < tokens.count {
      let isRemark = ["AUTHORITY", "AXIS", "EXTENSION"].contains { tokens[index] == .word($0) }
      guard isRemark, index + 1 < tokens.count, tokens[index + 1] == .word("[") else {
        kept.append(tokens[index])
        index += 1
        continue
      }
      while index < tokens.count, tokens[index] != .word("]") { index += 1 }
      index += 1
    }
    return kept
  }
}
