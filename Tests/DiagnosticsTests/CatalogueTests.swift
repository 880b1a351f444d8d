import Testing

@testable import Diagnostics

@Suite struct CatalogueTests {
  @Test func numbersAreUniqueAndInOrder() {
    let numbers = Code.all.map(\.number)
    #expect(numbers == numbers.sorted())
    #expect(Set(numbers).count == numbers.count)
  }

  @Test func eachListHoldsItsHundred() {
    let lists = [
      (0, Code.reading), (1, Code.keysAndValues), (2, Code.references), (3, Code.spatial), (4, Code.sources),
      (5, Code.outputs),
    ]
    for (hundred, codes) in lists { #expect(codes.allSatisfy { $0.number / 100 == hundred }) }
  }

  @Test(arguments: ["MD301", "md301"])
  func findsACodeByItsName(name: String) {
    #expect(Code.named(name) == .tiledLayerInOtherReference)
    #expect(Code.named("MD999") == nil)
    #expect(Code.named("301") == nil)
    #expect(Code.named("MD015")?.number == 15)
  }

  @Test(arguments: Code.all)
  func isExplainedInOneToSixSentences(code: Code) {
    #expect(!code.title.isEmpty && code.title.first?.isLowercase == true && !code.title.hasSuffix("."))
    #expect(code.explanation.count > 60 && code.explanation.count < 700 && code.explanation.hasSuffix("."))
  }

  @Test(arguments: Code.all)
  func examplesDifferLittle(code: Code) throws {
    let example = code.example
    let (wrong, mended) = (lines(example.wrong), lines(example.mended))
    #expect(!wrong.isEmpty && !mended.isEmpty)
    let isSituation = if case .situation = example.shownBy { true } else { false }
    if wrong == mended { #expect(isSituation || !example.mendedFiles.isEmpty) }
    let changed = wrong.difference(from: mended).count
    #expect(changed <= 10)
    #expect(wrong.count <= 24)
    // A marked text whose gutter is broken shows here.
    if code != .emptyDocument, code != .notAMapDocument, code != .unsupportedVersion {
      #expect(wrong.first == "mapdoc: 1")
    }
    #expect(mended.first == "mapdoc: 1")
    #expect(example.files.values.allSatisfy { $0.hasSuffix("\n") })
  }

  /// Only kinds of layer that this version draws.
  @Test(arguments: Code.all)
  func examplesUseKnownKinds(code: Code) {
    if code == .notYetSupported { return }
    let known = [
      "xyz", "osm", "arcgis-tiled", "wmts", "wms", "mbtiles", "exploded-cache", "debug", "pattern", "group", "builtin",
      "webmap", "raster",
      "features", "arcgis-feature", "graphics",
      // And of grids.
      "latlong", "utm", "mgrs", "usng", "projected",
    ]
    let kinds = lines(code.example.mended).filter { $0.hasPrefix("    type: ") }.map { $0.dropFirst(10) }
    #expect(kinds.allSatisfy { known.contains(String($0)) })
  }

  @Test func marksWhatIsWrongAndWhatIsMended() {
    let example = Code.Example("  a: 1\n- b: 2\n+ b: 3\n\n    - c")
    #expect(example.wrong == "a: 1\nb: 2\n\n  - c\n")
    #expect(example.mended == "a: 1\nb: 3\n\n  - c\n")
  }

  @Test func explainsACode() {
    #expect(
      Code.nearlyEqualReference.explained() == """
        MD303 (error): a tiled layer in a nearly equal spatial reference

        The layer and the map use the same projection on different datums or
        realisations of one, so that the layer lies beside its place by the shift that
        the message gives: nothing on a small-scale map, the wrong side of the street on
        a plan. If the shift does not matter, say so with the map's reference as `srs`
        of the layer.

        Wrong:

          mapdoc: 1
          initialExtent: {center: [9, 54], resolution: 1000}
          layers:
            - id: streets
              type: xyz
              url: https://tiles.example.org/streets/{z}/{x}/{y}.png
              tilingScheme:
                srs: EPSG:25832
                origin: [0, 7000000]
                levels: [{level: 0, resolution: 1000}]
            - id: relief
              type: xyz
              url: https://tiles.example.org/relief/{z}/{x}/{y}.png
              tilingScheme:
                srs: EPSG:32632
                origin: [0, 7000000]
                levels: [{level: 0, resolution: 1000}]

        Mended:

          mapdoc: 1
          initialExtent: {center: [9, 54], resolution: 1000}
          layers:
            - id: streets
              type: xyz
              url: https://tiles.example.org/streets/{z}/{x}/{y}.png
              tilingScheme:
                srs: EPSG:25832
                origin: [0, 7000000]
                levels: [{level: 0, resolution: 1000}]
            - id: relief
              type: xyz
              url: https://tiles.example.org/relief/{z}/{x}/{y}.png
              srs: EPSG:25832
              tilingScheme:
                srs: EPSG:32632
                origin: [0, 7000000]
                levels: [{level: 0, resolution: 1000}]

        Found by `mapdoc check map.yaml`.

        """)
  }

  @Test func explainsTheFilesOfAnExample() {
    let text = Code.sourceUnreadable.explained()
    #expect(text.contains("europe.geojson, wrong:\n\n  {\"type\""))
    #expect(text.contains("europe.geojson, mended:\n\n  {\"type\""))
    #expect(Code.literalSecret.explained().hasSuffix("with `TILES_TOKEN` set in the environment.\n"))
    #expect(Code.cacheRebuilt.explained().contains("\nFound when the cache's file is damaged"))
  }

  @Test(arguments: Code.all)
  func explanationsFitATerminal(code: Code) {
    if code == .tooLarge { return }
    #expect(lines(code.explained()).allSatisfy { TextWidth.columns($0) <= 90 })
    #expect(lines(code.explained()).count < 120)
  }

  private func lines(_ text: String) -> [Substring] { text.split(separator: "\n") }
}
