import Geodesy
import Testing

@testable import LayerSources

@Suite struct AddressTemplateTests {
  /// Level, column, row; oracle: `mercantile.quadkey(x, y, z)` and `2 ** z - 1 - y` of mercantile 1.2.1.
  static let tiles: [(TileIndex, quadkey: String, flipped: Int)] = [
    (TileIndex(level: 1, column: 1, row: 0), "1", 1),
    (TileIndex(level: 3, column: 3, row: 5), "213", 2),  // "Bing Maps Tile System": tile (3, 5) at level 3 is 213
    (TileIndex(level: 10, column: 486, row: 332), "0313102310", 691),
    (TileIndex(level: 14, column: 8801, row: 5373), "12021023322203", 11010),
  ]

  @Test(arguments: tiles)
  func writesEveryPlaceholder(_ tile: TileIndex, _ quadkey: String, _ flipped: Int) throws {
    let naming = try naming("https://h/{z}/{x}/{y}/{-y}/{q}{r}?v={v}&b={{x}", values: ["v": "2"])
    let (z, x, y) = (tile.level, tile.column, tile.row)
    #expect(
      naming.address(of: tile, row: y, flippedRow: flipped)
        == "https://h/\(z)/\(x)/\(y)/\(flipped)/\(quadkey)?v=2&b=%7Bx%7D")
  }

  @Test(arguments: [(1.0, ""), (1.49, ""), (1.5, "@2x"), (3.125, "@2x")])
  func asksForDoublePixelsFromOneAndAHalfOn(_ ratio: Double, _ mark: String) throws {
    let naming = try naming("https://h/{z}/{x}/{y}{r}.png", pixelRatio: ratio)
    #expect(
      naming.address(of: TileIndex(level: 0, column: 0, row: 0), row: 0, flippedRow: 0) == "https://h/0/0/0\(mark).png")
  }

  @Test func oneTileAlwaysHasOneSubdomain() throws {
    let naming = try naming("https://{s}.h/{z}/{x}/{y}")
    let hosts = [(0, 0), (1, 0), (1, 1), (2, 1), (-1, 0)].map { column, row in
      naming.address(of: TileIndex(level: 2, column: column, row: row), row: row, flippedRow: 0).dropFirst(8).prefix(1)
    }
    #expect(hosts == ["a", "b", "c", "a", "c"])
  }

  @Test(arguments: [
    ("plain/path", "plain/path"),
    ("a b", "a%20b"),
    ("a%20b", "a%20b"),
    ("100%", "100%25"),
    ("%zz", "%25zz"),
    ("%C3%A5", "%C3%A5"),
    ("å", "%C3%A5"),
    ("東京", "%E6%9D%B1%E4%BA%AC"),
    ("?q=a+b&c=[1,2]#f", "?q=a+b&c=[1,2]#f"),
    ("\"<>\\^`{|}", "%22%3C%3E%5C%5E%60%7B%7C%7D"),
  ])
  func escapesOnceOnly(_ text: String, _ escaped: String) {
    #expect(AddressEscaping.escaped(text) == escaped)
    #expect(AddressEscaping.escaped(escaped) == escaped)
  }

  @Test func keepsTheHostAndEscapesThePath() throws {
    let naming = try naming("HTTPS://tiles.example.com:8443/å b/{z}/{x}/{y}?s={s1}", values: ["s1": "a#b c"])
    #expect(
      naming.address(of: TileIndex(level: 0, column: 0, row: 0), row: 0, flippedRow: 0)
        == "https://tiles.example.com:8443/%C3%A5%20b/0/0/0?s=a%23b%20c")
  }

  private func naming(_ text: String, values: [String: String] = [:], pixelRatio: Double = 1) throws -> TileNaming {
    try #require(
      try TileAddress(text, beside: nil).naming(values: values, subdomains: nil, pixelRatio: pixelRatio))
  }
}
