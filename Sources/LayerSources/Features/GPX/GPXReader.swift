import DocumentModel
import Geodesy

/// Reads GPX 1.0 and 1.1 as a stream. What is wrong with one point leaves that point out, and is said at the end; what is no
/// XML ends the reading, and the track that it stands in is handed over as far as it goes.
struct GPXReader: ~Copyable {
  typealias Taker = FeatureBatchBuilder.Taker

  private let source: any ByteReading
  private let layers: [GPXLayer]
  private var scanner: XMLScanner
  private var builder: FeatureBatchBuilder
  private var names: FieldNames
  private(set) var facts = GeoJSONFacts()
  /// What the file calls itself.
  private(set) var title: String?
  /// Features of each layer so far.
  private(set) var counts: [GPXLayer: Int] = [:]
  /// `gpx:` where the root element has such a prefix.
  private var prefix = ""

  init(_ source: any ByteReading, _ layers: [GPXLayer], _ query: FeatureQuery, isSurvey: Bool = false) {
    self.source = source
    self.layers = layers
    scanner = XMLScanner(source)
    builder = FeatureBatchBuilder(
      query, isInDegrees: true, survey: isSurvey ? FeatureSurvey(wanted: query.fieldNames) : nil)
    names = FieldNames(query.fieldNames)
  }

  var survey: FeatureSurvey? { builder.survey }

  mutating func read(_ take: Taker) throws(SourceError) {
    do throws(GeoJSONStop) {
      try root(take)
    } catch {
      switch error {
      case .taker(let failure): throw failure
      case .text(let problem): facts.note(problem)
      }
      // What a track that is cut short has so far is to be seen too.
      if builder.pathCount > 0 || builder.positions > 0 {
        if let kind = unfinished { builder.endShape(kind) }
        try builder.endFeature(take)
      }
    }
    try builder.deliver(take)
    if let failure = scanner.window.failure { throw failure }
    if let failure = builder.conditionFailure { throw failure.asError }
    if let error = facts.error(in: source) { throw error }
  }

  /// Of the feature that is being read.
  private var unfinished: ShapeKind?

  // MARK: - Elements

  private mutating func next() throws(GeoJSONStop) -> XMLScanner.Event {
    do throws(TextProblem) { return try scanner.next() } catch { throw .text(error) }
  }

  /// The name of the element here, without the prefix of the root; `nil` for one of another name space.
  private var ownName: String? {
    let name = scanner.name
    if prefix.isEmpty { return name.contains(":") ? nil : name }
    return name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : nil
  }

  private mutating func root(_ take: Taker) throws(GeoJSONStop) {
    guard try next() == .start else { return }
    let name = scanner.name
    if let colon = name.lastIndex(of: ":") { prefix = String(name[...colon]) }
    guard ownName == "gpx" else {
      throw .text(scanner.problem("`<\(name)>` stands where `<gpx>` is expected", at: scanner.start))
    }
    // Children are read to their ends, so that an end is that of the root.
    while try next() == .start {
      switch ownName {
      case "wpt":
        if layers.contains(.waypoints) { try point(of: .waypoints, take) } else { try skip() }
      case "rte": try line(.routes, points: .routePoints, take)
      case "trk": try line(.tracks, points: .trackPoints, take)
      case "metadata": try metadata()
      case "name": title = try leaf()
      default: try skip()
      }
    }
    while try next() != .done {}
  }

  /// Steps over the element that has started.
  private mutating func skip() throws(GeoJSONStop) {
    var depth = 1
    while depth > 0 { depth += try next() == .start ? 1 : -1 }
  }

  /// The text of the element that has started, to its end.
  private mutating func leaf() throws(GeoJSONStop) -> String {
    scanner.clearText()
    scanner.isCollecting = true
    defer { scanner.isCollecting = false }
    var depth = 1
    while depth > 0 { depth += try next() == .start ? 1 : -1 }
    return scanner.text
  }

