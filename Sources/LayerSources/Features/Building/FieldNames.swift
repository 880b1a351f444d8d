import DocumentModel

/// Finds fields by the bytes of their names; those of one feature mostly stand in the order of the last one's.
struct FieldNames {
  private(set) var names: [[UInt8]]
  private var places: [[UInt8]: Int]
  private var next = 0

  init(_ names: [String] = []) {
    self.names = names.map { Array($0.utf8) }
    places = Dictionary(self.names.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { one, _ in one })
  }

  /// The next feature's fields begin.
  mutating func startOver() { next = 0 }

  /// The number of a field; `nil` for none of these.
  mutating func number(of name: UnsafeBufferPointer<UInt8>) -> Int? {
    if next < names.count, Self.equal(names[next], name) {
      next += 1
      return next - 1
    }
    if names.count <= 8 {
      for index in names.indices where Self.equal(names[index], name) {
        next = index + 1
        return index
      }
      return nil
    }
    guard let found = places[Array(name)] else { return nil }
    next = found + 1
    return found
  }

  /// Adds a field that is not there yet.
  mutating func add(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    let bytes = Array(name)
    names.append(bytes)
    places[bytes] = names.count - 1
    next = names.count
    return names.count - 1
  }

  @inline(__always)
  private static func equal(_ one: [UInt8], _ other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard one.count == other.count else { return false }
    for index in one.indices where one[index] != other[index] { return false }
    return true
  }
}

/// The fields of a source that does not declare them, found by looking at all features.
struct FieldSurvey {
  /// More are not looked at.
  static let limit = 4096

  private var names = FieldNames()
  private var types: [ExpressionType] = []
  /// Of each field, its place among those whose values are wanted.
  private var places: [Int?] = []
  private var wanted: FieldNames
  private(set) var isFull = false

  /// - Parameter wanted: Fields of which values are collected too.
  init(wanted: [String] = []) { self.wanted = FieldNames(wanted) }

  mutating func startFeature() { names.startOver() }

  /// The place of a field among those that are wanted.
  func wanted(_ field: Int) -> Int? { places[field] }

  /// The number of a field, which is new or known; `nil` for one too many.
  mutating func number(of name: UnsafeBufferPointer<UInt8>) -> Int? {
    if let known = names.number(of: name) { return known }
    guard names.names.count < Self.limit else {
      isFull = true
      return nil
    }
    types.append(.null)
    places.append(wanted.number(of: name))
    return names.add(name)
  }

  mutating func note(_ type: ExpressionType, of field: Int) {
    let known = types[field]
    if type == .null || type == known { return }
    types[field] = known == .null ? type : .any
  }

  var fields: [(name: String, type: ExpressionType)] {
    zip(names.names, types).map { (String(decoding: $0, as: UTF8.self), $1) }
  }
}
