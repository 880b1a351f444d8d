import DocumentModel

/// Ids for layers of another program's map: readable, each once.
struct LayerNames {
  private var taken: Set<String> = []

  /// Out of what the layer is called, else of what its address ends in, else of its type.
  mutating func name(for layer: JSONElement, title: String?, type: String) -> String {
    let address = (layer.child("url") ?? layer.child("templateUrl"))?.text
    let word =
      [title, address.flatMap(Self.service), layer.child("id")?.text].lazy.compactMap { $0.map(Self.slug) }
      .first { !$0.isEmpty } ?? type
    return unique(word)
  }

  private mutating func unique(_ word: String) -> String {
    var (name, number) = (word, 1)
    while !taken.insert(name).inserted {
      number += 1
      name = "\(word)-\(number)"
    }
    return name
  }

  /// Letters and digits of any script in lower case, with hyphens between words.
  static func slug(_ text: String) -> String {
    let longest = 40
    let letters = text.prefix(200).lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" }
    var words = ""
    for word in String(letters).split(separator: "-") {
      if !words.isEmpty, words.count + word.count >= longest { break }
      words += (words.isEmpty ? "" : "-") + word.prefix(longest)
    }
    return words
  }

  /// `World_Imagery` of `https://.../services/World_Imagery/MapServer`; of other addresses the host.
  static func service(of address: String) -> String? {
    let path = address.prefix { $0 != "?" && $0 != "#" }
    let parts = path.split(separator: "/").map(String.init)
    if let end = parts.lastIndex(where: { ["MapServer", "FeatureServer", "ImageServer"].contains($0) }), end > 0 {
      let number = parts.dropFirst(end + 1).first.map { " \($0)" } ?? ""
      return parts[end - 1] + number
    }
    guard parts.count > 1, parts[0].hasSuffix(":") else { return parts.last }
    // `wfs/city` says more than the host; `x.geojson` is `x`, and `cgi-bin/mapserv` says nothing.
    let words = parts.dropFirst(2).filter { !$0.contains("{") }.map { part in
      String(part.prefix(while: { $0 != "." }))
    }
    let general: Set<String> = [
      "ows", "wms", "wmts", "wfs", "service", "services", "cgi-bin", "mapserv", "geoserver", "arcgis", "rest", "tiles",
      "api", "1", "www",
    ]
    return words.last { !$0.isEmpty && !general.contains($0.lowercased()) && Int($0) == nil } ?? parts[1]
  }
}
