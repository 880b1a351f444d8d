/// Going through objects and lists of GeoJSON.
extension GeoJSONReader {
  enum Key {
    case type, features, geometry, coordinates, geometries, properties, id, crs
    // Of Esri's JSON.
    case attributes, x, y, points, paths, rings, exceededTransferLimit, spatialReference
    case other
  }

  static let keys: [(StaticString, Key)] = [
    ("type", .type), ("geometry", .geometry), ("properties", .properties), ("coordinates", .coordinates), ("id", .id),
    ("features", .features), ("geometries", .geometries), ("crs", .crs),
    ("attributes", .attributes), ("x", .x), ("y", .y), ("rings", .rings), ("paths", .paths), ("points", .points),
    ("exceededTransferLimit", .exceededTransferLimit), ("spatialReference", .spatialReference),
  ]

  /// Goes through the members of an object, behind its brace; each must step over its value.
  mutating func eachMember(
    _ body: (inout GeoJSONReader, Key, Int) throws(GeoJSONStop) -> Void
  ) throws(GeoJSONStop) {
    if scanner.take(UInt8(ascii: "}")) { return }
    while true {
      guard scanner.next() == UInt8(ascii: "\"") else {
        throw .text(scanner.unexpected("a key in quotes is expected"))
      }
      let offset = scanner.offset
      var key = Key.other
      do throws(TextProblem) {
        let quoted = try scanner.quoted()
        if quoted.isKept, quoted.end - quoted.start <= 21 {
          key = scanner.window.withBytes(from: quoted.start, to: quoted.end) { Self.key($0) }
        }
        scanner.closeQuote()
        try scanner.expect(UInt8(ascii: ":"))
      } catch { throw .text(error) }
      _ = scanner.next()
      try body(&self, key, offset)
      if scanner.take(UInt8(ascii: ",")) { continue }
      guard scanner.take(UInt8(ascii: "}")) else { throw .text(scanner.unexpected("`,` or `}` is expected")) }
      return
    }
  }

  static func key(_ bytes: UnsafeBufferPointer<UInt8>) -> Key {
    guard let first = bytes.first else { return .other }
    for (name, key) in keys
    where name.utf8Start[0] == first && name.utf8CodeUnitCount == bytes.count
      && bytes.elementsEqual(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    { return key }
    return .other
  }

  /// Goes through the items of a list; the next byte is its bracket.
  mutating func eachItem(_ body: (inout GeoJSONReader) throws(GeoJSONStop) -> Void) throws(GeoJSONStop) {
    scanner.window.advance()
    if scanner.take(UInt8(ascii: "]")) { return }
    while true {
      _ = scanner.next()
      try body(&self)
      if scanner.take(UInt8(ascii: ",")) { continue }
      guard scanner.take(UInt8(ascii: "]")) else { throw .text(scanner.unexpected("`,` or `]` is expected")) }
      return
    }
  }

  mutating func text(_ body: (inout JSONScanner) throws(TextProblem) -> Void) throws(GeoJSONStop) {
    do throws(TextProblem) { try body(&scanner) } catch { throw .text(error) }
  }

  mutating func skip() throws(GeoJSONStop) {
    do throws(TextProblem) { try scanner.skipValue() } catch { throw .text(error) }
  }

  /// A word of GeoJSON; anything else is stepped over.
  mutating func word() throws(GeoJSONStop) -> String? {
    guard scanner.next() == UInt8(ascii: "\"") else {
      note(scanner.unexpected("a type of GeoJSON is expected"))
      try skip()
      return nil
    }
    do throws(TextProblem) { return try scanner.text() } catch { throw .text(error) }
  }

  func shown(_ text: String) -> String { String(text.prefix(40)) }
}
