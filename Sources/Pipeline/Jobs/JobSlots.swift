import Glibc

/// How many maps are drawn at the same time.
///
/// Without `--jobs`, several for each processor: most of the time of a map is waiting for its tiles. Below a
/// `make -j N`, each map but the first takes a token of make's jobserver, so that make's children share its bound.
struct JobSlots: Sendable {
  let width: Int
  private let server: MakeJobServer?

  init(_ wanted: Int?, environment flags: String? = getenv("MAKEFLAGS").map { String(cString: $0) }) {
    server = wanted == nil ? flags.flatMap(MakeJobServer.init) : nil
    width = wanted ?? Parallel.processors * 6
  }

  /// Does a job when make has a token for it. A job that was cancelled while it waited is done without one: it sees that it
  /// was, and has nothing to do but to say so.
  func run<Result: Sendable>(_ job: @Sendable () async -> Result) async -> Result {
    guard let server else { return await job() }
    guard let token = await server.acquire() else { return await job() }
    defer { server.release(token) }
    return await job()
  }
}
