import Diagnostics
import FoundationEssentials
import TestSupport
import Testing

@testable import DocumentModel

@Suite struct MergedTemplatesTests {
  @Test func mergesSeveralTemplatesInOrderAndThoseOfTemplates() throws {
    let project = try MergeProject([
      "t/root.yaml": "a: root\nb: root\nc: root\nd: root",
      "t/one.yaml": "template: true\nextends: root.yaml\nb: one\nc: one",
      "two.yaml": "c: two",
      "map.yaml": "extends: [t/one.yaml, two.yaml]\nd: map",
    ])
    #expect(try project.tree().flow == "{a: 'root', b: 'one', c: 'two', d: 'map'}")
    #expect(
      project.load().files.map { $0.path.split(separator: "/").last ?? "" } == [
        "map.yaml", "root.yaml", "one.yaml", "two.yaml",
      ])
  }

  @Test func mergesATemplateThatIsReachedTwiceOnce() throws {
    let project = try MergeProject([
      "style.yaml": "a: style\nb: style", "one.yaml": "extends: style.yaml\na: one",
      "two.yaml": "extends: style.yaml\nb: two",
      "map.yaml": "extends: [one.yaml, two.yaml]",
    ])
    #expect(try project.tree().flow == "{a: 'one', b: 'two'}")
  }

  @Test func reportsAMissingTemplateWhereItIsNamed() throws {
    let merged = try MergeProject(["map.yaml": "extends:\n  - nothing.yaml\n  - .\nb: ${x}"]).load()
    #expect(merged.shownFindings == ["MD001 map.yaml 2:5-2:17", "MD001 map.yaml 3:5-3:6"])
    #expect(merged.findings.first?.message.contains("there is no such file") == true)
    #expect(merged.findings.last?.message.contains("it is a folder") == true)
    #expect(merged.isIncomplete)
    #expect(merged.node?.flow == "{b: '${x}'}")
  }

  @Test func reportsWhatIsWrongInATemplateInThatTemplate() throws {
    let merged = try MergeProject(["t.yaml": "a: 1\na: 2", "u.yaml": "- 1", "map.yaml": "extends: [t.yaml, u.yaml, 5]"])
      .load()
    #expect(merged.shownFindings == ["MD103 map.yaml 1:27-1:28", "MD005 t.yaml 2:1-2:2", "MD103 u.yaml 1:1-1:4"])
  }

  @Test func stopsTemplatesThatExtendOneAnother() throws {
    let merged = try MergeProject([
      "a.yaml": "extends: b.yaml", "b.yaml": "extends: ./a.yaml", "map.yaml": "extends: a.yaml\nx: 1",
    ]).load()
    #expect(merged.shownFindings == ["MD205 b.yaml 1:10-1:18"])
    #expect(try MergeProject(["map.yaml": "extends: map.yaml"]).load().shownFindings == ["MD205 map.yaml 1:10-1:18"])
  }

  @Test func findsACycleThroughASymbolicLink() throws {
    let project = try MergeProject(["map.yaml": "extends: link.yaml"])
    try FileManager.default.createSymbolicLink(
      atPath: project.folder.path + "/link.yaml", withDestinationPath: "map.yaml")
    #expect(project.load().shownFindings == ["MD205 map.yaml 1:10-1:19"])
  }

  @Test func boundsTheDepthOfTemplates() throws {
    func codes(_ count: Int) throws -> [String] {
      let folder = try TemporaryFolder()
      for number in 0..<count {
        try folder.write(number + 1 < count ? "extends: t\(number + 1).yaml" : "a: 1", to: "t\(number).yaml")
      }
      return DocumentMerger.load(path: folder.path + "/t0.yaml").findings.map(\.code.name)
    }
    #expect(try codes(33) == [])
    #expect(try codes(34) == ["MD207"])
  }

  @Test func keepsTemplatesInTheProject() throws {
    let outside = try TemporaryFolder()
    try outside.write("a: 1", to: "t.yaml")
    let project = try MergeProject(["map.yaml": "extends: \(outside.path)/t.yaml", "link.yaml": "extends: in.yaml"])
    try FileManager.default.createSymbolicLink(
      atPath: project.folder.path + "/in.yaml", withDestinationPath: outside.path + "/t.yaml")
    #expect(project.load().findings.map(\.code) == [.extendsOutside])
    #expect(project.load("link.yaml").shownFindings == ["MD206 link.yaml 1:10-1:17"])
    #expect(project.load("link.yaml", MergeOptions(allowOutside: true)).node?.flow == "{a: 1}")
  }

  @Test func findsTheProjectAboveTheDocument() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "project/.mapdoc.yaml")
    try folder.write("a: 1", to: "project/templates/t.yaml")
    let path = try folder.write("extends: ../../templates/t.yaml", to: "project/maps/deep/map.yaml")
    let merged = DocumentMerger.load(path: path)
    #expect(merged.findings.isEmpty)
    #expect(merged.projectRoot == folder.path + "/project")
    let alone = try folder.write("extends: ../project/templates/t.yaml", to: "alone/map.yaml")
    #expect(DocumentMerger.load(path: alone).projectRoot == folder.path + "/alone")
    #expect(DocumentMerger.load(path: alone).findings.map(\.code) == [.extendsOutside])
  }

  @Test func readsATemplateOnceForManyDocuments() throws {
    let project = try MergeProject([
      "t.yaml": "a: 1\na: 2", "map.yaml": "extends: t.yaml", "other.yaml": "extends: ./t.yaml",
    ])
    let templates = TemplateCache()
    let one = project.load("map.yaml", MergeOptions(), templates)
    let other = project.load("other.yaml", MergeOptions(), templates)
    #expect(one.files[1] === other.files[1])
    #expect(one.findings == other.findings)
  }

  @Test func sharesTheCacheAmongThreads() async throws {
    let project = try MergeProject(["t.yaml": "a: 1", "map.yaml": "extends: t.yaml\nb: 2"])
    let templates = TemplateCache()
    let path = project.folder.path + "/map.yaml"
    let files = await withTaskGroup(of: SourceFile?.self) { group in
      for _ in 0..<32 { group.addTask { DocumentMerger.load(path: path, templates: templates).files.last } }
      return await group.reduce(into: Set<SourceFile?>()) { $0.insert($1) }
    }
    #expect(files.count == 1)
  }

  @Test func saysWhyTheDocumentCannotBeRead() throws {
    let project = try MergeProject(["sub/x.yaml": "a: 1", "broken.yaml": "a: ["])
    let missing = project.load("none.yaml")
    #expect(missing.node == nil)
    #expect(missing.shownFindings == ["MD001 none.yaml 1:1-1:1"])
    #expect(missing.findings.first?.message.hasSuffix("there is no such file") == true)
    #expect(project.load("sub").findings.first?.message.hasSuffix("it is a folder") == true)
    #expect(project.load("sub/x.yaml/y").findings.first?.message.contains("not a folder") == true)
    #expect(project.load("broken.yaml").findings.map(\.code) == [.yamlSyntax])
    #expect(project.load("broken.yaml").isMapDocument)
  }

  @Test func tellsTemplatesAndOtherYAMLApart() throws {
    let project = try MergeProject([
      "map.yaml": "mapdoc: 1", "t.yaml": "template: true\nmapdoc: 1", "ci.yaml": "on: push", "list.yaml": "- 1",
      "child.yaml": "extends: t.yaml", "odd.yaml": "template: yes",
    ])
    #expect(project.load("map.yaml").isMapDocument)
    #expect(!project.load("map.yaml").isTemplate)
    #expect(project.load("t.yaml").isTemplate)
    #expect(!project.load("ci.yaml").isMapDocument)
    #expect(!project.load("list.yaml").isMapDocument)
    #expect(project.load("child.yaml").isMapDocument)
    #expect(!project.load("child.yaml").isTemplate)
    #expect(project.load("odd.yaml").shownFindings == ["MD103 odd.yaml 1:11-1:14"])
  }
}
