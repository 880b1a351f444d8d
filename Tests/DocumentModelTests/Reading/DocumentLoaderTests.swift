import Diagnostics
import TestSupport
import Testing

@testable import DocumentModel

@Suite struct DocumentLoaderTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func load(_ text: String, options: MergeOptions = MergeOptions()) throws -> LoadedDocument {
    let path = try folder.write(text, to: "maps/map.yaml")
    return DocumentLoader(kinds: standInKinds, options: options).load(path)
  }

  @Test func fillsInWhereAFindingStands() throws {
    let loaded = try load(
      """
      mapdoc: 1
      foo: 1
      canvas: {size: [10, 1mmm]}
      layers:
        - {id: base, type: debug}
        - id: g
          type: group
          layers: [{id: inner, type: debug, opacity: 7}]
        - {id: last, type: debug, bounds: [0, 0, a, 1]}
      """)
    #expect(
      loaded.findings.map(\.path) == ["foo", "canvas.size[1]", "layers[1].layers[0].opacity", "layers[2].bounds[2]"])
    #expect(loaded.findings.map(\.layer) == [nil, nil, "inner", "last"])
    #expect(loaded.document != nil)
  }

  @Test func typesValuesThatParametersGive() throws {
    let options = MergeOptions(settings: [(name: "o", text: "0.25"), (name: "wide", text: "640")])
    let loaded = try load(
      """
      mapdoc: 1
      params: {o: 1, year: 2026}
      title: ${year}
      canvas: {size: ["${wide}", 480]}
      layers: [{id: base, type: debug, opacity: "${o}"}]
      """, options: options)
    #expect(loaded.findings.isEmpty, "\(loaded.findings.map(\.message))")
    #expect(loaded.document?.title == "2026")
    #expect(loaded.document?.canvas.width == 640)
    #expect(loaded.document?.layers.first?.opacity == 0.25)
  }

  @Test func anUndefinedParameterIsReportedOnce() throws {
    let loaded = try load("mapdoc: 1\nlayers: [{id: base, type: debug, opacity: \"${o}\"}]\n")
    #expect(loaded.findings.map(\.code) == [.undefinedParameter])
    #expect(loaded.findings.first?.path == "layers[0].opacity")
  }

  @Test func findingsPointIntoTheTemplateThatHoldsTheMistake() throws {
    try folder.write(
      "template: true\nmapdoc: 1\nlayers:\n  - {id: base, type: debug, opacity: 5}\n", to: "templates/t.yaml")
    try folder.write("", to: ".mapdoc.yaml")
    let loaded = try load(
      "extends: ../templates/t.yaml\nlayers:\n  - {id: base, title: Mine}\n  - {id: top, type: debug}\n")
    let finding = try #require(loaded.findings.first)
    #expect(loaded.findings.count == 1)
    #expect(
      finding.range.file.path.hasSuffix("templates/t.yaml") && finding.layer == "base"
        && finding.path == "layers[0].opacity")
    #expect(loaded.document?.layers.map(\.id) == ["base", "top"])
    #expect(loaded.document?.projectRoot == folder.path)
  }

  @Test func aTemplateIsCheckedForWhatItHolds() throws {
    let loaded = try load("template: true\nlayers:\n  - {id: base, opacity: 5}\n")
    #expect(loaded.isTemplate)
    #expect(loaded.findings.map(\.code) == [.outOfRange])
  }

  @Test func knowsWhatIsNoMapDocument() throws {
    #expect(try !load("services: {web: {image: nginx}}\n").isMapDocument)
    #expect(try load("mapdoc: 1\n").isMapDocument)
  }

  @Test func aFileThatIsNotThereIsFound() {
    let loaded = DocumentLoader(kinds: standInKinds).load(folder.path + "/none.yaml")
    #expect(loaded.findings.map(\.code) == [.unreadableFile])
    #expect(loaded.document == nil)
  }

  @Test func obeysTheDefaultsAndTheSeveritiesOfItsProject() throws {
    try folder.write(
      """
      defaults:
        canvas: {size: [300, 200]}
        layers: {opacity: 0.5, timeout: 5, absentStatus: 403}
      lint: {MD212: info}
      """, to: ".mapdoc.yaml")
    let loaded = try load(
      """
      mapdoc: 1
      layers:
        - {id: base, type: debug, zIndex: 1}
        - {id: g, type: group, layers: [{id: a, type: debug, opacity: 1}]}
      """, options: MergeOptions(settings: [(name: "unused", text: "1")]))
    #expect(loaded.findings.map(\.code) == [.unusedParameter])
    #expect(loaded.findings.map(\.severity) == [.info])
    let map = try #require(loaded.document)
    #expect(map.canvas.width == 300)
    #expect(map.layers.map(\.opacity) == [0.5, 1])
    #expect(map.layers.first?.timeout == 5)
  }

  @Test(
    arguments: ["MD001", "MD003", "MD102", "MD104", "MD112", "MD204", "MD301", "MD401"], ["off", "info", "warning"])
  func anErrorCannotBeLowered(_ code: String, _ severity: String) throws {
    try folder.write("lint: {\(code): \(severity), MD310: off}\n", to: ".mapdoc.yaml")
    try folder.write("mapdoc: 1\n", to: "maps/map.yaml")
    let loader = DocumentLoader(kinds: standInKinds)
    #expect(loader.load(folder.path + "/maps/map.yaml").findings.map(\.code) == [.missingKey])
    let findings = loader.projectFindings
    #expect(findings.map(\.code) == [.unknownValue] && findings.map(\.severity) == [.error])
    #expect(findings.first?.message.hasPrefix("\(code) is an error and cannot be lowered") == true)
    #expect(findings.first?.range.start == SourcePosition(line: 1, column: 15))
  }

  @Test func whatIsWrongWithTheProjectFileIsSaidOnce() throws {
    try folder.write("defaults: {layers: {opacity: 5}}\nfoo: 1\n", to: ".mapdoc.yaml")
    try folder.write(small(), to: "maps/a.yaml")
    try folder.write(small(), to: "maps/b.yaml")
    let loader = DocumentLoader(kinds: standInKinds)
    #expect(loader.load(folder.path + "/maps/a.yaml").findings.isEmpty)
    #expect(loader.load(folder.path + "/maps/b.yaml").findings.isEmpty)
    #expect(loader.projectFindings.map(\.code) == [.outOfRange, .unknownKey])
  }

  @Test func aSecretThatCameFromTheCommandLineIsNotInTheDocument() throws {
    let text =
      "mapdoc: 1\nparams: {k: x}\nlayers:\n  - {id: a, type: xyz, url: \"https://example.org/{z}?apikey=${k}\"}\n"
    let options = MergeOptions(settings: [(name: "k", text: "s3cr3t")])
    #expect(try load(text, options: options).findings.isEmpty)
    #expect(try load(text.replacing("{k: x}", with: "{k: s3cr3t}")).findings.map(\.code) == [.literalSecret])
  }
}
