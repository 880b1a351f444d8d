import Testing

@testable import Arguments

@Suite struct CommandSetTests {
  @Test func suggestsTheCommandThatWasMeant() async {
    let outcome = await Outcome("chek", "maps/")
    #expect(outcome.status == .usage)
    #expect(outcome.errors == "mapdoc: there is no command `chek`; did you mean `check`?\nsee `mapdoc help`\n")
    #expect(outcome.output.isEmpty)
  }

  @Test func asksForTheCommandFirst() async {
    let outcome = await Outcome("--strict", "check")
    #expect(outcome.status == .usage)
    #expect(outcome.errors.hasPrefix("mapdoc: `--strict` stands before the command"))
  }

  @Test func withoutWordsPrintsHelpAsWrongUsage() async {
    let outcome = await Outcome()
    #expect(outcome.status == .usage)
    #expect(outcome.errors == Help.general(of: testCommands))
  }

  @Test(arguments: [["help"], ["--help"], ["-h"], ["help", "help"]])
  func printsTheHelpOfAll(words: [String]) async {
    let outcome = await Outcome(words: words)
    #expect(outcome.status == .done)
    #expect(outcome.output == Help.general(of: testCommands))
  }

  @Test(arguments: [["help", "check"], ["check", "--help"], ["check", "-h", "--nonsense"], ["--help", "check"]])
  func printsTheHelpOfOne(words: [String]) async {
    let outcome = await Outcome(words: words)
    #expect(outcome.status == .done)
    #expect(outcome.output == Help.of(EchoCommand.self, program: "mapdoc"))
  }

  @Test func helpOnAnUnknownCommandIsWrongUsage() async {
    let outcome = await Outcome("help", "dif")
    #expect(outcome.status == .usage)
    #expect(outcome.errors.hasPrefix("mapdoc: there is no command `dif`; did you mean `diff`?"))
  }

  @Test func aHelpBehindTwoDashesIsAPath() async {
    #expect(await Outcome("check", "--", "--help").output.contains("paths=[\"--help\"]"))
  }

  @Test(arguments: [["version"], ["--version"]])
  func printsTheVersion(words: [String]) async {
    #expect(await Outcome(words: words).output == "mapdoc 0\n")
  }

  @Test func handsOnTheStatusOfTheCommand() async {
    #expect(await Outcome("diff", "a", "b").status == .failed)
  }

  @Test(
    arguments: [
      ([], [:], true, true), ([], [:], false, false), ([], ["NO_COLOR": "1"], true, false),
      ([], ["NO_COLOR": ""], true, true), ([], ["TERM": "dumb"], true, false),
      (["--color", "always"], ["NO_COLOR": "1"], false, true), (["--color=never"], [:], true, false),
      (["--color=auto"], [:], true, true),
    ] as [([String], [String: String], Bool, Bool)])
  func coloursAsItIsTold(words: [String], environment: [String: String], onTerminal: Bool, isColored: Bool) async {
    let outcome = await Outcome(words: ["check"] + words, environment: environment, onTerminal: onTerminal)
    #expect(outcome.output.hasSuffix("color=\(isColored)\n"))
  }

  @Test func reportsThatTheOutputIsLost() async {
    let errors = MemorySink()
    let context = CommandContext(output: FullSink(), errors: errors)
    #expect(await testCommands.run(["version"], in: context) == .failed)
    #expect(errors.text == "mapdoc: the output cannot be written: no space\n")
  }

  private struct FullSink: TextSink {
    func write(_ text: String) {}
    func flush() {}
    var failure: String? { "no space" }
  }
}
