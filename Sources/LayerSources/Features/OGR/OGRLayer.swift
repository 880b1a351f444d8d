internal import CGDAL
import DocumentModel
import Geodesy

/// One layer of an open data set of GDAL; lives no longer than that.
struct OGRLayer {
  let file: GDALFile
  private let layer: OpaquePointer
  let name: String
  let fields: [OGRField]

  /// - Returns: `nil` where GDAL has no such layer.
  init?(_ number: Int, of file: GDALFile) {
    guard let layer = file.functions.GDALDatasetGetLayer(file.dataset, Int32(number)) else { return nil }
    self.file = file
    self.layer = layer
    name = file.functions.OGR_L_GetName(layer).map { String(cString: $0) } ?? ""
    fields = Self.fields(of: layer, file.functions)
  }

  static func all(of file: GDALFile) -> [OGRLayer] {
    let count = file.functions.GDALDatasetGetLayerCount(file.dataset)
    return (0..<min(Int(count), 10_000)).compactMap { OGRLayer($0, of: file) }
  }

  private static func fields(of layer: OpaquePointer, _ functions: mapdoc_gdal) -> [OGRField] {
    guard let definition = functions.OGR_L_GetLayerDefn(layer) else { return [] }
    return (0..<functions.OGR_FD_GetFieldCount(definition)).compactMap { number in
      guard let field = functions.OGR_FD_GetFieldDefn(definition, number),
        let name = functions.OGR_Fld_GetNameRef(field)
      else { return nil }
      return OGRField(
        number: number, name: String(cString: name), kind: functions.OGR_Fld_GetType(field),
        isBoolean: functions.OGR_Fld_GetSubType(field) == 1)
    }
  }

  /// False for a table without geometries.
  var hasGeometry: Bool { file.functions.OGR_L_GetGeomType(layer) != OGRGeometryType.none }

  /// Whether GDAL knows what its texts are written in, and gives them as UTF-8.
  var hasKnownEncoding: Bool { file.functions.OGR_L_TestCapability(layer, "StringsAsUTF8") != 0 }

  /// Whether one of its first features has a text that is no UTF-8.
  var hasOtherTexts: Bool {
    let functions = file.functions
    functions.OGR_L_ResetReading(layer)
    for _ in 0..<Self.sample {
      let (feature, _) = file.listening { functions.OGR_L_GetNextFeature(layer) }
      guard let feature else { return false }
      defer { functions.OGR_F_Destroy(feature) }
      if fields.contains(where: { $0.hasOtherText(feature, functions) }) { return true }
    }
    return false
  }

  /// Features that are looked at before a file is read.
  private static let sample = 10_000

  /// What its geometries may be; empty where they are of any kind.
  var kinds: Set<ShapeKind> { OGRGeometryType.kind(of: file.functions.OGR_L_GetGeomType(layer)).map { [$0] } ?? [] }

  /// `nil` where the file does not say.
  /// - Throws: `unknownReference`.
  func reference(in path: String) throws(SourceError) -> SpatialReference? {
    guard let reference = file.functions.OGR_L_GetSpatialRef(layer) else { return nil }
    return try GDALReference.parsed(reference, in: path, file.functions)
  }

  var extent: Extent? {
    var box = mapdoc_ogr_box()
    let (status, _) = file.listening { file.functions.OGR_L_GetExtent(layer, &box, 1) }
    let extent = Extent(xmin: box.xmin, ymin: box.ymin, xmax: box.xmax, ymax: box.ymax)
    return status == 0 && extent.isFinite && extent.width >= 0 ? extent : nil
  }

  /// Whether the file says, without being read for it, that nothing of it lies in another frame of the world, where its own
  /// search would miss it.
  private func liesInFrameZero(_ period: Double?) -> Bool {
    guard let period else { return true }
    var box = mapdoc_ogr_box()
    let (status, _) = file.listening { file.functions.OGR_L_GetExtent(layer, &box, 0) }
    let edge = period / 2 * (1 + 1e-9)
    return status == 0 && box.xmin >= -edge && box.xmax <= edge
  }

  /// - Parameter force: Reads everything where the file does not say.
  func count(force: Bool) -> Int? {
    let (count, _) = file.listening { file.functions.OGR_L_GetFeatureCount(layer, force ? 1 : 0) }
    return count >= 0 ? Int(count) : nil
  }