  private mutating func metadata() throws(GeoJSONStop) {
    while try next() == .start {
      if ownName == "name" { title = try leaf() } else { try skip() }
    }
  }

  // MARK: - Features

  private mutating func startFeature() {
    names.startOver()
    builder.survey?.fields.startFeature()
  }

  /// A waypoint, or a point of a route or a track as a feature of its own.
  private mutating func point(
    of layer: GPXLayer, _ take: Taker, _ own: [(String, Int)] = []
  ) throws(GeoJSONStop) {
    startFeature()
    let position = position()
    for (name, number) in own { set(.integer(number), of: name) }
    if let position { builder.add(position.x, position.y) }
    unfinished = .point
    var links = 0
    while try next() == .start { try attribute(links: &links) }
    builder.endShape(.point)
    try end(of: layer, isWhole: position != nil, take)
  }

  private mutating func end(of layer: GPXLayer, isWhole: Bool, _ take: Taker) throws(GeoJSONStop) {
    unfinished = nil
    guard isWhole else { return builder.dropFeature() }
    counts[layer, default: 0] += 1
    do throws(SourceError) { try builder.endFeature(take) } catch { throw .taker(error) }
  }

  private var (routes, tracks) = (0, 0)

  private mutating func line(_ layer: GPXLayer, points: GPXLayer, _ take: Taker) throws(GeoJSONStop) {
    let isWanted = layers.contains(layer)
    let number = layer == .routes ? routes : tracks
    if layer == .routes { routes += 1 } else { tracks += 1 }
    if isWanted {
      startFeature()
      unfinished = .line
    }
    var (links, segments, index) = (0, 0, 0)
    while try next() == .start {
      switch ownName {
      case "rtept" where layer == .routes:
        try vertex(isWanted, points, [("route_fid", number), ("route_point_id", index)], take)
        index += 1
      case "trkseg" where layer == .tracks:
        var place = 0
        while try next() == .start {
          guard ownName == "trkpt" else {
            try skip()
            continue
          }
          try vertex(
            isWanted, points,
            [("track_fid", number), ("track_seg_id", segments), ("track_seg_point_id", place)], take)
          place += 1
        }
        if isWanted { builder.endPath() }
        segments += 1
      default:
        if isWanted { try attribute(links: &links) } else { try skip() }
      }
    }
    guard isWanted else { return }
    builder.endShape(.line)
    try end(of: layer, isWhole: true, take)
  }

  /// A point of a line, which is part of it, a feature of its own, or nothing.
  private mutating func vertex(
    _ isOfLine: Bool, _ layer: GPXLayer, _ own: [(String, Int)], _ take: Taker
  ) throws(GeoJSONStop) {
    if layers.contains(layer) { return try point(of: layer, take, own) }
    if isOfLine, let position = position() {
      guard builder.positions < GeoJSONReader.positionLimit else {
        throw .text(
          scanner.problem("a line of more than \(GeoJSONReader.positionLimit) positions", at: scanner.start))
      }
      builder.add(position.x, position.y)
    }
    try skip()
  }

  /// Of the element that has started; `nil` where it has none, which is noted.
  private mutating func position() -> Position? {
    var (x, y): (Double?, Double?)
    for (name, value) in scanner.attributes {
      guard name == "lat" || name == "lon" else { continue }
      guard let number = value.decimalNumber else {
        facts.note(scanner.problem("`\(name)` is `\(value.prefix(40))`, which is no number", at: scanner.start))
        return nil
      }
      if name == "lat" { y = number } else { x = number }
    }
    guard let x, let y else {
      let missing = y == nil ? "lat" : "lon"
      facts.note(scanner.problem("this `<\(scanner.name)>` has no `\(missing)`", at: scanner.start))
      return nil
    }
    guard abs(y) <= 90, abs(x) <= 540 else {
      let (name, value) = abs(y) > 90 ? ("latitude", y) : ("longitude", x)
      facts.note(
        scanner.problem(
          "\(name) `\(value)` is outside \(name == "latitude" ? "-90 to 90" : "-540 to 540")", at: scanner.start))
      return nil
    }
    return Position(x: x, y: y)
  }

