import Glibc
import TestSupport
import Testing

@testable import Arguments

@Suite struct CompletionsTests {
  @Test(arguments: [
    ("mapdoc", "ch", ["check"]),
    ("mapdoc", "", ["check", "diff", "completions", "version", "help", "--help", "--version"]),
    ("mapdoc help", "d", ["diff"]),
    ("mapdoc check --format", "j", ["json", "junit"]),
    ("mapdoc check --format", "=", ["human", "json", "sarif", "junit", "github"]),
    ("mapdoc check --format =", "s", ["sarif"]),
    ("mapdoc check --s", "--s", ["--strict", "--set"]),
    (
      "mapdoc check", "-",
      ["--format", "--strict", "-s", "--fast", "-f", "--output", "-o", "--jobs", "--set", "--color", "--help", "-h"]
    ),
    ("mapdoc check --strict", "", ["a folder", "harbour.yaml", "town.yml"]),
    ("mapdoc check -o", "", ["a folder", "harbour.yaml", "note.txt", "town.yml"]),
    ("mapdoc check -o", "n", ["note.txt"]),
    ("mapdoc diff", "n", ["note.txt"]),
    ("mapdoc completions", "", ["bash", "zsh", "fish"]),
    ("mapdoc check --set", "x", []),
    ("mapdoc nonsense", "", []),
  ])
  func bashOffersWhatMayStandThere(before: String, current: String, offered: [String]) throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "files/harbour.yaml")
    try folder.write("", to: "files/town.yml")
    try folder.write("", to: "files/note.txt")
    try folder.write("", to: "files/a folder/x.yaml")
    try folder.write(testCommands.completions(for: .bash), to: "completions.bash")
    let words = before.split(separator: " ").map { ShellQuote.single(String($0)) }
    try folder.write(
      """
      set -u
      source '\(folder.path)/completions.bash'
      cd '\(folder.path)/files'
      COMP_WORDS=(\(words.joined(separator: " ")) \(ShellQuote.single(current)))
      COMP_CWORD=\(words.count)
      _mapdoc
      printf '%s\\n' "${COMPREPLY[@]+"${COMPREPLY[@]}"}" > '\(folder.path)/offered'

      """, to: "drive.bash")
    #expect(run("bash", "\(folder.path)/drive.bash") == 0)
    let lines = String(decoding: try folder.read("offered"), as: UTF8.self).split(separator: "\n").map(String.init)
    // Words come in the order of the declarations, files in the order of the folder.
    #expect(lines == offered || lines.sorted() == offered)
  }

  @Test(arguments: Shell.allCases)
  func eachShellReadsItsScript(shell: Shell) throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(testCommands.completions(for: shell), to: "script")
    let status = run(shell.rawValue, "-n", script)
    #expect(status == 0 || status == 127 && shell != .bash, "127: there is no \(shell.rawValue) here")
  }

  @Test func zshScriptNamesOptionsAndChoices() {
    let script = testCommands.completions(for: .zsh)
    #expect(script.hasPrefix("#compdef mapdoc\n"))
    #expect(script.contains("'(--format)--format=[how to write the findings]:FORMAT:(human json sarif junit github)'"))
    #expect(script.contains("'(--strict -s)-s[let warnings fail too]'"))
    #expect(script.contains("'*--set=[the value of a parameter]:NAME=VALUE: '"))
  }

  @Test func fishScriptNamesOptionsAndChoices() {
    let script = testCommands.completions(for: .fish)
    #expect(
      script.contains(
        "complete -c mapdoc -n '__mapdoc_command check' -l format -r -f -a 'human json sarif junit github' -d 'how to write"
      ))
    #expect(script.contains("-l strict -s s -d 'let warnings fail too'"))
  }

  /// Runs a program found on the path. Its status; 127 where there is no such program.
  private func run(_ words: String...) -> Int32 {
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    var process: pid_t = 0
    guard posix_spawnp(&process, words[0], nil, nil, arguments, environ) == 0 else { return 127 }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return (status >> 8) & 0xFF
  }
}
