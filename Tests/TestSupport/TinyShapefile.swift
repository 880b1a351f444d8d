/// A Shapefile of one place with one text, `name`: at 0, 0.
package enum TinyShapefile {
  /// Writes `a.shp`, `a.shx` and `a.dbf`.
  /// - Parameters:
  ///   - text: At most 20 bytes, in any encoding.
  ///   - language: The table's byte that says in which; 0: nothing is said.
  package static func write(_ text: [UInt8], language: UInt8 = 0, to folder: TemporaryFolder) throws {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    func big(_ value: Int) -> [UInt8] { little(value, 4).reversed() }
    let zeros = [UInt8](repeating: 0, count: 64)
    func head(_ words: Int) -> [UInt8] {
      big(9994) + zeros.prefix(20) + big(words) + little(1000, 4) + little(1, 4) + zeros
    }
    try folder.write(head(64) + big(1) + big(10) + little(1, 4) + zeros.prefix(16), to: "a.shp")
    try folder.write(head(54) + big(50) + big(10), to: "a.shx")
    let name = Array("name".utf8) + zeros.prefix(7) + [0x43] + zeros.prefix(4) + [20, 0] + zeros.prefix(14)
    let table = [3, 126, 1, 1] + little(1, 4) + little(65, 2) + little(21, 2) + zeros.prefix(17) + [language, 0, 0]
    let row = [0x20] + text + [UInt8](repeating: 0x20, count: 20 - text.count)
    try folder.write(table + name + [0x0D] + row + [0x1A], to: "a.dbf")
  }
}
