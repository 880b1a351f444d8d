import DocumentModel
import Geodesy
import Testing

@testable import Rendering

/// Letters that are drawn many times look as if each had been drawn by itself.
@Suite struct RepeatedLettersTests {
  private static let size = PixelSize(width: 300, height: 200)
  private static let style = TextStyle(
    font: nil, isBold: false, isItalic: false, size: 17, color: Color(red: 20, green: 40, blue: 90),
    halo: TextStyle.Halo(color: Color(red: 255, green: 240, blue: 200), width: 2.5))

  /// Of the same words each, at places that lie whole pixels beside each other, and at some that do not.
  private static func rings(_ words: String, at places: [(Double, Double)]) throws -> [PathList] {
    let setting = TextSetting([TextRun(words)], style)
    let text = LabelText(text: try Fonts.use { $0.shaped(setting) }, style: style)
    return places.map { x, y in
      var rings = PathList()
      text.add(to: &rings, at: TextPlace(pivot: PixelPoint(x: x, y: y), shift: text.shift(.left)))
      return rings
    }
  }

  private static func lattice(
    columns: Int, rows: Int, apart: (x: Double, y: Double), from first: (x: Double, y: Double)
  ) -> [(Double, Double)] {
    (0..<rows).flatMap { row in
      (0..<columns).map { column -> (Double, Double) in
        let (x, y) = (Double(column) * apart.x, Double(row) * apart.y)
        return (first.x + x, first.y + y)
      }
    }
  }

  private func picture(_ drawing: Drawing, bandHeight: Int = 64) async throws -> Picture {
    var scene = Scene(size: Self.size, background: .white, layers: [])
    scene.labels = drawing
    return try await scene.picture(bandHeight: bandHeight, jobs: 1)
  }

  /// - Returns: The letters as such, and as areas and lines that say the same.
  private func drawings(_ rings: [PathList]) throws -> (Drawing, Drawing) {
    let halo = try #require(Self.style.halo)
    var (letters, areas) = (Drawing(), Drawing())
    for rings in rings {
      letters.letters(rings, Self.style.color, halo: halo)
      areas.stroke(rings, Stroke(color: halo.color, width: halo.width * 2, isClosed: true))
      areas.fill(rings, Self.style.color)
    }
    return (letters, areas)
  }

  /// In rows, over the picture's sides, and in bands that cut them.
  @Test(arguments: [64, 7]) func theyAreThoseThatAreDrawnOnce(_ bandHeight: Int) async throws {
    let places = Self.lattice(columns: 5, rows: 8, apart: (70, 26), from: (-20, -1)).enumerated().map { number, place in
      (number % 3 == 0 ? place.0 + 0.25 : place.0, place.1)
    }
    let (letters, areas) = try drawings(
      Self.rings("QM8", at: places) + Self.rings("Mß%", at: [(150, 190), (30.1, 77)]))
    let picture = try await picture(letters, bandHeight: bandHeight)
    #expect(try await self.picture(areas) == picture)
    let prepared = PreparedDrawing(letters, size: Self.size)
    #expect(!prepared.stamps.isEmpty && prepared.stamps.count < 30)
  }

  /// Where texts overlap, the halo of the later one covers the letters of the one before.
  @Test func overlappingOnesKeepTheirOrder() async throws {
    let places = (0..<12).map { number -> (Double, Double) in
      let way = Double(number)
      return (20 + way * 9, 60 + way * 7)
    }
    let (letters, areas) = try drawings(Self.rings("HOE", at: places))
    let picture = try await picture(letters)
    #expect(try await self.picture(areas) == picture)
  }

  /// Texts that touch no pixel together are drawn as one: their number does not multiply the work on a row.
  @Test func textsApartAreOneItem() throws {
    let places = Self.lattice(columns: 5, rows: 6, apart: (60, 30), from: (0, 20))
    let apart = PreparedDrawing(try drawings(Self.rings("KB", at: places)).0, size: Self.size)
    #expect(apart.items.count == 2)
    let touching = PreparedDrawing(try drawings(Self.rings("KB", at: [(20, 50), (30, 52)])).0, size: Self.size)
    #expect(touching.items.count == 4)
  }
}
