import Diagnostics

extension CanvasSize: DefinedValue {
  package static var definitionName: String { "canvasSize" }
  package static var words: String { "a size: `[width, height]`, a paper size, or `210mm x 297mm`" }

  package static var definedSchema: JSONValue {
    [
      "description":
        "`[width, height]` in logical pixels; or a paper size (A0 to A10, B0 to B10, Letter, Legal, Tabloid, Ledger, Executive), alone or with `landscape` or `portrait`; or two lengths, as in `210mm x 297mm`",
      "anyOf": [
        [
          "type": "array", "items": ["anyOf": [Length.schema, ["$ref": "#/$defs/parameter"]]], "minItems": 2,
          "maxItems": 2,
        ],
        [
          "type": "string",
          "pattern":
            "^ *([AaBb]([0-9]|10)|[Ll]etter|[Ll]egal|[Tt]abloid|[Ll]edger|[Ee]xecutive)( +([Ll]andscape|[Pp]ortrait))? *$",
        ],
        ["type": "string", "pattern": "^ *[0-9.]+ *(mm|cm|in|pt|px)? *[xX×] *[0-9.]+ *(mm|cm|in|pt|px)? *$"],
      ],
      "examples": [[1024, 768], "A4", "A3 landscape", "210mm x 297mm", "8.5in x 11in"],
    ]
  }

  /// The longest side, in logical pixels: 26 metres of paper.
  static let longestSide = 100_000.0

  package static func read(_ node: Node, in context: ReadingContext) -> CanvasSize? {
    switch node.content {
    case .sequence(let items): return read(items, of: node, in: context)
    case .scalar(.text(let text)):
      guard let size = CanvasSize(text) else {
        context.report(.badSize(text, at: node.range))
        return nil
      }
      return size.checked(node, context)
    default:
      context.report(
        Diagnostic(.badCanvasSize, "\(node.shown) stands where \(words) is expected", at: node.range))
      return nil
    }
  }

  private static func read(_ items: [Node], of node: Node, in context: ReadingContext) -> CanvasSize? {
    guard items.count == 2 else {
      context.report(
        Diagnostic(
          .badCanvasSize, "a size has two numbers, width and height; here are \(items.count)",
          at: node.range))
      return nil
    }
    let sides = items.compactMap { Length.read($0, in: context) }
    guard sides.count == 2 else { return nil }
    return CanvasSize(width: sides[0], height: sides[1]).checked(node, context)
  }

  private init(width: Length, height: Length) {
    self.init(
      width: width.pixels, height: height.pixels, isPaper: width.isPhysical || height.isPhysical)
  }

  /// A paper size or two lengths with an `x` between; `nil` when it is neither.
  package init?(_ text: String) {
    let lowered = text.lowercased()
    let words = lowered.split(separator: " ")
    if let name = words.first, let paper = PaperSizes.millimetres(of: String(name)), words.count <= 2 {
      var (width, height) = paper
      switch words.dropFirst().first {
      case nil: break
      case "landscape": (width, height) = (max(width, height), min(width, height))
      case "portrait": (width, height) = (min(width, height), max(width, height))
      default: return nil
      }
      self.init(width: width * 96 / 25.4, height: height * 96 / 25.4, isPaper: true)
      return
    }
    var rest = lowered[...]
    guard let first = CanvasSize.length(from: &rest), let mark = rest.popFirst(), mark == "x" || mark == "×",
      let second = CanvasSize.length(from: &rest), rest.isEmpty
    else { return nil }
    // One unit behind both, as in `210 x 297 mm`.
    let unit = first.unit.isEmpty ? second.unit : first.unit
    guard let width = Length(first.digits + unit), let height = Length(second.digits + second.unit) else { return nil }
    self.init(width: width, height: height)
  }

  /// Takes a number and its unit, with the spaces around them, from the start of a text.
  private static func length(from rest: inout Substring) -> (digits: String, unit: String)? {
    rest = rest.trimmed
    let digits = rest.prefix { $0.isNumber || $0 == "." }
    if digits.isEmpty { return nil }
    rest = rest.dropFirst(digits.count).trimmed
    let unit = Length.units.first { rest.hasPrefix($0.key) }?.key ?? ""
    rest = rest.dropFirst(unit.count).trimmed
    return (String(digits), unit)
  }

  private func checked(_ node: Node, _ context: ReadingContext) -> CanvasSize? {
    let isFine = [width, height].allSatisfy { $0 >= 1 && $0 <= CanvasSize.longestSide }
    if isFine { return self }
    context.report(
      Diagnostic(
        .badCanvasSize,
        "a canvas of \(CanvasSize.shown(width)) x \(CanvasSize.shown(height)) logical pixels is outside 1 x 1 to 100000 x 100000",
        at: node.range))
    return nil
  }

  private static func shown(_ side: Double) -> String {
    let hundredth = (side * 100).rounded() / 100
    // A side that is less than a hundredth, or past counting, is shown as it is.
    return hundredth.isFinite && hundredth > 0 ? hundredth.shown : side.shown
  }
}

/// Sheets of paper, upright unless they are known to lie.
enum PaperSizes {
  static let names: [String] =
    (0...10).map { "A\($0)" } + (0...10).map { "B\($0)" }
    + ["Letter", "Legal", "Tabloid", "Ledger", "Executive"]

  /// Width and height.
  static func millimetres(of name: String) -> (Double, Double)? {
    switch name {
    case "letter": return (215.9, 279.4)
    case "legal": return (215.9, 355.6)
    case "tabloid": return (279.4, 431.8)
    case "ledger": return (431.8, 279.4)
    case "executive": return (184.15, 266.7)
    default: break
    }
    guard let series = name.first, series == "a" || series == "b", let number = Int(name.dropFirst()),
      (0...10).contains(number), name.count == (number == 10 ? 3 : 2)
    else { return nil }
    // ISO 216: half the long side, rounded down to whole millimetres.
    var (width, height) = series == "a" ? (841, 1189) : (1000, 1414)
    for _ in 0..<number { (width, height) = (height / 2, width) }
    return (Double(width), Double(height))
  }
}

extension Diagnostic {
  fileprivate static func badSize(_ text: String, at range: SourceRange) -> Diagnostic {
    let name = text.split(separator: " ").first.map(String.init) ?? ""
    let paper = Suggestion.nearest(to: name, among: PaperSizes.names)
    return Diagnostic(
      .badCanvasSize, "`\(text)` is not a size of a canvas", at: range,
      hint: paper.map { Hint("write `\($0)`, `\($0) landscape` or `\($0) portrait`") }
        ?? Hint("write `[width, height]`, a paper size such as `A4 landscape`, or `210mm x 297mm`"))
  }
}
