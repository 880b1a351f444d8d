import Diagnostics
import FoundationEssentials
import TestSupport
import Testing

@testable import DocumentModel

@Suite struct MergeFinderTests {
  private func names(_ found: DocumentFinder.Found, below folder: TemporaryFolder) -> [String] {
    found.documents.map { $0.path.replacing(folder.path + "/", with: "") }
  }

  @Test func listsAFolderSortedWithoutHiddenFilesAndTemplates() throws {
    let folder = try TemporaryFolder()
    for name in ["b.yaml", "a.yml", "sub/c.yaml", "sub/deep/d.yaml", "readme.md", ".hidden.yaml", ".git/e.yaml"] {
      try folder.write("mapdoc: 1", to: name)
    }
    try folder.write("", to: ".mapdoc.yaml")
    try folder.write("mapdoc: 1\ntemplate: true", to: "t.yaml")
    try folder.write("mapdoc: 1\ntitle: 'template: true'", to: "u.yaml")
    let found = DocumentFinder.find([folder.path])
    #expect(names(found, below: folder) == ["a.yml", "b.yaml", "sub/c.yaml", "sub/deep/d.yaml", "u.yaml"])
    #expect(found.findings.isEmpty && found.missing.isEmpty)
    #expect(names(DocumentFinder.find([folder.path], passesOverTemplates: false), below: folder).contains("t.yaml"))
  }

  @Test func alwaysTakesANamedFile() throws {
    let folder = try TemporaryFolder()
    let template = try folder.write("template: true", to: "t.yaml")
    let other = try folder.write("x", to: "notes.txt")
    try folder.write("mapdoc: 1", to: "a.yaml")
    let found = DocumentFinder.find([other, folder.path + "/", template, other])
    #expect(names(found, below: folder) == ["notes.txt", "a.yaml", "t.yaml"])
    #expect(found.documents.map(\.isNamed) == [true, false, true])
  }

  @Test func saysWhichPathsDoNotExistAndWhichFoldersAreEmpty() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "empty/readme.md")
    let found = DocumentFinder.find([folder.path + "/none", folder.path + "/empty"])
    #expect(found.missing == [.init(path: folder.path + "/none", reason: "there is no such file")])
    #expect(found.findings.map(\.code) == [.noDocuments])
    #expect(found.documents.isEmpty)
  }

  @Test(.timeLimit(.minutes(10)))
  func doesNotFollowSymbolicLinksInCircles() throws {
    let folder = try TemporaryFolder()
    try folder.write("mapdoc: 1", to: "a/m.yaml")
    for (link, target) in [("a/up", ".."), ("a/self", "."), ("b", "a"), ("dangling.yaml", "none")] {
      try FileManager.default.createSymbolicLink(atPath: folder.path + "/" + link, withDestinationPath: target)
    }
    #expect(names(DocumentFinder.find([folder.path]), below: folder).prefix(1) == ["a/m.yaml"])
  }

  @Test(arguments: [
    ("", "a.yaml", "a.yaml"), ("maps", "a.yaml", "maps/a.yaml"), ("maps", "../t.yaml", "t.yaml"),
    ("maps", "../../t.yaml", "../t.yaml"), ("maps/", "./x//y/", "maps/x/y"), ("/a/b", "/c", "/c"), ("/a", "..", "/"),
    ("/", "../x", "/x"), ("a", "..", "."), ("..", "../b", "../../b"), ("maps", "a/.b..", "maps/a/.b.."),
  ])
  func joinsPaths(_ folder: String, _ path: String, _ joined: String) {
    #expect(PathResolution.joined(folder, path) == joined)
  }

  @Test func keepsTheWayBackFromASymbolicLink() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "far/maps/data")
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/maps", withDestinationPath: "far/maps")
    #expect(PathResolution.joined(folder.path + "/maps", "../x") == folder.path + "/maps/../x")
  }

  @Test(arguments: [
    ("maps/harbour.yaml", "harbour"), ("harbour", "harbour"), ("a.b.yaml", "a.b"), ("x/.hidden", ".hidden"),
  ])
  func namesADocumentByItsStem(_ path: String, _ stem: String) {
    #expect(PathResolution.stem(of: path) == stem)
  }
}
