import Testing

@testable import Arguments

@Suite struct ArgumentReaderTests {
  @Test(arguments: [
    (["check"], "format=human strict=false fast=false out=- jobs=- set=[] paths=[\"maps/\"]"),
    (["check", "--format", "json"], "format=json strict=false fast=false out=- jobs=- set=[] paths=[\"maps/\"]"),
    (["check", "--format=json", "a"], "format=json strict=false fast=false out=- jobs=- set=[] paths=[\"a\"]"),
    (["check", "a", "--strict", "b"], "format=human strict=true fast=false out=- jobs=- set=[] paths=[\"a\", \"b\"]"),
    (["check", "-sf"], "format=human strict=true fast=true out=- jobs=- set=[] paths=[\"maps/\"]"),
    (["check", "-sox"], "format=human strict=true fast=false out=x jobs=- set=[] paths=[\"maps/\"]"),
    (["check", "-o", "x"], "format=human strict=false fast=false out=x jobs=- set=[] paths=[\"maps/\"]"),
    (["check", "-o=x"], "format=human strict=false fast=false out=x jobs=- set=[] paths=[\"maps/\"]"),
    (["check", "--output=a=b"], "format=human strict=false fast=false out=a=b jobs=- set=[] paths=[\"maps/\"]"),
    (
      ["check", "--set", "a=1", "--set=b=x=y", "--set", "c="],
      "format=human strict=false fast=false out=- jobs=- set=[\"a=1\", \"b=x=y\", \"c=\"] paths=[\"maps/\"]"
    ),
    (
      ["check", "--jobs", "2", "--jobs", "3"],
      "format=human strict=false fast=false out=- jobs=3 set=[] paths=[\"maps/\"]"
    ),
    (
      ["check", "--", "--strict", "-"],
      "format=human strict=false fast=false out=- jobs=- set=[] paths=[\"--strict\", \"-\"]"
    ),
    (["check", "-"], "format=human strict=false fast=false out=- jobs=- set=[] paths=[\"-\"]"),
    (["check", "--output", "-"], "format=human strict=false fast=false out=- jobs=- set=[] paths=[\"maps/\"]"),
    (["check", "--output", "-x"], "format=human strict=false fast=false out=-x jobs=- set=[] paths=[\"maps/\"]"),
  ])
  func readsOptionsInEveryForm(words: [String], said: String) async {
    let outcome = await Outcome(words: words)
    #expect(outcome.output == said + " color=false\n")
    #expect(outcome.errors.isEmpty)
    #expect(outcome.status == .done)
  }

  @Test(arguments: [
    (["check", "--stric"], "there is no option `--stric`; did you mean `--strict`?"),
    (["check", "-strict"], "there is no option `-strict`; did you mean `--strict`?"),
    (["check", "--zzzzzz=1"], "there is no option `--zzzzzz`"),
    (["check", "-z"], "there is no option `-z`"),
    (["check", "-sz"], "there is no option `-z`"),
    (["check", "--strict=yes"], "`--strict` takes no value, `yes` was given"),
    (["check", "--format"], "`--format` needs a value, FORMAT"),
    (["check", "--output", "--strict"], "`--output` needs a value, FILE"),
    (["check", "-o", "-s"], "`-o` needs a value, FILE"),
    (["check", "--output", "--", "x"], "`--output` needs a value, FILE"),
    (["check", "--output="], "`` stands for `--output` where the path of a file is expected"),
    (
      ["check", "--format", "jsn"],
      "`jsn` stands for `--format` where one of `human`, `json`, `sarif`, `junit` and `github` is expected; did you mean `json`?"
    ),
    (["check", "--jobs", "0"], "`0` stands for `--jobs` where a whole number from 1 is expected"),
    (["check", "--set", "=x"], "`=x` stands for `--set` where a name and a value, as in `city=Køge` is expected"),
    (["diff", "a"], "B is missing: another one"),
    (["diff", "a", "b", "c"], "`c` is one word too many"),
    (
      ["completions", "bsh"],
      "`bsh` stands for `SHELL` where one of `bash`, `zsh` and `fish` is expected; did you mean `bash`?"
    ),
    (["version", "now"], "`now` is one word too many"),
  ])
  func refusesWrongWordsBeforeAnythingIsDone(words: [String], message: String) async {
    let outcome = await Outcome(words: words)
    #expect(outcome.errors == "mapdoc \(words[0]): \(message)\nsee `mapdoc help \(words[0])`\n")
    #expect(outcome.output.isEmpty)
    #expect(outcome.status == .usage)
  }

  @Test func readsAllThatIsLeftAsPaths() throws {
    var reader = try ArgumentReader(["a", "b"], options: [])
    #expect(try reader.paths(default: "maps/") == ["a", "b"])
    #expect(try reader.paths(default: "maps/") == ["maps/"])
    try reader.finish()
  }
}
