import Diagnostics
import LayerSources
import TestSupport
import Testing

@testable import Pipeline

/// Findings about layers of features and their labels that depend on what files hold, or on what is installed.
@Suite(.timeLimit(.minutes(10))) struct FeatureSituationTests {
  private func project(_ keys: String, _ geojson: String = Self.harbours) throws -> PipelineProject {
    try PipelineProject([
      "map.yaml": """
      mapdoc: 1
      srs: EPSG:4326
      canvas: {size: [200, 200]}
      initialExtent: {fit: harbours, padding: 40}
      layers:
        - id: harbours
          type: features
          path: harbours.geojson
      \(keys.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n"))

      """,
      "harbours.geojson": geojson,
    ])
  }

  private static let harbours = """
    {"type": "FeatureCollection", "features": [
      {"type": "Feature", "properties": {"name": "Aa", "berths": 20}, "geometry": {"type": "Point", "coordinates": [4, 55]}},
      {"type": "Feature", "properties": {"name": "Bb"}, "geometry": {"type": "Point", "coordinates": [6, 56]}}
    ]}
    """

  @Test(.enabled(if: Program.named("ogrinfo") != nil, "GDAL is not installed"))
  func textsOfWhichNobodySaysWhatTheyAreIn() async throws {
    func findings(_ more: String) async throws -> [Diagnostic] {
      let project = try PipelineProject([
        "map.yaml": """
        mapdoc: 1
        srs: EPSG:4326
        canvas: {size: [64, 64]}
        initialExtent: [-1, -1, 1, 1]
        layers:
          - {id: lakes, type: features, path: a.shp\(more)}

        """
      ])
      try TinyShapefile.write([0xC6, 0x72, 0xF8], to: project.folder)
      return try await project.check()
    }
    let guessed = try await findings("")
    #expect(guessed.map(\.code) == [.encodingGuessed], "\(guessed.map(\.message))")
    #expect(guessed.first?.severity == .info && guessed.first?.message.contains("CP1252") == true)
    #expect(try await findings(", encoding: CP1252").isEmpty)
  }

  @Test func metresThatNobodyDeclares() async throws {
    let metres = #"{"type": "Point", "coordinates": [560000, 5934000]}"#
    let findings = try await project("", metres).check()
    // To where they lie no map can be fitted.
    let found = findings.first { $0.code == .coordinatesOutOfRange }
    #expect(found?.severity == .error, "\(findings.map(\.message))")
  }

  @Test func aConditionThatComparesATextWithANumber() async throws {
    let mixed = Self.harbours.replacing("\"berths\": 20", with: "\"berths\": \"many\"")
    let report = try await project("where: berths > 10", mixed).render()
    #expect(report.findings.diagnostics.map(\.code) == [.conditionUndecided])
    #expect(report.count(.failed) == 1)
    #expect(try await project("where: berths > 10").render().count(.rendered) == 1)
  }

  @Test func aSymbolThatAsksForWhatAFeatureLacks() async throws {
    let report = try await project("symbol: {type: marker, size: \"=berths / 2\"}").render()
    let findings = report.findings.diagnostics
    #expect(findings.map(\.code) == [.symbolValueMissing], "\(findings.map(\.message))")
    #expect(findings.first?.message.contains("1 feature") == true)
    #expect(report.count(.rendered) == 1, "a warning")
    let mended = try await project("symbol: {type: marker, size: \"=coalesce(berths, 8) / 2\"}").render()
    #expect(mended.findings.diagnostics.isEmpty)
  }

  /// Said where it stands, which need not be the symbol.
  @Test func anExpressionOfALabelThatCannotBeWorkedOut() async throws {
    let keys = "symbol: {type: marker}\nlabels: {text: \"{name + 1}\"}"
    let found = try #require(try await project(keys).render().findings.diagnostics.first)
    #expect(found.code == .symbolValueMissing && found.range.start.line == 10, "\(found.range)")
  }

  @Test func aSymbolThatDrawsNoneOfTheFeatures() async throws {
    let keys = "labels: {text: \"{name}\"}\nsymbol: "
    for (symbol, words) in [
      ("{type: fill}", "its symbols draw nothing of 2 features (the first is number 1), which are points"),
      ("{type: line}", "its symbols draw nothing of 2 features"), ("[{type: fill}, {type: marker}]", ""),
      ("{type: marker, size: 0}", ""), ("{type: text, text: a}", ""),
    ] {
      let report = try await project(keys + symbol).render()
      let findings = report.findings.diagnostics
      #expect(findings.map(\.code) == (words.isEmpty ? [] : [.symbolOfOtherShapes]), "\(symbol): \(findings)")
      #expect(findings.allSatisfy { $0.message.contains(words) } && report.count(.rendered) == 1, "\(findings)")
    }
    // One that is drawn is enough.
    let mixed = Self.harbours.replacing(
      #""Point", "coordinates": [6, 56]"#, with: #""LineString", "coordinates": [[5, 55], [6, 56]]"#)
    #expect(try await project("symbol: {type: line}", mixed).render().findings.diagnostics.isEmpty)
  }

  @Test func aLabelOfAWholePage() async throws {
    let long = Self.harbours.replacing("\"Aa\"", with: "\"\(String(repeating: "a b ", count: 1000))\"")
    let report = try await project("labels: {text: \"{name}\"}", long).render()
    #expect(report.findings.diagnostics.map(\.code) == [.symbolCut])
    #expect(report.findings.diagnostics.first?.message.contains("1 feature (the first is number 1)") == true)
    #expect(report.count(.rendered) == 1, "a warning")
  }

  /// What `render` cannot draw, `check` finds, at the same place.
  @Test(arguments: [
    ("nope.svg", "nope.svg` does not exist"), ("map.yaml", "not a picture"),
    ("broken.svg", "no sound XML at line 1"), ("folder", "a folder stands where a file is expected"),
    ("filter.svg", "`feTurbulence`"), ("tall.svg", "would be 20 x 20000 pixels"),
    ("\"data:image/png;base64,AAAA\"", "3 bytes of an unknown kind, not a picture"),
    ("\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='10' %3E\"", "no sound XML at line 1"),
  ])
  func aPictureOfASymbolThatCannotBeDrawn(_ name: String, _ words: String) async throws {
    let symbol = "symbol: {type: marker, size: 20, image: \(name)}"
    func made(_ more: String) throws -> PipelineProject {
      let project = try project(symbol + more)
      let head = "<svg xmlns='http://www.w3.org/2000/svg' width='10' "
      try project.folder.write(head, to: "broken.svg")
      try project.folder.write("", to: "folder/file")
      try project.folder.write(head + "height='10000'/>", to: "tall.svg")
      try project.folder.write(
        head + "><filter id='f'><feTurbulence/></filter><rect filter='url(#f)'/></svg>", to: "filter.svg")
      return project
    }
    let failing = try made("")
    for findings in [try await failing.check(), try await failing.render().findings.diagnostics] {
      #expect(findings.map(\.code) == [.symbolPictureUnusable])
      #expect(findings.first?.message.contains(words) == true, "\(findings.map(\.message))")
      #expect(findings.first?.severity == .error && findings.first?.range.start.line == 9)
    }
    #expect(try await failing.render().count(.failed) == 1)
    let warned = try made("\nonError: warn")
    #expect(try await warned.check().map(\.severity) == [.warning])
    let report = try await warned.render()
    #expect(report.findings.diagnostics.map(\.code) == [.symbolPictureUnusable])
    #expect(report.count(.rendered) == 1)
  }

  /// U+10FFFD is a letter of nobody's.
  @Test func lettersThatNoFontHas() async throws {
    let report = try await project("labels: {text: \"{name}\\U0010FFFD\"}").render()
    let findings = report.findings.diagnostics
    #expect(findings.map(\.code) == [.lettersWithoutFont], "\(findings.map(\.message))")
    #expect(report.count(.rendered) == 1)
  }

  @Test func aFontThatIsNotInstalled() async throws {
    let report = try await project("labels: {text: \"{name}\", font: No Such Family}").render()
    let findings = report.findings.diagnostics
    #expect(findings.map(\.code) == [.fontNotInstalled], "\(findings.map(\.message))")
    #expect(findings.first?.message.contains("No Such Family") == true)
    #expect(report.count(.rendered) == 1)
  }

  /// A CSV whose numbers nobody explains.
  @Test(.enabled(if: Program.named("ogrinfo") != nil, "GDAL is not installed"))
  func coordinatesOfWhichNobodySaysWhatTheyAreIn() async throws {
    let text = """
      mapdoc: 1
      canvas: {size: [200, 200]}
      initialExtent: [0, 50, 10, 60]
      layers:
        - {id: world, type: builtin}
        - {id: places, type: features, path: places.csv}

      """
    let places = "x,y,name\n560000,5934000,a\n570000,5935000,b\n"
    let wrong = try PipelineProject(["map.yaml": text, "places.csv": places])
    let findings = try await wrong.check()
    #expect(findings.map(\.code) == [.coordinatesWithoutReference], "\(findings.map(\.message))")
    let mended = text.replacing("places.csv}", with: "places.csv, srs: EPSG:25832}")
    #expect(try await PipelineProject(["map.yaml": mended, "places.csv": places]).check().isEmpty)
  }

  /// That the library is not there cannot be had on a machine that has it: what is said then.
  @Test func aLibraryThatIsNotInstalled() async throws {
    let error = SourceError.libraryMissing(reason: "no GDAL", hint: "`make deps` installs it")
    #expect(TileFailure.source(error).code == .libraryMissing)
    #expect(error.words == "no GDAL")
  }
}
