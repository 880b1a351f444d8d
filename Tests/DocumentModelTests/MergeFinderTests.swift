import Diagnostics
import FoundationEssentials
import Glibc
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

  @Test func ofAFolderOfTemplatesItSaysHowToCheckThem() throws {
    let folder = try TemporaryFolder()
    let template = try folder.write("mapdoc: 1\ntemplate: true", to: "t.yaml")
    let found = DocumentFinder.find([folder.path])
    #expect(found.findings.map(\.code) == [.noDocuments])
    #expect(found.findings.first?.hint?.text.contains("`mapdoc check \(template)`") == true)
  }

  @Test func aLinkThatLeadsNowhereIsADocumentThatCannotBeRead() throws {
    let folder = try TemporaryFolder()
    try folder.write("mapdoc: 1", to: "m.yaml")
    for (link, target) in [("dangling.yaml", "none"), ("loop.yml", "loop.yml"), ("note.txt", "none")] {
      try FileManager.default.createSymbolicLink(atPath: folder.path + "/" + link, withDestinationPath: target)
    }
    let found = DocumentFinder.find([folder.path])
    #expect(names(found, below: folder) == ["dangling.yaml", "loop.yml", "m.yaml"])
    let loader = DocumentLoader(kinds: [])
    #expect(loader.load(folder.path + "/dangling.yaml").findings.map(\.code) == [.unreadableFile])
  }

  /// Root may list every folder.
  @Test(.enabled(if: geteuid() != 0, "runs as root, who may list every folder"))
  func aFolderThatCannotBeListedIsSaid() throws {
    let folder = try TemporaryFolder()
    try folder.write("mapdoc: 1", to: "m.yaml")
    try folder.write("mapdoc: 1", to: "closed/n.yaml")
    let closed = folder.path + "/closed"
    #expect(chmod(closed, 0) == 0)
    defer { chmod(closed, 0o755) }
    let found = DocumentFinder.find([folder.path])
    #expect(names(found, below: folder) == ["m.yaml"])
    #expect(found.findings.map(\.code) == [.unreadableFile])
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
