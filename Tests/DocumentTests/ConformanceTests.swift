import Diagnostics
import DocumentModel
import FoundationEssentials
import LayerSources
import Testing

/// The conformance suite of format 1: each `Cases/NAME.yaml` has exactly the findings of `NAME.findings`.
///
/// A line of findings is `LINE:COLUMN CODE PATH`, with the layer in front of the path where there is one, and the file before
/// the line where it is another than the case. With `MAPDOC_WRITE_FINDINGS` set the files are written anew; look at the
/// difference before you commit it.
@Suite struct ConformanceTests {
  @Test(arguments: Case.all)
  func hasTheFindingsOfItsFile(_ example: Case) throws {
    let found = example.found()
    if ProcessInfo.processInfo.environment["MAPDOC_WRITE_FINDINGS"] != nil {
      try Data(found.utf8).write(to: example.findings)
    }
    let expected = String(decoding: try Data(contentsOf: example.findings), as: UTF8.self)
    #expect(found == expected)
  }

  @Test func everyCaseHasItsFindingsAndTheReverse() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Case.folder.path)
    for name in names where name.hasSuffix(".findings") {
      #expect(names.contains(name.dropLast("findings".count) + "yaml"))
    }
    #expect(Case.all.count >= 20)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases")
    let name: String
    var testDescription: String { name }
    var findings: URL { Self.folder.appending(path: name + ".findings") }

    static let all: [Case] = {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return names.filter { $0.hasSuffix(".yaml") && !$0.hasPrefix(".") }.sorted().map {
        Case(name: String($0.dropLast(5)))
      }
    }()

    func found() -> String {
      let path = Self.folder.path + "/" + name + ".yaml"
      // What nothing uses is a finding of its own.
      let usesSetting = (try? Data(contentsOf: Self.folder.appending(path: name + ".yaml"))).map {
        String(decoding: $0, as: UTF8.self).contains("${fromCommandLine}")
      }
      let options = MergeOptions(settings: usesSetting == true ? [(name: "fromCommandLine", text: "0.5")] : [])
      let loader = DocumentLoader(kinds: layerKinds, options: options, environment: ["MAPDOC_TEST_TOKEN": "t"])
      return loader.load(path).findings.map { line(of: $0, in: path) + "\n" }.joined()
    }

    private func line(of finding: Diagnostic, in path: String) -> String {
      let file = finding.range.file.path.split(separator: "/").last.map(String.init) ?? ""
      let place = "\(finding.range.start.line):\(finding.range.start.column)"
      let isOwn = path.hasSuffix("/" + file)
      return [(isOwn ? "" : file + ":") + place, finding.code.name, finding.layer.map { "(\($0))" }, finding.path]
        .compactMap(\.self).joined(separator: " ")
    }
  }
}
