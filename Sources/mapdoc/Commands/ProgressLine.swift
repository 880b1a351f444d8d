import Arguments
import Diagnostics
import Pipeline
import Synchronization

/// Says how a render goes: one line that is drawn again and again on a terminal, a line for each map elsewhere.
final class ProgressLine: Sendable {
  private enum Form { case live, plain, none }

  private struct State {
    var total = 0
    var done = 0
    /// How many came to which end.
    var counts: [MapReport.Status: Int] = [:]
    var hasLine = false
    var isEnded = false
  }

  private let form: Form
  private let run: Run
  private let context: CommandContext
  private let state = Mutex(State())
  private let watch = Stopwatch()

  init(_ choice: ProgressChoice, run: Run, context: CommandContext) {
    self.run = run
    self.context = context
    let isDumb = context.environment["TERM"] == "dumb"
    switch choice {
    case .none: form = .none
    case .plain: form = .plain
    case .auto: form = context.errorsAreTerminal && !isDumb ? .live : .plain
    }
    if form == .live { keepDrawing() }
  }

  /// Called from any thread.
  @Sendable func tell(_ event: RenderEvent) {
    guard form != .none else { return }
    state.withLock { state in
      switch event {
      case .started(let maps): state.total = maps
      case .large(let output, let pixels, let bytes):
        clear(&state)
        context.errors.write("\(output): \(PictureSizeWords.text(pixels: pixels, bytes: bytes))\n")
        draw(&state)
      case .finished(let map):
        state.done += 1
        state.counts[map.status, default: 0] += 1
        clear(&state)
        if map.status != .upToDate { context.errors.write(map.line + "\n") }
        draw(&state)
      }
    }
  }

  /// The last line: `12 rendered, 3 up to date, 1 failed in 4.2 s, 180 requests, 2.1 MB`.
  func end() {
    state.withLock { state in
      state.isEnded = true
      clear(&state)
      guard form != .none, state.total > 0 else { return }
      let statistics = run.traffic
      let ends: [(MapReport.Status, String)] = [
        (.rendered, "rendered"), (.upToDate, "up to date"), (.failed, "failed"),
      ]
      var words = ends.compactMap { status, word in state.counts[status].map { "\($0) \(word)" } }
      if state.done < state.total { words.append("\(state.total - state.done) not begun") }
      words[words.count - 1] += " in \(Self.seconds(watch.seconds))"
      if statistics.requests > 0 {
        words.append("\(Report.count(statistics.requests, "request")), \(ReadableNumber.bytes(statistics.bytes))")
      }
      context.errors.write(words.joined(separator: ", ") + "\n")
    }
  }

  private func keepDrawing() {
    Task {
      while !state.withLock({ $0.isEnded }) {
        state.withLock { draw(&$0) }
        do { try await Task.sleep(for: .milliseconds(100)) } catch { return }
      }
    }
  }

  private func clear(_ state: inout State) {
    if state.hasLine { context.errors.write("\r\u{1B}[K") }
    state.hasLine = false
  }

  private func draw(_ state: inout State) {
    guard form == .live, !state.isEnded, state.total > 0 else { return }
    let statistics = run.traffic
    let elapsed = watch.seconds
    let rate = Double(statistics.bytes) / max(elapsed, 0.001)
    let tiles = Report.count(statistics.requests + statistics.cacheHits, "tile")
    var line = "\(state.done)/\(Report.count(state.total, "map"))  \(tiles)"
    if statistics.bytes > 0 {
      line += "  \(ReadableNumber.bytes(statistics.bytes))  \(ReadableNumber.bytes(Int(rate)))/s"
    }
    if state.done > 0, state.done < state.total {
      let left = elapsed / Double(state.done) * Double(state.total - state.done)
      line += "  \(Self.seconds(left)) left"
    }
    context.errors.write("\r" + String(line.prefix(max(10, context.terminalWidth - 1))) + "\u{1B}[K")
    state.hasLine = true
  }

  private static func seconds(_ seconds: Double) -> String {
    if seconds < 10 { return "\(ReadableNumber.fixed(seconds, places: 2)) s" }
    let whole = Int(seconds.rounded())
    return whole < 100 ? "\(whole) s" : "\(whole / 60) min \(whole % 60) s"
  }
}

extension MapReport {
  /// `build/harbour.png  rendered in 0.21 s, 20 tiles (18 from the cache)`. What was up to date is only counted.
  fileprivate var line: String {
    switch status {
    case .upToDate: return "\(output)  up to date"
    case .failed: return "\(output)  failed"
    case .rendered:
      let tiles = layers.reduce(0) { $0 + $1.drawn + $1.absent }
      let cached = layers.reduce(0) { $0 + $1.fromCache }
      let time = "\(ReadableNumber.fixed(seconds, places: 2)) s"
      return "\(output)  rendered in \(time), \(Report.count(tiles, "tile"))"
        + (cached > 0 ? " (\(cached) from the cache)" : "")
    }
  }
}
