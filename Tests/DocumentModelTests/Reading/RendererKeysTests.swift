import Diagnostics
import Testing

@testable import DocumentModel

/// Renderers and the further keys of layers of features, as documents write them.
@Suite struct RendererKeysTests {
  private func renderer(_ text: String) throws -> FeatureRenderer {
    let (read, findings) = try value(FeatureRenderer.self, text)
    try #require(findings.isEmpty, "\(findings.map(\.message))")
    return try #require(read)
  }

  private let line = Symbol.line(LineSymbol())

  @Test func readsUniqueValues() throws {
    let read = try renderer(
      """
      type: uniqueValue
      fields: [kind, "=lower(name)"]
      values:
        - {value: [1, a], symbol: {type: line}}
        - {value: [null, true], symbol: {type: line}, label: none}
      default: {type: line}
      """)
    #expect(
      read
        == .uniqueValue(
          fields: [try Expression("\"kind\""), try Expression("lower(name)")],
          values: [
            FeatureRenderer.UniqueValue(value: [.integer(1), .text("a")], symbols: [line]),
            FeatureRenderer.UniqueValue(value: [.null, .boolean(true)], symbols: [line], label: "none"),
          ], otherwise: [line]))
  }

  @Test func readsClassBreaks() throws {
    let read = try renderer(
      "{type: classBreaks, field: pop, breaks: [{max: 10, symbol: {type: line}}, {symbol: {type: line}}]}")
    #expect(
      read
        == .classBreaks(
          field: try Expression("\"pop\""),
          breaks: [
            FeatureRenderer.ClassBreak(most: 10, symbols: [line]),
            FeatureRenderer.ClassBreak(most: .infinity, symbols: [line]),
          ], otherwise: []))
  }

  @Test func readsComputedBreaksWithRampsAndColours() throws {
    guard
      case .computedBreaks(let ramp) = try renderer(
        "{type: classBreaks, field: a, method: quantile, ramp: -Blues, classes: 3}"),
      case .computedBreaks(let colors) = try renderer(
        "{type: classBreaks, field: a, method: equalInterval, colors: [black, white], classes: 3}")
    else { return #expect(Bool(false)) }
    #expect(ramp.colors == ["3182bd", "9ecae1", "deebf7"].map { Color(css: "#" + $0) } && ramp.count == 3)
    #expect(colors.colors == ["000", "808080", "fff"].map { Color(css: "#" + $0) })
  }

  @Test(arguments: [
    ("↓{symbol: {type: line}}", ["MD102"]), ("{type: ↓unique}", ["MD105"]), ("↓{type: simple}", ["MD102"]),
    ("{type: simple, symbol: {type: line}, ↓field: a}", ["MD111"]),
    ("↓{type: uniqueValue, values: []}", ["MD102"]),
    ("{type: uniqueValue, fields: ↓[a, b, c, d], values: []}", ["MD104"]),
    (
      """
      {type: uniqueValue, field: a, values: [{value: 1, symbol: {type: line}}, {value: ↓1.0, symbol: {type: line}}]}
      """, ["MD111"]
    ),
    ("{type: uniqueValue, fields: [a, b], values: [{value: ↓1, symbol: {type: line}}]}", ["MD103"]),
    ("{type: uniqueValue, field: a, values: [{value: 1, symbol: {type: line, ↓size: 2}}]}", ["MD101"]),
    ("↓{type: classBreaks, field: a}", ["MD102"]),
    (
      """
      {type: classBreaks, field: a, breaks: [{max: 2, symbol: {type: line}}, {max: ↓1, symbol: {type: line}}]}
      """, ["MD104"]
    ),
    ("{type: classBreaks, field: a, breaks: [], ↓method: quantile}", ["MD111"]),
    ("{type: classBreaks, field: a, method: ↓jenks}", ["MD105"]),
    ("{type: classBreaks, field: a, method: quantile, ramp: ↓blues}", ["MD105"]),
    ("{type: classBreaks, field: a, method: quantile, classes: ↓1}", ["MD104"]),
    ("{type: classBreaks, field: a, method: quantile, colors: ↓[red]}", ["MD104"]),
    ("{type: classBreaks, field: a, method: quantile, ramp: Blues, ↓colors: [red, blue]}", ["MD111"]),
    ("{type: classBreaks, field: \"=a ↓= 1\", method: quantile}", ["MD114"]),
  ])
  func whatIsAmissIsSaidAtItsPlace(_ text: String, _ codes: [String]) throws {
    let marked = MarkedText(text)
    let (read, findings) = try value(FeatureRenderer.self, marked.text)
    #expect(read == nil)
    #expect(
      findings.map(\.code.name) == codes && findings.map(\.range.start) == marked.places,
      "\(findings.map(\.message))")
  }

  @Test func aRampIsSuggestedWhateverItsCase() throws {
    let findings = try value(RampName.self, "-ylorrd").findings
    #expect(findings.first?.hint?.text == "did you mean `-YlOrRd`?")
  }

  @Test func everyRampHasItsColours() throws {
    #expect(ColorRamp.names.count == 32)
    for name in ColorRamp.names {
      let ramp = try #require(ColorRamp(named: name))
      for count in 2...12 { #expect(ramp.colors(count).count == count, "\(name) \(count)") }
    }
    // At its ends and in its middle, as matplotlib interpolates it.
    #expect(ColorRamp(named: "viridis")?.colors(3) == ["440154", "21908c", "fde725"].map { Color(css: "#" + $0) })
  }

  @Test func readsTheKeysOfFeatureLayers() throws {
    let (read, findings) = document(
      small(
        end: """
            - id: places
              type: features
              path: a.geojson
              where: pop > 3
              densify: true
              symbol: {type: marker}
              labels:
                - {text: "{name}", where: rank < 2, minScale: 100000, size: 12}
                - {text: "{height:.0} m"}
              callouts:
                title: "{name}"
                lines: ["{kind}", {label: Population, value: "{pop:,}"}]

          """))
    try #require(findings.isEmpty, "\(findings.map(\.message))")
    guard case .features(_, let keys)? = read?.layers.last?.content else { return #expect(Bool(false)) }
    #expect(keys.condition?.value == (try Expression("pop > 3")) && keys.isDensified)
    #expect(keys.renderer == .simple([.marker(MarkerSymbol())]))
    #expect(keys.labels?.count == 2 && keys.labels?.first?.minScale == 100_000)
    #expect(keys.callouts?.lines.count == 2 && keys.callouts?.lines.last?.label == "Population")
    #expect(keys.callouts?.text.size == .fixed(11))
  }

  @Test func onlyOneOfSymbolAndRenderer() {
    expectTyped(
      in: small(
        end: """
            - id: places
              type: features
              path: a.geojson
              symbol: {type: marker}
              ↓renderer: {type: simple, symbol: {type: marker}}
              labels: ↓{size: 3}
              callouts: ↓{text: {size: 12}}
              where: ↓pop

          """.replacing("where: ↓pop", with: "where: ↓pop * 2")),
      [.conflictingKeys, .missingKey, .missingKey, .badExpression])
  }
}
