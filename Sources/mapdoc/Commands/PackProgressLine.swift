import Arguments
import Diagnostics
import Pipeline
import Synchronization

/// Says how far a package is: a line that is drawn again and again on a terminal, one for each tenth elsewhere.
final class PackProgressLine: Sendable {
  private enum Form { case live, plain, none }

  private let form: Form
  private let pack: Pack
  private let context: CommandContext
  private let watch = Stopwatch()
  private let state = Mutex(State())

  private struct State {
    var isEnded = false
    var hasLine = false
    /// How many tenths have been told.
    var tenths = 0
  }

  init(_ choice: ProgressChoice, pack: Pack, context: CommandContext) {
    self.pack = pack
    self.context = context
    switch choice {
    case .none: form = .none
    case .plain: form = .plain
    case .auto: form = context.errorsAreTerminal && context.environment["TERM"] != "dumb" ? .live : .plain
    }
    if form != .none { keepDrawing() }
  }

  /// Takes the line away.
  func end() {
    state.withLock { state in
      state.isEnded = true
      if state.hasLine { context.errors.write("\r\u{1B}[K") }
    }
  }

  private func keepDrawing() {
    let pause = Duration.milliseconds(form == .live ? 100 : 250)
    Task {
      while !state.withLock({ $0.isEnded }) {
        state.withLock { draw(&$0) }
        do { try await Task.sleep(for: pause) } catch { return }
      }
    }
  }

  private func draw(_ state: inout State) {
    guard !state.isEnded, let line = line() else { return }
    switch form {
    case .live:
      context.errors.write("\r" + String(line.text.prefix(max(10, context.terminalWidth - 1))) + "\u{1B}[K")
      state.hasLine = true
    case .plain where line.tenths > state.tenths && line.tenths < 10:
      context.errors.write(line.text + "\n")
      state.tenths = line.tenths
    default: break
    }
  }

  /// `12,400/21,845 tiles  18.2 MB  2,130/s  5 s left`; `nil` before the first answer.
  private func line() -> (text: String, tenths: Int)? {
    let (total, earlier, done, bytes) = pack.progress
    guard total > 0, done > 0 else { return nil }
    let elapsed = max(watch.seconds, 0.001)
    let rate = Double(done) / elapsed
    let left = Double(total - earlier - done) / rate
    let text =
      "\(ReadableNumber.grouped(Double(earlier + done)))/\(ReadableNumber.grouped(Double(total))) tiles  "
      + "\(ReadableNumber.bytes(bytes))  \(ReadableNumber.significant(rate, digits: 3, places: 0...1))/s  "
      + "\(PackProgress.time(left)) left"
    return (text, (earlier + done) * 10 / total)
  }
}
