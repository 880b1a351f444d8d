import DocumentModel
import Geodesy

/// Draws features with their symbols: batches in device pixels go in, a drawing and requests for labels come out.
///
/// Areas are drawn first, then casings of lines, then lines, then markers of points, each in the order of the features.
package struct FeatureDrawer {
  /// What a layer is drawn with.
  package struct Style: Sendable {
    /// Its breaks computed, where it has such (``FeatureRenderer/computed(from:)``).
    package var renderer: FeatureRenderer
    package var labels: [LabelClass]
    package var callouts: Callouts?
    /// Device pixels in a logical pixel.
    package var pixelRatio: Double
    /// The map's projected scale, for the ranges of labels.
    package var scale: Double

    package init(
      renderer: FeatureRenderer = .standard, labels: [LabelClass] = [], callouts: Callouts? = nil, pixelRatio: Double,
      scale: Double
    ) {
      self.renderer = renderer
      self.labels = labels
      self.callouts = callouts
      self.pixelRatio = pixelRatio
      self.scale = scale
    }
  }

  private let style: Style
  private let classes: RendererClasses
  private let labels: [LabelClass]
  private var resolver: SymbolResolver
  private var layers = SymbolLayers()
  private var requests: [LabelRequest] = []
  private var callouts: [CalloutRequest] = []
  /// Features of kinds that their symbols draw nothing of, as long as no other one has come.
  private var undrawn: [(kind: ShapeKind, number: Int)]? = []
  /// Of classes whose symbols are the same for all features.
  private var known: [Int: [ResolvedSymbol]] = [:]

  /// - Parameters:
  ///   - fieldNames: Of the batches (``FeatureKeys/fieldNames(renderer:labels:)``).
  package init(_ style: Style, fieldNames: [String], pictures: SymbolPictures) {
    self.style = style
    classes = RendererClasses(style.renderer)
    // As of layers: the smaller scale is the larger number.
    labels = style.labels.filter { label in
      (label.minScale == 0 || style.scale <= label.minScale) && (label.maxScale == 0 || style.scale >= label.maxScale)
    }
    resolver = SymbolResolver(fieldNames: fieldNames, pixelRatio: style.pixelRatio, pictures: pictures)
  }

  /// Draws features.
  ///
  /// - Parameters:
  ///   - batch: In device pixels, cut to the page with room for its symbols.
  ///   - starts: Of each path, how much of its line was cut away before it: where its dashes are; empty: nothing.
  package mutating func draw(_ batch: FeatureBatch, starts: [Double] = []) {
    for feature in batch.features {
      let row = Row(number: feature.number, values: batch.values(of: feature))
      let resolved: [ResolvedSymbol]
      if let own = batch.ownSymbols[feature.row] {
        resolved = own.map { resolve($0, row) }
      } else {
        guard let number = classes.number(of: row, &resolver.rows) else { continue }
        resolved = symbolsOfClass(number, row)
      }
      var shape = FeatureShape(feature, batch.paths, starts)
      var clearance = 0.0
      if layers.draw(resolved, &shape, &clearance) {
        undrawn = nil
      } else {
        undrawn?.append((shape.kind, feature.number))
      }
      if layers.takeCutMarks() { resolver.rows.note(.cutMarks(SymbolLayers.markLimit), row.number) }
      if layers.takeLostDashes() { resolver.rows.note(.lostDashes(SymbolLayers.dashLimit), row.number) }
      for symbol in resolved {
        if case .text(let text) = symbol { label(text, row, &shape, clearance) }
      }
      for label in labels where label.condition.map({ resolver.rows.holds($0, row) }) ?? true {
        self.label(label.symbol, row, &shape, clearance)
      }
      if let callouts = style.callouts { call(callouts, row, &shape, clearance) }
    }
  }

  private mutating func symbolsOfClass(_ number: Int, _ row: Row) -> [ResolvedSymbol] {
    if let found = known[number] { return found }
    let symbols = classes.symbols[number]
    let resolved = symbols.map { resolve($0, row) }
    // A text is worked out when its place is known.
    if symbols.allSatisfy({ symbol in if case .text = symbol { true } else { symbol.fieldNames.isEmpty } }) {
      known[number] = resolved
    }
    return resolved
  }

  private mutating func resolve(_ symbol: Symbol, _ row: Row) -> ResolvedSymbol {
    switch symbol {
    case .marker(let marker): .marker(resolver.style(of: marker, row))
    case .line(let line): .line(resolver.line(line, row))
    case .fill(let fill): .fill(resolver.fill(fill, row))
    case .text(let text): .text(text)
    }
  }

  private mutating func label(_ text: TextSymbol, _ row: Row, _ shape: inout FeatureShape, _ clearance: Double) {
    for subject in shape.subjects(text.placement, clearance: clearance) {
      guard var request = resolver.request(text, row, at: subject) else { return }
      if case .line = subject {
        request.clearance = clearance
        request.joinsLines = text.joinsLines && shape.kind == .line
      }
      requests.append(request)
    }
  }

  private mutating func call(_ callouts: Callouts, _ row: Row, _ shape: inout FeatureShape, _ clearance: Double) {
    if let condition = callouts.condition, !resolver.rows.holds(condition, row) { return }
    guard let place = shape.place else { return }
    let title = callouts.title.map { resolver.rows.text($0, row) }.flatMap { $0.isEmpty ? nil : $0 }
    var lines: [CalloutRequest.Line] = []
    for line in callouts.lines where lines.count < CalloutRequest.mostLines {
      let value = resolver.rows.text(line.value, row)
      if !value.isEmpty { lines.append(CalloutRequest.Line(label: line.label, value: value)) }
    }
    if title == nil, lines.isEmpty { return }
    self.callouts.append(
      CalloutRequest(
        at: PixelPoint(x: place.x, y: place.y), clearance: clearance, title: title, lines: lines,
        style: resolver.style(of: callouts.text, row),
        priority: resolver.rows.number(callouts.text.priority, row, within: -1e15...1e15, else: 0)))
  }

  /// What has been drawn.
  package consuming func finished() -> DrawnFeatures {
    for feature in undrawn ?? [] { resolver.rows.note(.drawsNothing(feature.kind), feature.number) }
    return DrawnFeatures(
      drawing: layers.finished(), labels: LineJoining.joined(requests), callouts: callouts,
      remarks: resolver.rows.remarks,
      legend: style.renderer.legend)
  }
}