  // MARK: - Attributes

  private mutating func set(_ value: ExpressionValue, of name: String) {
    var name = name
    if builder.survey != nil {
      if let field = name.withUTF8({ builder.survey?.fields.number(of: $0) }) {
        builder.survey?.fields.note(value.type, of: field)
      }
    }
    if let field = name.withUTF8({ names.number(of: $0) }) {
      builder.set(value, of: field)
    }
  }

  /// The child element that has started.
  private mutating func attribute(links: inout Int) throws(GeoJSONStop) {
    guard let name = ownName else { return try extensions() }
    switch name {
    case "extensions": while try next() == .start { try extensions() }
    case "link":
      links += 1
      if let address = scanner.attributes.first(where: { $0.name == "href" })?.value {
        set(.text(address), of: "link\(links)_href")
      }
      while try next() == .start {
        let part = ownName ?? ""
        if part == "text" || part == "type" {
          set(.text(try leaf()), of: "link\(links)_\(part)")
        } else {
          try skip()
        }
      }
    default: try leafValue(name)
    }
  }

  private mutating func leafValue(_ name: String) throws(GeoJSONStop) {
    let text = try leaf()
    guard !text.isEmpty else { return }
    if GPXLayer.numbers.contains(name) {
      // What is no number is mostly an empty word of a device; the point is good all the same.
      guard let number = text.decimalNumber else { return }
      set(ExpressionValue(number), of: name)
    } else {
      set(.text(text), of: name)
    }
  }

  /// An element of another name space: those that hold no others are fields, named `prefix_name`, GDAL's own without its
  /// prefix.
  private mutating func extensions() throws(GeoJSONStop) {
    let name = scanner.name
    scanner.clearText()
    scanner.isCollecting = true
    var isLeaf = true
    while try next() == .start {
      isLeaf = false
      scanner.isCollecting = false
      try extensions()
    }
    scanner.isCollecting = false
    guard isLeaf, !scanner.text.isEmpty else { return }
    let text = scanner.text
    let plain = name.hasPrefix("ogr:") ? String(name.dropFirst(4)) : name.replacing(":", with: "_")
    set(text.decimalNumber.map { ExpressionValue($0) } ?? .text(text), of: plain)
  }
}

extension String {
  /// A decimal number with white space around it; `nil` for anything else, also for `NaN` and what is too large.
  var decimalNumber: Double? {
    var number = DecimalNumber()
    var rest = utf8[...]
    while let first = rest.first, first == 0x20 || first == 0x0A || first == 0x0D || first == 0x09 {
      rest.removeFirst()
    }
    while let last = rest.last, last == 0x20 || last == 0x0A || last == 0x0D || last == 0x09 { rest.removeLast() }
    var (behindPoint, hasDigit) = (false, false)
    var place = rest.startIndex
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      number.isNegative = sign == UInt8(ascii: "-")
      place = rest.index(after: place)
    }
    while place < rest.endIndex {
      let byte = rest[place]
      if byte &- 0x30 < 10 {
        number.add(digit: byte &- 0x30, behindPoint: behindPoint)
        hasDigit = true
      } else if byte == UInt8(ascii: "."), !behindPoint {
        behindPoint = true
      } else if byte | 0x20 == UInt8(ascii: "e"), hasDigit, let exponent = Int(rest[rest.index(after: place)...]) {
        number.exponent += max(-100_000, min(100_000, exponent))
        break
      } else {
        return nil
      }
      place = rest.index(after: place)
    }
    let value = number.nearby
    return hasDigit && value.isFinite ? value : nil
  }
}

extension Int {
  fileprivate init?(_ digits: Substring.UTF8View) { self.init(Substring(digits)) }
}
