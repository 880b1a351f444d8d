import TestSupport
import Testing

@testable import Geodesy

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Lines and labels of views all over the world, at every scale, against PROJ (through `gdaltransform`, whose x is always east)
/// and GeoConvert.
@Suite struct GridOracleTests {
  static let transform = Program.named("gdaltransform")
  static let convert = Program.named("GeoConvert")

  /// Every vertex of every line, and the middle of every stretch, lies within a quarter of a device pixel of the line.
  @Test(.enabled(if: transform != nil, "gdaltransform is not installed"), arguments: GridView.all)
  func linesLieWherePROJPutsThem(_ one: GridView) async throws {
    let figure = try GridFigure(one.grid, on: one.view, wraps: one.wraps)
    #expect(!figure.strokes.isEmpty)
    var (worst, place) = (0.0, "")
    var count = 0
    for (reference, strokes) in Dictionary(grouping: figure.strokes, by: { Self.reference(of: $0, one.grid.kind) }) {
      var samples: [(stroke: GridStroke, point: PicturePoint)] = []
      for stroke in strokes {
        for (start, end) in zip(stroke.points, stroke.points.dropFirst()) {
          samples.append((stroke, start))
          samples.append((stroke, PicturePoint(x: (start.x + end.x) / 2, y: (start.y + end.y) / 2)))
        }
      }
      // The place, and one pixel to the right and down: how fast the coordinate grows there.
      let points = samples.flatMap { sample in
        [(0.0, 0.0), (1, 0), (0, 1)].map { PicturePoint(x: sample.point.x + $0.0, y: sample.point.y + $0.1) }
      }
      let places = try await Self.moved(points.map(one.view.ground), from: one.reference, to: reference)
      for (index, sample) in samples.enumerated() {
        guard let here = places[3 * index], let right = places[3 * index + 1], let down = places[3 * index + 2] else {
          continue
        }
        let isLongitude = sample.stroke.axis == .x && reference == "EPSG:4326"
        func value(_ place: Position) -> Double {
          let value = (sample.stroke.axis == .x ? place.x : place.y) - sample.stroke.value
          return isLongitude ? remainder(value, 360) : value
        }
        let growth = hypot(value(right) - value(here), value(down) - value(here))
        // About a pole longitudes grow without bound within a pixel.
        guard growth > 0, growth.isFinite, !(isLongitude && abs(here.y) > 89.9) else { continue }
        count += 1
        let error = abs(value(here)) / growth
        if error > worst {
          worst = error
          place = "\(sample.stroke.axis) \(sample.stroke.value) at \(sample.point): \(here)"
        }
      }
    }
    #expect(count > 20, "only \(count) places")
    #expect(worst <= 0.25, "\(worst) pixels off: \(place)")
  }

  /// The reference in which a line has one coordinate.
  private static func reference(of stroke: GridStroke, _ kind: GridSpecification.Kind) -> String {
    if case .projected(let reference) = kind { return reference.definition }
    guard let zone = stroke.zone else { return "EPSG:4326" }
    if zone.isPolar {
      return "+proj=stere +lat_0=\(zone.isNorth ? 90 : -90) +lon_0=0 +k=0.994 +x_0=2000000 +y_0=2000000 +datum=WGS84"
    }
    return "EPSG:32\(zone.isNorth ? 6 : 7)\(zone.number < 10 ? "0" : "")\(zone.number)"
  }