/// What comes of the features of a layer.
package struct DrawnFeatures: Sendable {
  package var drawing: Drawing
  package var labels: [LabelRequest]
  package var callouts: [CalloutRequest]
  package var remarks: SymbolRemarks
  package var legend: [LegendEntry]
}

/// A symbol with its values worked out.
enum ResolvedSymbol {
  /// `nil`: nothing of it would be seen.
  case marker(MarkerStyle?)
  case line(ResolvedLine)
  case fill(ResolvedFill)
  case text(TextSymbol)
}

/// Looks at the values of features before any is drawn, for breaks that are computed.
package struct ClassSurvey {
  private let field: Expression
  private var rows: RowReader
  package private(set) var values: [Double] = []

  /// - Returns: `nil` for a renderer that needs none.
  package init?(_ renderer: FeatureRenderer, fieldNames: [String]) {
    guard case .computedBreaks(let breaks) = renderer else { return nil }
    field = breaks.field
    rows = RowReader(fieldNames: fieldNames)
  }

  package mutating func add(_ batch: FeatureBatch) {
    var lastRow = -1
    for feature in batch.features where feature.row != lastRow {
      // Parts of one feature count once.
      lastRow = feature.row
      switch rows.value(field, Row(number: feature.number, values: batch.values(of: feature))) {
      case .integer(let whole): values.append(Double(whole))
      case .decimal(let decimal): values.append(decimal)
      default: break
      }
    }
  }
}
