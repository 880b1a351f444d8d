import DocumentModel

/// How the built-in world looks at a zoom level: quiet colours, and weights that grow with the scale. Lengths are logical pixels.
struct WorldStyle: Sendable {
  enum Colors {
    static let sea = Color(red: 0xD3, green: 0xE2, blue: 0xEA)
    static let land = Color(red: 0xF6, green: 0xF3, blue: 0xEC)
    static let coast = Color(red: 0x8F, green: 0xAB, blue: 0xBB)
    static let shore = Color(red: 0xA6, green: 0xC1, blue: 0xD0)
    static let river = Color(red: 0x9C, green: 0xBF, blue: 0xD3)
    static let border = Color(red: 0xB3, green: 0xA2, blue: 0x92)
    static let borderBand = Color(red: 0xE4, green: 0xDB, blue: 0xCF)
    static let province = Color(red: 0xDD, green: 0xD5, blue: 0xCA)
    static let graticule = Color(red: 0xBF, green: 0xD2, blue: 0xDD)
    static let place = Color(red: 0x5A, green: 0x55, blue: 0x50)
    static let landHalo = Color(red: 0xF9, green: 0xF7, blue: 0xF2, alpha: 0xE0)
    static let waterHalo = Color(red: 0xDB, green: 0xE7, blue: 0xEE, alpha: 0xC8)
  }

  /// Pixels to the side for each pixel upwards, of names of waters.
  static let slant = 0.2

  /// Of a 256-pixel Web Mercator pyramid.
  let zoom: Int

  /// Degrees between the lines of the graticule, some 100 pixels.
  var graticuleStep: Double { zoom <= 1 ? 30 : zoom == 2 ? 15 : zoom <= 4 ? 10 : 5 }
  var coastWidth: Double { zoom < 2 ? 0.45 : zoom < 4 ? 0.6 : zoom < 6 ? 0.8 : 0.9 }
  var borderWidth: Double { zoom < 2 ? 0.45 : zoom < 4 ? 0.7 : 0.9 }
  /// A pale band under the borders; 0 for none.
  var borderBandWidth: Double { zoom < 4 ? 0 : zoom < 6 ? 2.6 : 3.4 }
  var riverWidths: (main: Double, others: Double) {
    zoom < 4 ? (0.7, 0.5) : zoom < 6 ? (1.0, 0.7) : (1.4, 0.9)
  }
  /// On and off.
  var dashes: (on: Double, off: Double) { zoom < 4 ? (2.5, 2.5) : (4, 3.5) }
  var showsProvinces: Bool { zoom >= 4 }
  /// The last rank that is drawn; below 0: none.
  var lastRiver: Int { zoom < 2 ? -1 : [1, 2, 4, 5][min(zoom - 2, 3)] + (zoom > 5 ? 1 : 0) }
  var lastLake: Int { [0, 0, 1, 2, 4, 5][min(zoom, 5)] + (zoom > 5 ? 1 : 0) }

  /// How a name is written.
  struct Lettering: Sendable, Hashable {
    var size: Double
    var color: Color
    var halo: Color = Colors.landHalo
    var isBold = false
    /// Leaning, as names of waters do.
    var isSlanted = false
    var isCapital = false
    /// Hair spaces between letters.
    var spacing = 0
    /// Lines at most.
    var lines = 3
  }

  func lettering(of name: WorldData.Name) -> Lettering {
    let steps = Double(zoom - name.zooms.lowerBound)
    switch name.kind {
    case .continent:
      return Lettering(size: zoom == 0 ? 7.5 : 10.5, color: Color(red: 0x8A, green: 0x7B, blue: 0x6C), spacing: zoom)
    case .ocean:
      return Lettering(
        size: [8, 9, 11, 13, 15, 16][min(zoom, 5)], color: Color(red: 0x7F, green: 0xA5, blue: 0xBB),
        halo: Colors.waterHalo, isSlanted: true, spacing: zoom < 2 ? 0 : 2)
    case .sea:
      return Lettering(
        size: min(14, 8.5 + steps * 1.5), color: Color(red: 0x6F, green: 0x99, blue: 0xB1), halo: Colors.waterHalo,
        isSlanted: true)
    case .lake:
      return Lettering(
        size: min(11, 8.5 + steps), color: Color(red: 0x6F, green: 0x99, blue: 0xB1), halo: Colors.waterHalo,
        isSlanted: true)
    case .country:
      let isLarge = name.zooms.lowerBound <= 4
      return Lettering(
        size: min(name.zooms.lowerBound <= 2 ? 16 : 13.5, 8.5 + steps * 1.7),
        color: Color(red: 0x8A, green: 0x74, blue: 0x62), isCapital: isLarge, spacing: isLarge ? 1 : 0)
    case .capital:
      return Lettering(
        size: min(12.5, 9 + steps), color: Color(red: 0x3C, green: 0x38, blue: 0x34), isBold: true, lines: 1)
    case .city:
      return Lettering(size: min(11.5, 8.5 + steps), color: Color(red: 0x55, green: 0x50, blue: 0x4B), lines: 1)
    }
  }

  /// The dot of a place: its diameter.
  func dot(of name: WorldData.Name) -> Double {
    (name.kind == .capital ? 4.2 : 3.0) + min(1.5, Double(zoom - name.zooms.lowerBound) * 0.4)
  }
}
