/// What a digest of a document is made of.
extension Node {
  /// The same bytes for the same content, wherever it was written: keys in the order of their bytes, each value
  /// with its type, so that `1` and `"1"` differ.
  package func canonicalText() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1024)
    write(to: &bytes)
    return bytes
  }

  private func write(to bytes: inout [UInt8]) {
    switch content {
    case .scalar(let scalar):
      scalar.write(to: &bytes)
    case .sequence(let items):
      bytes.append(UInt8(ascii: "["))
      for item in items { item.write(to: &bytes) }
      bytes.append(UInt8(ascii: "]"))
    case .mapping(let entries):
      bytes.append(UInt8(ascii: "{"))
      for entry in entries.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
        Scalar.text(entry.key).write(to: &bytes)
        entry.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }
}

extension Scalar {
  /// A letter for the type, then the value; texts begin with their length, so that none can look like two.
  fileprivate func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(UInt8(ascii: "n"))
    case .bool(let value): bytes.append(UInt8(ascii: value ? "t" : "f"))
    case .int(let value): bytes.append(contentsOf: "i\(value);".utf8)
    // 1.50 and 1.5 are the same number.
    case .double(let value, _): bytes.append(contentsOf: "d\(value);".utf8)
    case .text(let text):
      bytes.append(contentsOf: "s\(text.utf8.count):".utf8)
      bytes.append(contentsOf: text.utf8)
    }
  }
}
