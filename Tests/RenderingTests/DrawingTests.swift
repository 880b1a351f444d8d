import DocumentModel
import Geodesy
import Testing

@testable import Rendering

/// Vector content of a scene.
@Suite struct DrawingTests {
  private let red = Color(red: 255, green: 0, blue: 0)

  /// A square with a hole, half transparent as a layer, and a line over it as a label.
  private func scene(_ height: Int = 40) -> Scene {
    var square = PathList()
    square.append(path: [(4, 4), (36, 4), (36, 36), (4, 36)].map { Position(x: $0.0, y: $0.1) })
    square.append(path: [(12, 12), (12, 28), (28, 28), (28, 12)].map { Position(x: $0.0, y: $0.1) })
    var drawing = Drawing()
    drawing.fill(square, red)
    // Once more: within a layer, what overlaps does not add up.
    drawing.fill(square, red)
    var line = PathList()
    line.append(path: [Position(x: 0, y: 20.5), Position(x: 40, y: 20.5)])
    var scene = Scene(
      size: PixelSize(width: 40, height: height), background: .white,
      layers: [SceneLayer(opacity: 0.5, content: .drawing(drawing))])
    scene.labels.stroke(line, Stroke(color: .black, width: 1, cap: .butt))
    return scene
  }

  @Test func areasAreFilledWhereTheirRingsWindRoundAndBlendedAsAWhole() async throws {
    let picture = try await scene().picture(bandHeight: 40, jobs: 1)
    // Half of red over white; of 127 and 128, either.
    #expect([0xff80_80ff, 0xff7f_7fff].contains(picture[8, 8]))
    #expect(picture[20, 16] == 0xffff_ffff)
    #expect(picture[1, 1] == 0xffff_ffff)
  }

  @Test func labelsLieOverTheLayersWithTheirOwnColour() async throws {
    let picture = try await scene().picture(bandHeight: 40, jobs: 1)
    #expect(picture[8, 20] == 0xff00_0000)
  }

  @Test(arguments: [1, 7, 16]) func bandsShowTheSame(_ band: Int) async throws {
    let whole = try await scene().picture(bandHeight: 40, jobs: 1)
    #expect(try await scene().picture(bandHeight: band, jobs: 3) == whole)
  }
}