  /// Adds its features to a builder, one after the other.
  /// - Parameter columns: Of a CSV, in lower case: what geometries are made from.
  /// - Throws: What GDAL says where it cannot read on, and what `take` throws.
  func read(
    into builder: inout FeatureBatchBuilder, path: String, columns: [String], _ take: FeatureBatchBuilder.Taker
  ) throws(SourceError) {
    let functions = file.functions
    functions.OGR_L_ResetReading(layer)
    if let box = builder.query.box, liesInFrameZero(builder.query.period) {
      functions.OGR_L_SetSpatialFilterRect(layer, box.xmin, box.ymin, box.xmax, box.ymax)
    }
    let wanted = builder.query.fieldNames.map { name in fields.first { $0.name == name } }
    let places = columns.isEmpty ? [] : fields.filter { columns.contains($0.name.lowercased()) }
    let identifier = builder.query.fieldNames.firstIndex(of: "fid").flatMap { wanted[$0] == nil ? $0 : nil }
    var count = 0
    var problem: String?
    while true {
      let (feature, said) = file.listening { functions.OGR_L_GetNextFeature(layer) }
      guard let feature else {
        if let said { throw .unreadable(path: path, place: "feature \(count + 1) of `\(name)`", reason: said) }
        break
      }
      defer { functions.OGR_F_Destroy(feature) }
      count += 1
      if let said, problem == nil { problem = "feature \(count) of `\(name)`\u{0}\(said)" }
      for (place, field) in wanted.enumerated() {
        if let field { builder.set(field.value(of: feature, functions), of: place) }
      }
      if let identifier { builder.set(.integer(Int(functions.OGR_F_GetFID(feature))), of: identifier) }
      if let geometry = functions.OGR_F_GetGeometryRef(feature) {
        let isSound = OGRGeometry(geometry, file).add(to: &builder)
        if !isSound {
          if problem == nil {
            problem =
              "feature \(count) of `\(name)`\u{0}its coordinates are not finite numbers, or more than "
              + "\(GeoJSONReader.positionLimit)"
          }
          builder.dropFeature()
          continue
        }
        if file.saysNothingOfPlaces, functions.OGR_G_IsEmpty(geometry) != 0, problem == nil {
          problem = "feature \(count) of `\(name)`\u{0}it has no coordinates that can be read"
        }
      } else if problem == nil, let reason = Self.reason(of: places, in: feature, functions) {
        problem = "row \(count)\u{0}\(reason)"
      }
      try builder.endFeature(take)
    }
    if let problem {
      let parts = problem.split(separator: "\u{0}", maxSplits: 1).map(String.init)
      throw .unreadable(path: path, place: parts.first, reason: parts.last ?? "")
    }
  }

  /// Why a row of a table has no geometry; `nil` where its columns are empty, which means that there is none.
  private static func reason(of columns: [OGRField], in feature: OpaquePointer, _ functions: mapdoc_gdal) -> String? {
    let texts = columns.map { column -> String in
      if case .text(let text) = column.value(of: feature, functions) { return text }
      let isThere = functions.OGR_F_IsFieldSetAndNotNull(feature, column.number) != 0
      return isThere ? functions.OGR_F_GetFieldAsString(feature, column.number).map { String(cString: $0) } ?? "" : ""
    }
    guard texts.contains(where: { !$0.allSatisfy(\.isWhitespace) }) else { return nil }
    if texts.count == 1 { return "`\(texts[0].prefix(60))` is no geometry in WKT" }
    let wrong = texts.firstIndex { Double($0.split(separator: " ").joined()) == nil } ?? 0
    // Of a column of numbers GDAL hands on nothing else.
    if texts[wrong].isEmpty { return "`\(columns[wrong].name)` holds no number" }
    return "`\(columns[wrong].name)` is `\(texts[wrong].prefix(60))`, and a number is expected"
  }
}

/// A field of a layer.
struct OGRField {
  let number: Int32
  let name: String
  /// OGRFieldType.
  let kind: Int32
  let isBoolean: Bool

  private enum Kind {
    static let integer: Int32 = 0
    static let real: Int32 = 2
    static let integer64: Int32 = 12
  }

  var type: ExpressionType {
    if isBoolean { return .boolean }
    return kind == Kind.integer || kind == Kind.real || kind == Kind.integer64 ? .number : .text
  }

  /// GDAL gives UTF-8 where a file says what it is written in, and the bytes as they are where it does not.
  private static func text(_ bytes: UnsafePointer<CChar>) -> String {
    if let text = String(validatingCString: bytes) { return text }
    var (text, place) = (String.UnicodeScalarView(), bytes)
    while place.pointee != 0 {
      let byte = UInt8(bitPattern: place.pointee)
      text.append(0x80..<0xA0 ~= byte ? furtherLetters[Int(byte) - 0x80] : Unicode.Scalar(byte))
      place += 1
    }
    return String(text)
  }

  /// Of Windows 1252, which is ISO 8859-1 with letters in place of the second set of controls.
  private static let furtherLetters = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

  /// Whether its value is a text that is no UTF-8.
  func hasOtherText(_ feature: OpaquePointer, _ functions: mapdoc_gdal) -> Bool {
    guard type == .text, functions.OGR_F_IsFieldSetAndNotNull(feature, number) != 0 else { return false }
    return functions.OGR_F_GetFieldAsString(feature, number).map { String(validatingCString: $0) == nil } ?? false
  }

