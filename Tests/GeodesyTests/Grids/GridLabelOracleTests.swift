import TestSupport
import Testing

@testable import Geodesy

/// Labels of views all over the world, at every scale, against PROJ and GeoConvert.
@Suite(.enabled(if: GridOracle.transform != nil, "gdaltransform is not installed"))
struct GridLabelOracleTests {
  /// A label of a line, in any of the positions that a document may ask for.
  private struct Labelled {
    let label: GridLabel
    let line: GridLabel.Line
  }

  private static func labels(of one: GridView) throws -> [Labelled] {
    try GridLabelPosition.allCases.flatMap { position -> [Labelled] in
      var specification = one.grid
      specification.labels?.position = position
      let figure = try GridFigure(specification, on: one.view, wraps: one.wraps)
      return figure.labels.compactMap { label in label.line.map { Labelled(label: label, line: $0) } }
    }
  }

  /// The line that a label belongs to runs through the place where it stands, to a quarter of a device pixel.
  @Test(arguments: GridView.all) func linesRunWhereTheirLabelsStand(_ one: GridView) async throws {
    let labels = try Self.labels(of: one)
    // Squares have names, and their edges no labels.
    if labels.isEmpty { return }
    var (worst, count) = (GridOracle.Deviation(), 0)
    for (zone, own) in Dictionary(grouping: labels, by: \.line.zone) {
      let spots = own.map { GridOracle.Spot(axis: $0.line.axis, value: $0.line.value, point: $0.label.point) }
      let deviations = try await GridOracle.deviations(
        of: spots, on: one, GridOracle.reference(of: zone, one.grid.kind))
      count += deviations.count
      worst = deviations.reduce(worst) { $0.pixels >= $1.pixels ? $0 : $1 }
    }
    #expect(count >= labels.count * 8 / 10, "only \(count) of \(labels.count) places")
    #expect(count > 8)
    #expect(worst.pixels <= 0.25, "\(worst)")
  }

  /// A label of degrees, eastings and northings says its line's coordinate, to the last digit.
  @Test(arguments: GridView.all.filter { $0.grid.kind != .mgrs && $0.grid.kind != .usng })
  func labelsSayTheCoordinatesOfTheirLines(_ one: GridView) throws {
    for labelled in try Self.labels(of: one) {
      let (text, line) = (labelled.label.text, labelled.line)
      switch one.grid.kind {
      case .latlong:
        let value = line.axis == .x ? line.value - (line.value / 360).rounded() * 360 : line.value
        #expect(abs(abs(degrees(text)) - abs(value)) < 1e-9, "\(text) for \(line)")
        let isOfNone = value == 0 || abs(value) == 180 && line.axis == .x
        let letter = line.axis == .x ? (value < 0 ? "W" : "E") : value < 0 ? "S" : "N"
        #expect(isOfNone ? text.last == "°" || text.last == "′" || text.last == "″" : text.hasSuffix(letter))
      case .utm:
        #expect(text == "\(Int(line.value))m\(line.axis == .x ? "E" : "N")")
      case .projected, .mgrs, .usng:
        #expect(text == "\(Int(line.value)) \(line.axis == .x ? "E" : "N")")
      }
    }
  }

  /// A label of MGRS has the digits that GeoConvert gives to the cells that its line begins, east or north of the place where it
  /// stands.
  @Test(
    .enabled(if: GridOracle.convert != nil, "GeoConvert is not installed"),
    arguments: GridView.all.filter { $0.grid.kind == .mgrs || $0.grid.kind == .usng })
  func digitsAreGeoConverts(_ one: GridView) async throws {
    let figure = try GridFigure(one.grid, on: one.view, wraps: one.wraps)
    guard let interval = figure.levels.last?.interval?.x, interval < 100_000 else { return }
    let digits = [10_000.0, 1000, 100, 10, 1].firstIndex(of: interval).map { $0 + 1 } ?? 0
    let labels = try Self.labels(of: one)
    #expect(!labels.isEmpty)
    var inputs: [(labelled: Labelled, line: String)] = []
    for (zone, own) in Dictionary(grouping: labels, by: \.line.zone) {
      let zone = try #require(zone)
      let places = try await GridOracle.moved(
        own.map { one.view.ground(at: $0.label.point) }, from: one.reference,
        to: GridOracle.reference(of: zone, one.grid.kind))
      for (labelled, place) in zip(own, places) {
        var place = try #require(place)
        if labelled.line.axis == .x {
          place.x = labelled.line.value + interval / 2
        } else {
          place.y = labelled.line.value + interval / 2
        }
        let name = (zone.isPolar ? "" : String(zone.number)) + (zone.isNorth ? "n" : "s")
        inputs.append((labelled, "\(name) \(place.x) \(place.y)"))
      }
    }
    let answers = try await GridOracle.converted(inputs.map(\.line), ["-m", "-p", String(digits - 5)])
    #expect(answers.count == inputs.count)
    for (input, answer) in zip(inputs, answers) {
      let both = answer.suffix(2 * digits)
      let own = input.labelled.line.axis == .x ? both.prefix(digits) : both.suffix(digits)
      #expect(input.labelled.label.text == String(own), "\(input.line): \(answer)")
    }
  }

  /// Names of zones and squares are what GeoConvert says of the places where they stand.
  @Test(
    .enabled(if: GridOracle.convert != nil, "GeoConvert is not installed"),
    arguments: GridView.all.filter { $0.grid.kind == .mgrs || $0.grid.kind == .usng })
  func namesAreGeoConverts(_ one: GridView) async throws {
    let figure = try GridFigure(one.grid, on: one.view, wraps: one.wraps)
    let names = figure.labels.filter { $0.line == nil }
    #expect(!names.isEmpty)
    let places = try await GridOracle.moved(
      names.map { one.view.ground(at: $0.point) }, from: one.reference, to: "EPSG:4326")
    let inputs = try places.map { place in
      let place = try #require(place)
      return "\(place.y) \(place.x)"
    }
    for (name, square) in zip(names, try await GridOracle.converted(inputs, ["-m", "-p", "-5"])) {
      let said = name.level == 0 ? String(square.dropLast(2)) : String(square.suffix(2))
      #expect(name.text == said, "at \(name.point)")
    }
  }
}
