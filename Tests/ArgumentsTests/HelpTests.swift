import Testing

@testable import Arguments

@Suite struct HelpTests {
  @Test func listsOperandsOptionsDefaultsAndExamples() {
    #expect(
      Help.of(EchoCommand.self, program: "mapdoc") == """
        usage: mapdoc check [options] [PATH...]

        say what is wrong with map documents, without rendering them

        A PATH is a document, or a folder of them.

          PATH  map documents or folders (default maps/)

        options:
              --format FORMAT   how to write the findings: human, json, sarif, junit or
                                github (default human)
          -s, --strict          let warnings fail too
          -f, --fast            be quick
          -o, --output FILE     where to write
              --jobs N          how many at the same time
              --set NAME=VALUE  the value of a parameter (may be given several times)
              --color WHEN      whether to use colours: auto, always or never (default
                                auto)
          -h, --help            print this help

        examples:
          mapdoc check --format github --strict maps/harbour.yaml

        """)
  }

  @Test func listsTheCommands() {
    #expect(
      Help.general(of: testCommands) == """
        usage: mapdoc COMMAND [options] [PATH...]

        builds static maps from YAML documents

          check        say what is wrong with map documents, without rendering them
          diff         compare two pictures
          completions  write completions for a shell
          version      print the version

        `mapdoc help COMMAND` says more about one of them, with examples.

        """)
  }

  @Test func staysWithin80Columns() {
    let texts = [Help.general(of: testCommands)] + testCommands.commands.map { Help.of($0, program: "mapdoc") }
    for line in texts.flatMap({ $0.split(separator: "\n") }) { #expect(line.count <= 80) }
  }
}
