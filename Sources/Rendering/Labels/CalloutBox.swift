import DocumentModel
import Geodesy

/// A callout as it will look, without its place: its title, and below it two columns of labels and values.
struct CalloutBox {
  /// A text and where its first baseline begins, from the box's top left corner.
  private struct Part {
    let text: LabelText
    let start: PixelPoint
  }

  private var parts: [Part] = []
  private(set) var width = 0.0
  private(set) var height = 0.0
  let style: TextStyle
  /// Of a hairline: a logical pixel.
  private let pixelRatio: Double
  private(set) var missing = MissingFonts()

  private enum Look {
    static let ground = Color(red: 255, green: 255, blue: 255, alpha: 0xF4)
    static let edge = Color(red: 0x7A, green: 0x80, blue: 0x88)
    static let shadow = Color(red: 0x20, green: 0x28, blue: 0x30, alpha: 0x22)
    static let rule = Color(red: 0xD4, green: 0xD8, blue: 0xDD)
  }

  /// In ems: between edge and text, between columns, from line to line, and the widest that a column may be.
  private static let (padding, between, lead, widest) = (0.65, 0.9, 1.42, 20.0)

  /// `nil` where there is nothing to say.
  ///
  /// - Throws: ``DrawingError`` where pango or its font is not installed.
  init?(_ request: CalloutRequest, pixelRatio: Double) throws(DrawingError) {
    style = request.style
    self.pixelRatio = pixelRatio
    guard style.isWritten else { return nil }
    let (padding, size) = (Self.padding * style.size, style.size)
    var bold = style
    bold.halo = nil
    bold.isBold = true
    var plain = bold
    plain.isBold = style.isBold
    var quiet = plain
    quiet.color = style.color.paler
    var y = padding
    if let title = request.title, let text = try set(title, bold) {
      parts.append(Part(text: text, start: PixelPoint(x: padding, y: y + text.capHeight)))
      y += text.capHeight + text.lastBaseline
      width = text.text.right * size
    }
    var rows: [(label: LabelText?, value: LabelText?)] = []
    for line in request.lines.prefix(CalloutRequest.mostLines) {
      let label = try line.label == nil ? nil : set(line.label ?? "", quiet)
      let value = try set(line.value, plain)
      if label != nil || value != nil { rows.append((label, value)) }
    }
    let column = rows.compactMap { $0.label?.width }.max().map { $0 + Self.between * size } ?? 0
    for row in rows {
      if y > padding { y += (Self.lead - ShapedText.capHeight) * size }
      let rise = row.value?.capHeight ?? row.label?.capHeight ?? 0
      if let label = row.label {
        parts.append(Part(text: label, start: PixelPoint(x: padding, y: y + rise)))
        width = max(width, label.width)
      }
      if let value = row.value {
        parts.append(Part(text: value, start: PixelPoint(x: padding + column, y: y + rise)))
        width = max(width, column + value.text.right * size)
      }
      y += rise + max(row.label?.lastBaseline ?? 0, row.value?.lastBaseline ?? 0)
    }
    guard !parts.isEmpty else { return nil }
    // Below the last baseline letters hang as far as the padding is smaller than it looks.
    (width, height) = (width + 2 * padding, y + padding * 1.15)
  }

  /// No larger than the box comes out, in device pixels; `nil` where nothing is known of its letters.
  ///
  /// - Throws: ``DrawingError`` where pango or its font is not installed.
  static func least(_ request: CalloutRequest) throws(DrawingError) -> (width: Double, height: Double)? {
    let (size, capHeight) = (request.style.size, ShapedText.capHeight)
    var bold = request.style
    bold.isBold = true
    var (widest, texts) = (0.0, 0)
    if let title = request.title, let width = try LeastText.width(of: title, bold, wrap: Self.widest) {
      (widest, texts) = (width, 1)
    }
    for line in request.lines {
      let value = try LeastText.width(of: line.value, request.style, wrap: Self.widest)
      var label: Double?
      if let words = line.label { label = try LeastText.width(of: words, request.style, wrap: Self.widest) }
      if value == nil, label == nil { continue }
      texts += 1
      widest = max(widest, (value ?? 0) + (label.map { $0 + (value == nil ? 0 : between) } ?? 0))
    }
    if texts == 0 { return nil }
    let height = Double(texts) * capHeight + Double(texts - 1) * (lead - capHeight) + 2.15 * padding
    return ((widest + 2 * padding) * size, height * size)
  }

  private mutating func set(_ words: String, _ style: TextStyle) throws(DrawingError) -> LabelText? {
    let setting = TextSetting([TextRun(words)], style, wrap: Self.widest * style.size)
    let (text, isFound) = try Fonts.use { ($0.shaped(setting), $0.choice(of: setting.font).isFound) }
    missing.add(text, isFound ? nil : setting.font)
    return text.isEmpty ? nil : LabelText(text: text, style: style)
  }

  /// - Parameters:
  ///   - corner: The box's top left one.
  ///   - leader: From the box to its feature.
  func draw(into drawing: inout Drawing, corner: PixelPoint, leader: (PixelPoint, PixelPoint)) {
    let line = Stroke(color: Look.edge, width: pixelRatio)
    var path = PathList()
    path.append(path: [Position(x: leader.0.x, y: leader.0.y), Position(x: leader.1.x, y: leader.1.y)])
    drawing.stroke(path, line)
    let box = PixelRectangle(x: corner.x, y: corner.y, width: width, height: height)
    let radius = min(3 * pixelRatio, width / 4, height / 4)
    var shadow = box.grown(by: pixelRatio)
    shadow.y += pixelRatio
    drawing.fill(shadow.rounded(radius + pixelRatio), Look.shadow)
    let outline = box.rounded(radius)
    drawing.fill(outline, Look.ground)
    drawing.stroke(outline, Stroke(color: Look.edge, width: pixelRatio, isClosed: true))
    for part in parts {
      let place = TextPlace(
        pivot: PixelPoint(x: corner.x + part.start.x, y: corner.y + part.start.y), shift: PixelPoint(x: 0, y: 0),
        alignment: 0)
      part.text.draw(into: &drawing, at: place)
    }
  }
}

extension PixelRectangle {
  /// Its outline with round corners.
  fileprivate func rounded(_ radius: Double) -> PathList {
    var path = PathList()
    // Eighths of a quarter circle: straight pieces that no one tells from it.
    let arc: [(Double, Double)] = [
      (1, 0), (0.9808, 0.1951), (0.9239, 0.3827), (0.8315, 0.5556), (0.7071, 0.7071), (0.5556, 0.8315),
      (0.3827, 0.9239), (0.1951, 0.9808), (0, 1),
    ]
    let corners = [(x + width, y + height, 1.0, 1.0), (x, y + height, -1, 1), (x, y, -1, -1), (x + width, y, 1, -1)]
    for (number, (right, bottom, dx, dy)) in corners.enumerated() {
      // Each corner begins where the one before has ended.
      for (along, across) in number % 2 == 0 ? arc : arc.reversed() {
        path.add(right - dx * radius * (1 - along), bottom - dy * radius * (1 - across))
      }
    }
    path.endPath()
    return path
  }
}

extension Color {
  /// Two thirds of the way to white.
  fileprivate var paler: Color {
    func mixed(_ part: UInt8) -> UInt8 { UInt8((Int(part) * 60 + 255 * 40) / 100) }
    return Color(red: mixed(red), green: mixed(green), blue: mixed(blue), alpha: alpha)
  }
}
