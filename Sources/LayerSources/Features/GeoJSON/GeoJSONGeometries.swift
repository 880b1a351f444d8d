import Geodesy

/// Geometries: coordinates are read before it is known what they are of, for the members of an object come in any order.
extension GeoJSONReader {
  mutating func geometry(depth: Int) throws(GeoJSONStop) {
    let byte = scanner.next()
    if byte == UInt8(ascii: "n") { return try skip() }
    let start = scanner.offset
    guard byte == UInt8(ascii: "{") else {
      note(scanner.unexpected("a geometry or null is expected"))
      return try skip()
    }
    guard depth <= Self.depthLimit else {
      note(scanner.problem("collections of geometries are nested more than \(Self.depthLimit) deep"))
      return try skip()
    }
    scanner.window.advance()
    var members = Members()
    try eachMember { reader, key, offset throws(GeoJSONStop) in
      switch key {
      case .type: (members.type, members.typeOffset) = (try reader.word(), offset)
      case .coordinates:
        members.hasCoordinates = true
        members.coordinates = try reader.coordinates()
      case .geometries:
        members.hasCoordinates = true
        try reader.geometries(depth: depth + 1)
      default: try reader.skip()
      }
    }
    guard let type = members.type else {
      return note(TextProblem(offset: start, reason: "this geometry has no `type`"))
    }
    finish(type, members.coordinates, members.hasCoordinates, at: members.typeOffset, start: start)
  }

  mutating func geometries(depth: Int) throws(GeoJSONStop) {
    guard scanner.next() == UInt8(ascii: "[") else {
      note(scanner.unexpected("the list of geometries is expected"))
      return try skip()
    }
    try eachItem { reader throws(GeoJSONStop) in try reader.geometry(depth: depth) }
  }

  static let shapes: [String: (kind: ShapeKind, depth: Int)] = [
    "Point": (.point, 1), "MultiPoint": (.point, 2), "LineString": (.line, 2), "MultiLineString": (.line, 3),
    "Polygon": (.polygon, 3), "MultiPolygon": (.polygon, 4),
  ]

  /// Makes a shape of the coordinates that were read.
  mutating func finish(
    _ type: String, _ coordinates: Coordinates?, _ hasCoordinates: Bool, at offset: Int, start: Int
  ) {
    if type == "GeometryCollection" {
      if !hasCoordinates { note(TextProblem(offset: start, reason: "this collection has no list `geometries`")) }
      return builder.dropShape()
    }
    guard let shape = Self.shapes[type] else {
      note(
        TextProblem(
          offset: offset, reason: "`\(shown(type))` is no type of GeoJSON (upper and lower case are told apart)"))
      return builder.dropShape()
    }
    guard let coordinates else {
      if !hasCoordinates || mistake == nil {
        note(TextProblem(offset: start, reason: "this `\(type)` has no `coordinates`"))
      }
      return builder.dropShape()
    }
    // Nothing in it, as `[]` or `[[]]`: a geometry that is empty.
    if builder.positions == 0 { return builder.dropShape() }
    guard coordinates.depth == shape.depth else {
      note(
        TextProblem(
          offset: coordinates.offset,
          reason: "a `\(type)` has its numbers in \(shape.depth) lists around each other; here are \(coordinates.depth)"
        ))
      return builder.dropShape()
    }
    builder.endShape(shape.kind)
  }

  /// Reads coordinates of any kind of geometry; `nil` where they are none.
  mutating func coordinates() throws(GeoJSONStop) -> Coordinates? {
    builder.dropShape()
    let offset = scanner.offset
    guard scanner.next() == UInt8(ascii: "[") else {
      if scanner.next() != UInt8(ascii: "n") { note(scanner.unexpected("a list of coordinates is expected")) }
      try skip()
      return nil
    }
    let depth = try list(level: 1)
    return Coordinates(depth: depth, offset: offset)
  }

  /// - Returns: How many lists lie around the numbers in it, itself counted; 0 where there are none.
  mutating func list(level: Int) throws(GeoJSONStop) -> Int {
    let firstPath = builder.pathCount
    scanner.window.advance()
    var byte = scanner.next()
    if byte == UInt8(ascii: "]") {
      scanner.window.advance()
      return 0
    }
    if Self.startsNumber(byte) {
      try position()
      return 1
    }
    var depth = 0
    while true {
      if byte == UInt8(ascii: "[") {
        guard level < 5 else { throw .text(scanner.problem("coordinates are nested more than 5 deep")) }
        let inner = try list(level: level + 1)
        if inner > 0 {
          if depth > 0, depth != inner + 1 { note(scanner.problem("lists of different depth stand beside each other")) }
          depth = max(depth, inner + 1)
        }
      } else {
        // `NaN` or `Infinity`.
        let isNumber = byte == UInt8(ascii: "N") || byte == UInt8(ascii: "I")
        note(scanner.unexpected(isNumber ? "a finite number is expected" : "a list of coordinates is expected"))
        try skip()
      }
      if scanner.take(UInt8(ascii: ",")) {
        byte = scanner.next()
        continue
      }
      guard scanner.take(UInt8(ascii: "]")) else { throw .text(scanner.unexpected("`,` or `]` is expected")) }
      if depth == 2 { builder.endPath() }
      if depth == 3 { builder.endPolygon(from: firstPath) }
      return depth
    }
  }

  @inline(__always)
  static func startsNumber(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 || byte == UInt8(ascii: "-") }

  /// `x, y, …]`, behind its bracket.
  mutating func position() throws(GeoJSONStop) {
    let start = scanner.offset
    do throws(TextProblem) {
      let x = try scanner.number().nearby
      var y: Double?
      while scanner.take(UInt8(ascii: ",")) {
        let byte = scanner.next()
        guard Self.startsNumber(byte) else {
          if y == nil || byte != UInt8(ascii: "n") { note(scanner.unexpected("a number is expected")) }
          try scanner.skipValue()
          continue
        }
        let number = try scanner.number()
        if y == nil { y = number.nearby }
      }
      guard scanner.take(UInt8(ascii: "]")) else { throw scanner.unexpected("`,` or `]` is expected") }
      guard let y else { return note(TextProblem(offset: start, reason: "a position has two numbers, x and y")) }
      guard x.isFinite, y.isFinite else {
        return note(TextProblem(offset: start, reason: "a coordinate is too large to be a number"))
      }
      if facts.beyondDegrees == nil, y > 90.000_001 || y < -90.000_001 || x > 1000 || x < -1000 {
        facts.beyondDegrees = (start, x, y)
      }
      guard builder.positions < Self.positionLimit else {
        throw TextProblem(offset: start, reason: "a feature of more than \(Self.positionLimit) positions")
      }
      builder.add(x, y)
    } catch { throw .text(error) }
  }
}
