/// A PROJ string, as `+proj=utm +zone=32 +datum=WGS84`: read as far as Web Mercator and WGS 84 go.
struct ProjString {
  /// Keys without `+`, in the order of the text; a flag has an empty value.
  private let values: [(key: String, value: String)]

  init(_ text: String) {
    values = text.split(whereSeparator: \.isWhitespace).map { word in
      let parts = word.drop { $0 == "+" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts.first ?? ""), parts.count > 1 ? String(parts[1]) : "")
    }
  }

  /// What it is: known, or for PROJ to read as a reference.
  var notation: ReferenceNotation {
    if let start = value("init") {
      let parts = start.split(separator: ":").map(String.init)
      guard parts.count == 2, ["epsg", "esri"].contains(parts[0].lowercased()) else {
        return .unreadable("`+init=\(start)` names a file; expected `+init=epsg:` and a code")
      }
      return ReferenceNotation.code(parts[0], parts[1])
    }
    guard let projection = value("proj"), projection != "pipeline" else {
      return .unreadable("a PROJ string that is a reference has `+proj=` and is no pipeline")
    }
    if isWGS84 { return .known(.wgs84) }
    if isWebMercator { return .known(.webMercator) }
    guard values.allSatisfy({ !$0.key.utf8.contains(0) && !$0.value.utf8.contains(0) }) else {
      return .unreadable("it holds a zero byte")
    }
    let words = values.filter { $0.key != "type" }.map { $0.value.isEmpty ? "+\($0.key)" : "+\($0.key)=\($0.value)" }
    return .definition((words + ["+type=crs"]).joined(separator: " "))
  }

  private var isWGS84: Bool {
    ["longlat", "latlong", "latlon", "lonlat"].contains(value("proj") ?? "")
      && (value("datum") == "WGS84")
      && has(only: ["proj", "datum", "no_defs", "type", "ellps", "wktext", "over", "towgs84"])
      && (value("towgs84") ?? "0").split(separator: ",").allSatisfy { Double($0) == 0 }
      && (value("ellps") ?? "WGS84") == "WGS84"
  }

  /// The string by which web maps were known before they had a code.
  private var isWebMercator: Bool {
    value("proj") == "merc" && number("a") == 6_378_137 && number("b") == 6_378_137
      && ["lat_ts", "lon_0", "x_0", "y_0"].allSatisfy { number($0) ?? 0 == 0 }
      && (number("k") ?? number("k_0") ?? 1) == 1 && (value("units") ?? "m") == "m"
      && (value("nadgrids") ?? "@null") == "@null"
      && has(only: [
        "proj", "a", "b", "lat_ts", "lon_0", "x_0", "y_0", "k", "k_0", "units", "nadgrids", "wktext", "no_defs", "type",
        "over",
      ])
  }

  private func value(_ key: String) -> String? { values.first { $0.key == key }?.value }
  private func number(_ key: String) -> Double? { value(key).flatMap(Double.init) }
  private func has(only keys: Set<String>) -> Bool { values.allSatisfy { keys.contains($0.key) } }
}