  private static func moved(_ places: [Position], from source: String, to target: String) async throws -> [Position?] {
    let folder = try TemporaryFolder()
    let input = try folder.write(places.map { "\($0.x) \($0.y)\n" }.joined(), to: "in")
    let outcome = try await #require(transform).run(
      ["-s_srs", source, "-t_srs", target, "-output_xy"], input: input)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let lines = outcome.text.split(whereSeparator: \.isNewline)
    #expect(lines.count == places.count)
    return lines.map { line in
      let numbers = line.split(separator: " ").compactMap { Double($0) }
      guard numbers.count >= 2, numbers[0].isFinite, numbers[1].isFinite else { return nil }
      return Position(x: numbers[0], y: numbers[1])
    }
  }

  /// Every label says what GeoConvert says of the place where it stands: digits of lines, letters of squares, names of zones.
  @Test(
    .enabled(if: transform != nil && convert != nil, "gdaltransform or GeoConvert is not installed"),
    arguments: GridView.all.filter { $0.grid.kind == .mgrs || $0.grid.kind == .usng })
  func labelsOfMGRSAreGeoConverts(_ one: GridView) async throws {
    let figure = try GridFigure(one.grid, on: one.view, wraps: one.wraps)
    let names = figure.labels.filter { if case .cell = $0.place { true } else { false } }
    #expect(!names.isEmpty)
    let places = try await Self.moved(
      names.map { one.view.ground(at: $0.point) }, from: one.reference, to: "EPSG:4326")
    let inputs = places.map { place in place.map { "\($0.y) \($0.x)" } ?? "0 0" }
    for (name, square) in zip(names, try await Self.converted(inputs, ["-m", "-p", "-5"])) {
      let said = name.level == 0 ? String(square.dropLast(2)) : String(square.suffix(2))
      #expect(name.text == said, "at \(name.point)")
    }
    // Lines: half an interval further into the cells that they begin.
    guard let interval = figure.levels.last?.interval?.x, interval < 100_000 else { return }
    let digits = 5 - Int(log10(interval).rounded())
    let strokes = figure.strokes.filter { $0.zone.map { !$0.isPolar } ?? false && $0.axis == .x }
    let lines = try strokes.map { stroke -> String in
      let zone = try #require(stroke.zone)
      let ground = one.view.ground(at: stroke.points[stroke.points.count / 2])
      let place = try #require(one.view.reference.longitudeLatitude(ground))
      let northing = zone.forward([place])[0].y
      return "\(zone.number)\(zone.isNorth ? "n" : "s") \(stroke.value + interval / 2) \(northing)"
    }
    let text = ZoneText(one.grid, interval: interval)
    for (stroke, answer) in zip(strokes, try await Self.converted(lines, ["-m", "-p", String(digits - 5)])) {
      guard !answer.hasPrefix("ERROR") else { continue }
      #expect(text.parts(.x, stroke.value).map(\.text).joined() == String(answer.suffix(2 * digits).prefix(digits)))
    }
  }

  private static func converted(_ lines: [String], _ options: [String]) async throws -> [String] {
    let folder = try TemporaryFolder()
    let input = try folder.write(lines.map { $0 + "\n" }.joined(), to: "in")
    let outcome = try await #require(convert).run(options, input: input)
    return outcome.text.split(whereSeparator: \.isNewline).map(String.init)
  }

  /// Labels of a graticule and of eastings and northings say the coordinate of the place where they stand.
  @Test(
    .enabled(if: transform != nil, "gdaltransform is not installed"),
    arguments: GridView.all.filter { $0.grid.kind == .latlong })
  func labelsOfDegreesAreTheirPlaces(_ one: GridView) async throws {
    let figure = try GridFigure(one.grid, on: one.view, wraps: one.wraps)
    #expect(!figure.labels.isEmpty)
    let places = try await Self.moved(
      figure.labels.map { one.view.ground(at: $0.point) }, from: one.reference, to: "EPSG:4326")
    let scale = try GridPage(one.view, wraps: one.wraps).pixelsPerDegree
    for (label, place) in zip(figure.labels, places) {
      let place = try #require(place, "\(label.text)")
      let value = degrees(label.text)
      let isLongitude = label.text.hasSuffix("E") || label.text.hasSuffix("W") || label.text == "180°"
      let isLatitude = label.text.hasSuffix("N") || label.text.hasSuffix("S")
      let x = abs(remainder(value - place.x, 360)) * cos(place.y * .pi / 180)
      let y = abs(value - place.y)
      // One pixel and a half: where an edge is looked at, a line that leans has gone on a little.
      let found = isLongitude ? x : isLatitude ? y : min(x, y)
      #expect(found * min(scale.x, scale.y) < 3, "\(label.text) at \(label.point): \(place)")
    }
  }

  @Test(arguments: GridView.all) func levelsStandAsFarApartAsTheyShould(_ one: GridView) throws {
    let page = try GridPage(one.view, wraps: one.wraps)
    let figure = try GridFigure(one.grid, on: one.view, wraps: one.wraps)
    guard let finest = figure.levels.last?.interval else { return }
    switch one.grid.kind {
    case .latlong:
      #expect((40...200).contains(finest.x * page.pixelsPerDegree.x), "\(finest.x * page.pixelsPerDegree.x)")
      #expect((40...200).contains(finest.y * page.pixelsPerDegree.y), "\(finest.y * page.pixelsPerDegree.y)")
    case .projected: #expect((35...220).contains(finest.x * page.pixelsPerMetre))
    case .utm, .mgrs, .usng:
      let distance = finest.x * page.pixelsPerMetre
      #expect(distance >= 37 && (distance < 370 || finest.x == 1), "\(distance)")
    }
  }

  /// No view takes more than a moment, lines of all kinds are few, and none is far outside the picture.
  @Test(arguments: GridView.all) func linesAreFewAndEndAtThePicture(_ one: GridView) throws {
    let figure = try GridFigure(one.grid, on: one.view, wraps: one.wraps)
    let frame = PixelFrame(one.view.size, margin: gridMargin + 1)
    #expect(figure.strokes.allSatisfy { $0.points.count > 1 && $0.points.allSatisfy(frame.contains) })
    #expect(figure.levels.allSatisfy { $0.lines <= 1500 })
    #expect(figure.excess == nil)
  }
}
