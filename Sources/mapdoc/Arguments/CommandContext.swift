import Glibc

/// What a command may use of its surroundings; a test hands in its own.
package struct CommandContext: Sendable {
  /// Results.
  package let output: any TextSink
  /// Everything else: findings about the run, progress.
  package let errors: any TextSink
  package let environment: [String: String]
  /// Whether `output` is a terminal.
  package let outputIsTerminal: Bool
  /// Whether `errors` is a terminal: live progress only then.
  package let errorsAreTerminal: Bool
  /// In columns; 80 where it is not known.
  package let terminalWidth: Int
  /// Of `--color`.
  package var color: ColorChoice

  package init(
    output: any TextSink, errors: any TextSink, environment: [String: String] = [:],
    outputIsTerminal: Bool = false, errorsAreTerminal: Bool = false, terminalWidth: Int = 80,
    color: ColorChoice = .auto
  ) {
    self.output = output
    self.errors = errors
    self.environment = environment
    self.outputIsTerminal = outputIsTerminal
    self.errorsAreTerminal = errorsAreTerminal
    self.terminalWidth = terminalWidth
    self.color = color
  }

  /// That of this process. A reader that goes away no longer kills it (SIGPIPE is ignored from here on).
  package static func ofProcess(environment: [String: String]) -> CommandContext {
    signal(SIGPIPE, SIG_IGN)
    return CommandContext(
      output: DescriptorSink(descriptor: STDOUT_FILENO, isBuffered: true),
      errors: DescriptorSink(descriptor: STDERR_FILENO, isBuffered: false),
      environment: environment, outputIsTerminal: isatty(STDOUT_FILENO) == 1,
      errorsAreTerminal: isatty(STDERR_FILENO) == 1, terminalWidth: Self.terminalWidth(environment))
  }

  /// Whether `output` may be coloured: as `--color` says, else on a terminal, unless `NO_COLOR` is set or `TERM` is
  /// `dumb`.
  package var outputIsColored: Bool { isColored(onTerminal: outputIsTerminal) }

  /// The same for `errors`.
  package var errorsAreColored: Bool { isColored(onTerminal: errorsAreTerminal) }

  private func isColored(onTerminal: Bool) -> Bool {
    switch color {
    case .always: true
    case .never: false
    case .auto: onTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }
  }

  /// Writes a result, as it is.
  package func print(_ text: String) { output.write(text) }

  /// Writes one line for people, behind the results that came before it.
  package func note(_ line: String) {
    output.flush()
    errors.write(line + "\n")
  }

  private static func terminalWidth(_ environment: [String: String]) -> Int {
    var size = winsize()
    for descriptor in [STDOUT_FILENO, STDERR_FILENO]
    where ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 {
      return Int(size.ws_col)
    }
    return environment["COLUMNS"].flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil } ?? 80
  }
}
