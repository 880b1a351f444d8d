import Geodesy

/// A text that is to be set: all that the form of its letters depends on, whatever their size and colour.
struct TextSetting: Sendable, Hashable {
  let runs: [TextRun]
  /// Families with commas; `nil`: the bundled one.
  let font: String?
  let isBold: Bool
  let isItalic: Bool
  /// Lines are broken so that none is wider, in ems; `nil`: only at line ends of the text.
  let wrap: Double?

  /// - Parameter wrap: In device pixels.
  init(_ runs: [TextRun], _ style: TextStyle, wrap: Double? = nil) {
    self.runs = runs
    font = style.font
    isBold = style.isBold
    isItalic = style.isItalic
    self.wrap = wrap.map { $0 / max(style.size, 0.01) }
  }
}

/// A text that has been set: lines of letters with their outlines. Lengths in ems, to the right and down, from the left end of
/// the first line's baseline.
struct ShapedText: Sendable {
  struct Glyph: Sendable {
    let outline: GlyphOutline
    /// Of its origin, from the left end of its line.
    let x: Double
    let y: Double
  }

  /// Letters that stay together: a letter with its marks, a ligature.
  struct Cluster: Sendable {
    let glyphs: Range<Int>
    let x: Double
    let width: Double
  }

  /// From left to right as it is seen, whatever the direction of its script.
  struct Line: Sendable {
    let clusters: Range<Int>
    let width: Double
    let baseline: Double
  }

  var lines: [Line] = []
  var clusters: [Cluster] = []
  var glyphs: [Glyph] = []
  /// Around all lines, aligned at the left, and their ink; at least from the height of capitals to the last baseline.
  var left = 0.0
  var right = 0.0
  var top = -ShapedText.capHeight
  var bottom = 0.0
  /// How far letters lean to the right for each em upwards: where the font has no italic letters of its own.
  var slant = 0.0
  /// Letters of its script are joined: apart from each other they are hard to read.
  var isJoined = false
  /// Letters that no font has: a box with their number stands for each.
  var missing: Set<Unicode.Scalar> = []

  /// Of DejaVu Sans, in ems.
  static let capHeight = 0.73
  /// Of letters without a slanted form.
  static let leaning = 0.2

  var isEmpty: Bool { !glyphs.contains { !$0.outline.isEmpty } }
  /// Half way up the capitals, in the middle of all lines.
  var middle: Double { ((lines.last?.baseline ?? 0) - Self.capHeight) / 2 }
  /// Of the widest line.
  var width: Double { lines.reduce(0) { max($0, $1.width) } }

  /// How far a line is moved to the right.
  ///
  /// - Parameter alignment: 0 at the left, 0.5 in the middle, 1 at the right.
  func indent(of line: Line, _ alignment: Double) -> Double { (width - line.width) * alignment }

  mutating func measure() {
    // What stands out beside a line does so wherever the line is moved.
    var (before, behind) = (0.0, 0.0)
    for line in lines {
      for cluster in clusters[line.clusters] {
        for glyph in glyphs[cluster.glyphs] where !glyph.outline.isEmpty {
          let box = glyph.outline.bounds
          let (high, low) = (box.y, box.y + box.height)
          before = max(before, -(glyph.x + box.x - low * slant))
          behind = max(behind, glyph.x + box.x + box.width - high * slant - line.width)
          top = min(top, line.baseline + glyph.y + high)
          bottom = max(bottom, line.baseline + glyph.y + low)
        }
      }
      bottom = max(bottom, line.baseline)
    }
    (left, right) = (-before, width + behind)
  }
}

/// Texts that were set last.
struct ShapedTextCache {
  private var texts: [TextSetting: ShapedText] = [:]
  private var glyphs = 0
  /// Letters that are kept, all together: some 20 MB.
  private static let bound = 400_000

  subscript(_ setting: TextSetting) -> ShapedText? { texts[setting] }

  mutating func keep(_ text: ShapedText, _ setting: TextSetting) {
    if glyphs > Self.bound { (texts, glyphs) = ([:], 0) }
    glyphs += text.glyphs.count
    texts[setting] = text
  }
}
