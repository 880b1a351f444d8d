import DocumentModel

/// Features in Esri's JSON ("FeatureSet object" and "Geometry objects" of the ArcGIS REST API).
extension GeoJSONReader {
  /// An object whose members have been read: the set of all, or a feature.
  mutating func endEsri(
    _ members: Members, isWhole: Bool, at start: Int, _ take: Taker
  ) throws(GeoJSONStop) {
    guard isWhole else { return try endFeature(at: start, take) }
    if !members.hasFeatures { note(TextProblem(offset: start, reason: "this set has no list `features`")) }
    builder.dropFeature(isCounted: false)
    if let mistake { facts.note(mistake) }
    mistake = nil
  }

  mutating func esriGeometry() throws(GeoJSONStop) {
    let byte = scanner.next()
    if byte == UInt8(ascii: "n") { return try skip() }
    guard byte == UInt8(ascii: "{") else {
      note(scanner.unexpected("a geometry or null is expected"))
      return try skip()
    }
    scanner.window.advance()
    var (x, y): (Double?, Double?)
    try eachMember { reader, key, offset throws(GeoJSONStop) in
      switch key {
      case .x: x = try reader.esriNumber()
      case .y: y = try reader.esriNumber()
      case .points: if try reader.esriPaths(depth: 2) { reader.builder.endShape(.point) }
      case .paths: if try reader.esriPaths(depth: 3) { reader.builder.endShape(.line) }
      case .rings: if try reader.esriPaths(depth: 3) { reader.builder.endShapeOfEsri() }
      default: try reader.skip()
      }
    }
    guard let x, let y else { return }
    builder.add(x, y)
    builder.endShape(.point)
  }

  /// `nil` for `null`, and for `"NaN"`, which stands for no place.
  private mutating func esriNumber() throws(GeoJSONStop) -> Double? {
    guard Self.startsNumber(scanner.next()) else {
      try skip()
      return nil
    }
    do throws(TextProblem) {
      let number = try scanner.number().nearby
      return number.isFinite ? number : nil
    } catch { throw .text(error) }
  }

  /// - Returns: False where there are no positions, or something is wrong.
  private mutating func esriPaths(depth: Int) throws(GeoJSONStop) -> Bool {
    guard let read = try coordinates(), builder.positions > 0 else {
      builder.dropShape()
      return false
    }
    guard read.depth == depth else {
      note(
        TextProblem(
          offset: read.offset,
          reason: "numbers in \(depth) lists around each other are expected; here are \(read.depth)"))
      builder.dropShape()
      return false
    }
    return true
  }

  mutating func flag() throws(GeoJSONStop) -> Bool {
    let isTrue = scanner.next() == UInt8(ascii: "t")
    try skip()
    return isTrue
  }
}

/// Dates of Esri's services: milliseconds since 1970 in UTC.
enum EsriDate {
  /// `2001-02-03T04:05:06Z`, which sorts as time does; anything but a whole number stays what it is.
  static func text(_ value: ExpressionValue) -> ExpressionValue {
    guard case .integer(let milliseconds) = value, abs(milliseconds) < 1 << 53 else { return value }
    let seconds = Self.floor(milliseconds, 1000)
    let day = Self.floor(seconds, 86_400)
    let (date, time) = (civil(day), seconds - day * 86_400)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let year = String(repeating: "0", count: max(0, 4 - String(date.year).count)) + String(date.year)
    return .text(
      "\(year)-\(two(date.month))-\(two(date.day))T\(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60))Z")
  }

  private static func floor(_ value: Int, _ unit: Int) -> Int {
    value >= 0 ? value / unit : -((-value + unit - 1) / unit)
  }

  /// The date of a day since 1970 (Howard Hinnant, "chrono-compatible low-level date algorithms").
  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = floor(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let part = (5 * dayOfYear + 2) / 153
    let month = part < 10 ? part + 3 : part - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * part + 2) / 5 + 1)
  }
}
