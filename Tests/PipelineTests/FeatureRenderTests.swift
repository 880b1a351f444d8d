import Diagnostics
import Geodesy
import Rendering
import TestSupport
import Testing

@testable import Pipeline

/// Layers of features from their files to pixels.
@Suite(.timeLimit(.minutes(10))) struct FeatureRenderTests {
  /// 100 x 100 pixels, one for each metre.
  private func picture(_ layers: String, _ files: [String: String] = [:], expecting codes: [Code] = []) async throws
    -> Picture
  {
    let head = """
      mapdoc: 1
      srs: EPSG:25832
      canvas: {size: [100, 100]}
      initialExtent: {bbox: [500000, 5500000, 500100, 5500100], srs: EPSG:25832}
      layers:

      """
    var all = files
    all["map.yaml"] = head + layers
    let project = try PipelineProject(all)
    let report = try await project.render()
    let found = report.findings.diagnostics.filter { $0.severity == .error }
    #expect(found.map(\.code) == codes, "\(found.map(\.message))")
    return try PictureDecoder.decode(project.folder.read("build/map.png"))
  }

  private func pixel(_ picture: Picture, _ x: Int, _ y: Int) -> [UInt8] {
    let start = (y * picture.size.width + x) * 4
    return Array(picture.bytes[start..<start + 3])
  }

  @Test func drawsAPolygonWithItsHole() async throws {
    let picture = try await picture(
      """
        - id: areas
          type: graphics
          srs: EPSG:25832
          graphics:
            - polygon:
                - [[500010, 5500010], [500090, 5500010], [500090, 5500090], [500010, 5500090], [500010, 5500010]]
                - [[500040, 5500040], [500040, 5500060], [500060, 5500060], [500060, 5500040], [500040, 5500040]]
              symbol: {type: fill, color: "#ff0000"}

      """)
    #expect(pixel(picture, 20, 20) == [255, 0, 0])
    #expect(pixel(picture, 50, 50) == [255, 255, 255])
    #expect(pixel(picture, 5, 50) == [255, 255, 255])
  }

  /// A graphic's own symbol may ask for its own attributes.
  @Test func workedOutOfAGraphicsOwnAttributes() async throws {
    let picture = try await picture(
      """
        - id: marks
          type: graphics
          srs: EPSG:25832
          graphics:
            - point: [500050, 5500050]
              symbol: {type: marker, shape: square, size: {field: across}, color: {field: tint}}
              attributes: {across: 40, tint: "#0000ff"}

      """)
    #expect(pixel(picture, 35, 50) == [0, 0, 255])
    #expect(pixel(picture, 25, 50) == [255, 255, 255])
  }

  @Test func classesAreThoseOfTheirValues() async throws {
    let squares = (0..<4).map { number in
      let x = 500_000 + 25 * number
      return """
        {"type": "Feature", "properties": {"v": \(number * 10)}, "geometry": {"type": "Polygon", "coordinates": \
        [[[\(x), 5500000], [\(x + 25), 5500000], [\(x + 25), 5500100], [\(x), 5500100], [\(x), 5500000]]]}}
        """
    }
    let json = "{\"type\": \"FeatureCollection\", \"features\": [\(squares.joined(separator: ","))]}"
    let picture = try await picture(
      """
        - id: squares
          type: features
          path: squares.geojson
          srs: EPSG:25832
          renderer:
            type: classBreaks
            field: v
            breaks:
              - {max: 5, symbol: {type: fill, color: "#010101"}}
              - {max: 20, symbol: {type: fill, color: "#020202"}}
            default: {type: fill, color: "#030303"}

      """, ["squares.geojson": json])
    #expect([10, 35, 60, 85].map { pixel(picture, $0, 50)[0] } == [1, 2, 2, 3])
  }

  /// What overlaps within a layer does not add up.
  @Test func aLayerIsBlendedAsAWhole() async throws {
    let picture = try await picture(
      """
        - id: twice
          type: graphics
          srs: EPSG:25832
          opacity: 0.5
          graphics:
            - {polygon: [[[500000, 5500000], [500070, 5500000], [500070, 5500100], [500000, 5500100], [500000, 5500000]]]}
            - {polygon: [[[500030, 5500000], [500100, 5500000], [500100, 5500100], [500030, 5500100], [500030, 5500000]]]}
          symbol: {type: fill, color: "#000000"}

      """)
    #expect(pixel(picture, 10, 50) == pixel(picture, 50, 50))
    #expect((126...129).contains(pixel(picture, 50, 50)[0]))
  }

  @Test func aPictureOfASymbolThatIsMissingFailsTheMap() async throws {
    let project = try PipelineProject([
      "map.yaml": """
      mapdoc: 1
      srs: EPSG:4326
      layers:
        - id: marks
          type: graphics
          graphics: [{point: [5, 50]}]
          symbol: {type: marker, image: missing.png}

      """
    ])
    let report = try await project.render()
    #expect(report.count(.failed) == 1)
    #expect(report.findings.diagnostics.contains { $0.severity == .error && $0.message.contains("missing.png") })
  }

  @Test func theSamePictureAgainIsUpToDateUntilItsDataChange() async throws {
    let project = try PipelineProject([
      "map.yaml": "mapdoc: 1\nsrs: EPSG:4326\nlayers: [{id: a, type: features, path: a.geojson}]\n",
      "a.geojson": #"{"type": "LineString", "coordinates": [[1, 2], [3, 4]]}"#,
    ])
    #expect(try await project.render().count(.rendered) == 1)
    #expect(try await project.render().count(.upToDate) == 1)
    try project.folder.write(#"{"type": "LineString", "coordinates": [[1, 2], [3, 5]]}"#, to: "a.geojson")
    #expect(try await project.render().count(.rendered) == 1)
  }

  /// So is one whose symbol has another picture now.
  @Test func aChangedPictureOfASymbolMakesTheMapStale() async throws {
    let project = try PipelineProject([
      "map.yaml": """
      mapdoc: 1
      srs: EPSG:4326
      layers:
        - {id: a, type: features, path: a.geojson, symbol: {type: marker, image: mark.png, size: 16}}

      """,
      "a.geojson": #"{"type": "Point", "coordinates": [1, 2]}"#,
    ])
    try project.folder.write(GreyTile.png, to: "mark.png")
    #expect(try await project.render().count(.rendered) == 1)
    #expect(try await project.render().count(.upToDate) == 1)
    try project.folder.write(Showcase.bytes("maps/data/hatching.png"), to: "mark.png")
    #expect(try await project.render().count(.rendered) == 1)
  }
}