  func value(of feature: OpaquePointer, _ functions: mapdoc_gdal) -> ExpressionValue {
    guard functions.OGR_F_IsFieldSetAndNotNull(feature, number) != 0 else { return .null }
    switch kind {
    case Kind.integer, Kind.integer64:
      let value = functions.OGR_F_GetFieldAsInteger64(feature, number)
      return isBoolean ? .boolean(value != 0) : .integer(Int(value))
    case Kind.real: return ExpressionValue(functions.OGR_F_GetFieldAsDouble(feature, number))
    default: return functions.OGR_F_GetFieldAsString(feature, number).map { .text(Self.text($0)) } ?? .null
    }
  }
}

/// OGRwkbGeometryType, without Z and M.
enum OGRGeometryType {
  static let none: UInt32 = 100

  static func flat(_ type: UInt32) -> UInt32 {
    let plain = type & 0x7fff_ffff
    return plain >= 1000 ? plain % 1000 : plain
  }

  static func kind(of type: UInt32) -> ShapeKind? {
    switch flat(type) {
    case 1, 4: .point
    case 2, 5, 8, 9, 11, 13: .line
    case 3, 6, 10, 12, 14, 15, 16, 17: .polygon
    default: nil
    }
  }
}

/// A geometry of GDAL, which its feature owns.
struct OGRGeometry {
  private let geometry: OpaquePointer
  private let file: GDALFile
  private static let depthLimit = 16

  init(_ geometry: OpaquePointer, _ file: GDALFile) { (self.geometry, self.file) = (geometry, file) }

  /// Adds the shapes that it is made of.
  /// - Returns: False where numbers are not finite, or are too many.
  func add(to builder: inout FeatureBatchBuilder, depth: Int = 0) -> Bool {
    let functions = file.functions
    guard depth <= Self.depthLimit else { return false }
    guard functions.OGR_G_IsEmpty(geometry) == 0 else { return true }
    switch OGRGeometryType.flat(functions.OGR_G_GetGeometryType(geometry)) {
    case 1, 2:
      guard addPath(to: &builder) else { return false }
      builder.endShape(OGRGeometryType.flat(functions.OGR_G_GetGeometryType(geometry)) == 1 ? .point : .line)
    case 4:
      for part in parts where !part.addPath(to: &builder) { return false }
      builder.endShape(.point)
    case 5:
      for part in parts {
        guard part.addPath(to: &builder) else { return false }
        builder.endPath()
      }
      builder.endShape(.line)
    case 3, 17:
      guard addRings(to: &builder) else { return false }
      builder.endShape(.polygon)
    case 6, 15, 16:
      for part in parts where !part.addRings(to: &builder) { return false }
      builder.endShape(.polygon)
    case 7:
      for part in parts where !part.add(to: &builder, depth: depth + 1) { return false }
    default:
      // Curves become lines of at most four degrees of arc each, as everywhere in GDAL.
      let (linear, _) = file.listening { functions.OGR_G_GetLinearGeometry(geometry, 0, nil) }
      guard let linear else { return true }
      defer { functions.OGR_G_DestroyGeometry(linear) }
      let isLinear = OGRGeometryType.flat(functions.OGR_G_GetGeometryType(linear)) <= 7
      return isLinear ? OGRGeometry(linear, file).add(to: &builder, depth: depth + 1) : true
    }
    return true
  }

  private var parts: [OGRGeometry] {
    (0..<file.functions.OGR_G_GetGeometryCount(geometry)).compactMap { number in
      file.functions.OGR_G_GetGeometryRef(geometry, number).map { OGRGeometry($0, file) }
    }
  }

  private func addRings(to builder: inout FeatureBatchBuilder) -> Bool {
    let first = builder.pathCount
    for ring in parts {
      guard ring.addPath(to: &builder) else { return false }
      builder.endPath()
    }
    builder.endPolygon(from: first)
    return true
  }

  private func addPath(to builder: inout FeatureBatchBuilder) -> Bool {
    let count = Int(file.functions.OGR_G_GetPointCount(geometry))
    guard count > 0 else { return true }
    guard count <= GeoJSONReader.positionLimit, builder.positions <= GeoJSONReader.positionLimit else { return false }
    let step = Int32(2 * MemoryLayout<Double>.stride)
    let numbers = [Double](unsafeUninitializedCapacity: 2 * count) { buffer, filled in
      buffer.initialize(repeating: .nan)
      guard let start = buffer.baseAddress else { return }
      _ = file.functions.OGR_G_GetPoints(geometry, start, step, start + 1, step, nil, 0)
      filled = 2 * count
    }
    for index in 0..<count {
      let (x, y) = (numbers[2 * index], numbers[2 * index + 1])
      guard x.isFinite, y.isFinite else { return false }
      builder.add(x, y)
    }
    return true
  }
}
