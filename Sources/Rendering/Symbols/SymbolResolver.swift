import DocumentModel
import Geodesy

/// Symbols with all their values worked out, in device pixels.
struct SymbolResolver {
  let pixelRatio: Double
  let pictures: SymbolPictures
  var rows: RowReader

  /// What a length may be that is worked out, in logical pixels; and a shift, and a turn.
  private static let lengths = 0.0...10_000.0
  /// Letters below this are not written: as `size` of a document may not be.
  private static let leastLetters = 0.5
  private static let shifts = -10_000.0...10_000.0
  private static let turns = -1e6...1e6
  private static let numbers = -1e15...1e15
  /// The largest picture of a fill, in device pixels.
  private static let pictureLimit = Double(SymbolPictureError.sideLimit)

  init(fieldNames: [String], pixelRatio: Double, pictures: SymbolPictures) {
    rows = RowReader(fieldNames: fieldNames)
    self.pixelRatio = pixelRatio
    self.pictures = pictures
  }

  private mutating func length(_ value: Varying<Double>, _ row: Row, else standard: Double) -> Double {
    rows.number(value, row, within: Self.lengths, else: standard) * pixelRatio
  }

  private mutating func offset(_ offset: SymbolOffset, _ row: Row) -> PixelPoint {
    PixelPoint(
      x: rows.number(offset.x, row, within: Self.shifts, else: 0) * pixelRatio,
      y: rows.number(offset.y, row, within: Self.shifts, else: 0) * pixelRatio)
  }

  /// `nil` where nothing of it would be seen.
  mutating func style(of symbol: MarkerSymbol, _ row: Row) -> MarkerStyle? {
    let size = length(symbol.size, row, else: 8)
    var form: MarkerStyle.Form
    switch symbol.form {
    case .shape(let shape): form = .shape(shape)
    case .file, .embedded:
      switch pictures.picture(of: symbol.form) {
      case .success(let picture)?: form = .picture(picture)
      case .failure(let error)?:
        rows.note(.noPicture(symbol.form.name, error.words), row.number)
        return nil
      case nil: return nil
      }
    }
    if case .picture(let picture) = form, let problem = picture.problem(width: size) {
      rows.note(.noPicture(symbol.form.name, problem.words), row.number)
      return nil
    }
    var outline: MarkerStyle.Outline?
    if let own = symbol.outline {
      let width = length(own.width, row, else: 1)
      if width > 0 { outline = MarkerStyle.Outline(color: rows.color(own.color, row, else: .white), width: width) }
    }
    if size <= 0 { return nil }
    return MarkerStyle(
      form: form, size: size, color: rows.color(symbol.color, row, else: .defaultOfSymbols), outline: outline,
      rotation: rows.number(symbol.rotation, row, within: Self.turns, else: 0), anchor: symbol.anchor,
      offset: offset(symbol.offset, row))
  }

  mutating func line(_ symbol: LineSymbol, _ row: Row) -> ResolvedLine {
    var line = ResolvedLine(
      color: rows.color(symbol.color, row, else: .defaultOfSymbols), width: length(symbol.width, row, else: 1),
      dash: symbol.dash.map { $0 * pixelRatio }, cap: symbol.cap, join: symbol.join, arrow: symbol.arrow)
    line.offset = rows.number(symbol.offset, row, within: Self.shifts, else: 0) * pixelRatio
    line.headLength = max(4 * line.width, 8 * pixelRatio)
    if let casing = symbol.casing {
      let width = length(casing.width, row, else: 1)
      if width > 0 { line.casing = (rows.color(casing.color, row, else: .white), line.width + 2 * width) }
    }
    if let markers = symbol.markers, let style = style(of: markers.symbol, row) {
      line.markers = (style, markers.spacing * pixelRatio)
    }
    return line
  }

  mutating func fill(_ symbol: FillSymbol, _ row: Row) -> ResolvedFill {
    var fill = ResolvedFill()
    if let color = symbol.color { fill.paints.append(.color(rows.color(color, row, else: .defaultOfSymbols))) }
    if let image = symbol.image, let found = pictures.picture(of: image) {
      switch found {
      case .success(let picture):
        let width = min(max(1, (picture.width * pixelRatio).rounded()), Self.pictureLimit)
        let height = min(max(1, (picture.height * pixelRatio).rounded()), Self.pictureLimit)
        fill.paints.append(.image(picture, PixelSize(width: Int(width), height: Int(height))))
      case .failure(let error): rows.note(.noPicture(image.name, error.words), row.number)
      }
    }
    if let hatch = symbol.hatch {
      fill.paints.append(
        .hatch(
          Drawing.Hatching(
            pattern: hatch.pattern, color: rows.color(hatch.color, row, else: .black), width: hatch.width * pixelRatio,
            spacing: hatch.spacing * pixelRatio)))
    }
    fill.outline = symbol.outline.map { line($0, row) }
    return fill
  }

  mutating func style(of symbol: TextSymbol, _ row: Row) -> TextStyle {
    let size = rows.number(symbol.size, row, within: Self.lengths, else: 14)
    return TextStyle(
      font: symbol.font, isBold: symbol.isBold, isItalic: symbol.isItalic,
      size: size < Self.leastLetters ? 0 : size * pixelRatio,
      color: rows.color(symbol.color, row, else: .black),
      halo: symbol.halo.map { halo in
        TextStyle.Halo(color: rows.color(halo.color, row, else: .white), width: length(halo.width, row, else: 1.5))
      })
  }

  /// A request for a label; `nil` where there is nothing to write.
  mutating func request(_ symbol: TextSymbol, _ row: Row, at subject: LabelRequest.Subject) -> LabelRequest? {
    guard let template = symbol.text else { return nil }
    let text = rows.text(template, row)
    if text.isEmpty { return nil }
    var request = LabelRequest(
      [TextRun(text)], style(of: symbol, row), at: subject,
      priority: rows.number(symbol.priority, row, within: Self.numbers, else: 0))
    request.offset = offset(symbol.offset, row)
    request.rotation = rows.number(symbol.rotation, row, within: Self.turns, else: 0)
    request.repeatDistance = symbol.repeatDistance.map { $0 * pixelRatio }
    request.wrap = symbol.wrap.map { $0 * pixelRatio }
    request.mayReachBeyond = symbol.mayReachBeyond
    return request
  }
}

/// A line with all its values, in device pixels.
struct ResolvedLine {
  var color: Color
  var width: Double
  var dash: [Double]
  var cap: LineSymbol.Cap
  var join: LineSymbol.Join
  var arrow: LineSymbol.Arrow
  var offset = 0.0
  /// Of arrows.
  var headLength = 0.0
  /// Its colour, and how wide it is with the line.
  var casing: (color: Color, width: Double)?
  var markers: (style: MarkerStyle, spacing: Double)?

  var stroke: Stroke { Stroke(color: color, width: width, dash: dash, cap: cap, join: join) }
  /// Unbroken, so that dashes stand on it.
  var casingStroke: Stroke? { casing.map { Stroke(color: $0.color, width: $0.width, cap: cap, join: join) } }
}

/// An area with all its values.
struct ResolvedFill {
  /// Bottom first.
  var paints: [Drawing.Paint] = []
  var outline: ResolvedLine?
}

extension MarkerSymbol.Form {
  /// For messages.
  package var name: String {
    switch self {
    case .shape(let shape): shape.rawValue
    case .file(let path): PathResolution.shown(path)
    case .embedded(let own): "a picture of \(own.bytes.count) bytes"
    }
  }
}
