import Diagnostics
import TestSupport
import Testing

@testable import Pipeline

/// Grids in plans and findings.
@Suite(.timeLimit(.minutes(10))) struct GridPlanTests {
  private func project(_ grids: String, extent: String = "{center: [9.02, 54.3], scale: 50000}", more: String = "")
    throws -> PipelineProject
  {
    try PipelineProject([
      "map.yaml": """
      mapdoc: 1
      canvas: {size: [800, 600]}
      initialExtent: \(extent)
      \(more)
      layers:
        - {id: world, type: builtin}
      grids:
      \(grids)

      """
    ])
  }

  @Test func listsLevelsAndLabelsWithTheirPlaces() async throws {
    let plan = try await project("  - {id: squares, type: mgrs}\n  - {id: hidden, type: utm, visible: false}").plan()
    let grid = try #require(plan["grids"]?[0])
    #expect(plan["grids"]?[1] == nil)
    #expect(grid.keys == ["id", "type", "datum", "levels", "labels"])
    #expect(grid["id"] == "squares" && grid["type"] == "mgrs" && grid["datum"] == "WGS 84")
    let levels = try #require(grid["levels"])
    #expect(levels[0]?["interval"] == .null)
    #expect((1..<4).map { levels[$0]?["interval"]?.numbers } == [[100_000], [10_000], [1000]])
    #expect(levels[3]?.keys == ["level", "interval", "lines"])
    guard case .array(let labels)? = grid["labels"] else { throw PipelineProject.Unexpected(what: "no labels") }
    let texts = labels.map { $0["text"] }
    // The squares on both sides of the middle meridian, and kilometres at all edges.
    #expect(texts.contains("32U") && texts.contains("MF") && texts.contains("NF"))
    #expect(texts.filter { $0 == "00" }.count == 2)
    for label in labels {
      #expect(label.keys == ["text", "level", "x", "y", "angle"])
      let (x, y) = (label["x"]?.numbers[0] ?? -1, label["y"]?.numbers[0] ?? -1)
      #expect(x > 0 && x < 800 && y > 0 && y < 600)
    }
    // The middle meridian of the zone is straight.
    let tops = labels.filter { $0["text"] == "00" }.compactMap { $0["x"]?.numbers[0] }
    #expect(abs(tops[0] - tops[1]) < 2)
  }

  /// About a pole the four meridians that meet in it are named at the corners, and names of zones there make room for them.
  @Test func namesOfZonesMakeRoomForTheHeaviestMeridians() async throws {
    let files = [
      "map.yaml": """
      mapdoc: 1
      canvas: {size: [600, 400]}
      srs: EPSG:3413
      initialExtent: {center: [0, 90], scale: 10000000}
      layers:
        - {id: world, type: builtin, reproject: always}
      grids:
        - {id: zones, type: mgrs}
        - {id: degrees, type: latlong}

      """
    ]
    let plan = try await PipelineProject(files).plan()
    func texts(_ grid: Int) throws -> [String] {
      guard case .array(let labels)? = plan["grids"]?[grid]?["labels"] else {
        throw PipelineProject.Unexpected(what: "no labels")
      }
      return labels.compactMap { if case .string(let text)? = $0["text"] { text } else { nil } }
    }
    #expect(Set(["0°", "90°W", "90°E", "180°"]).isSubset(of: try texts(1)))
    // Names that have room stay or move.
    #expect(Set(["33X", "44X", "02X", "14X", "Y", "Z"]).isSubset(of: try texts(0)))
  }

  @Test func americanGridsCountInNAD83() async throws {
    let plan = try await project("  - {id: a, type: usng}").plan()
    #expect(plan["grids"]?[0]?["datum"] == "NAD 83")
  }

  @Test func aGridOfTooManyLinesIsDrawnCoarserAndSaysSo() async throws {
    let project = try project(
      "  - {id: a, type: mgrs, interval: 1}", extent: "[-180, -80, 180, 80]")
    let findings = try await project.check().filter { $0.code.number / 10 == 35 }
    #expect(findings.map(\.code) == [.tooManyGridLines])
    #expect(findings[0].message.contains("no lines are drawn but the edges of zones"))
    let plan = try await project.plan()
    #expect(plan["grids"]?[0]?["levels"]?[1] == nil)
  }

  @Test func aGridOfAnotherContinentShowsNothingAndSaysSo() async throws {
    let project = try project("  - {id: a, type: projected, srs: EPSG:2193}")
    #expect(try await project.check().contains { $0.code == .emptyGrid })
  }

  /// In a map that goes round the world each frame has the true values, and 180 no hemisphere.
  @Test func labelsRepeatByFrame() async throws {
    let project = try project(
      "  - {id: a, type: latlong, interval: 30, labels: {position: bottomLeft}}",
      extent: "{center: [180, 0], resolution: 130000}", more: "wrapAround: true")
    let plan = try await project.plan()
    guard case .array(let labels)? = plan["grids"]?[0]?["labels"] else {
      throw PipelineProject.Unexpected(what: "no labels")
    }
    // 800 pixels of 130 km are 934 degrees: from -287 to 647; at -270 the label would be cut.
    let longitudes = labels.compactMap { label -> String? in
      guard case .string(let text)? = label["text"], text.hasSuffix("E") || text.hasSuffix("W") || text == "180°" else {
        return nil
      }
      return text
    }
    #expect(longitudes.filter { $0 == "180°" }.count == 3)
    #expect(longitudes.filter { $0 == "90°E" }.count == 2)
    #expect(!longitudes.contains { $0.hasPrefix("2") || $0.hasPrefix("3") && !$0.hasPrefix("30") })
  }
}
