import Glibc
import TestSupport
import Testing

@testable import Pipeline

@Suite(.timeLimit(.minutes(10))) struct ParallelTests {
  @Test(arguments: [0, 1, 2, 7, 100], [1, 2, 16])
  func resultsStandInTheOrderOfTheThings(count: Int, width: Int) async {
    let results = await Parallel.map(Array(0..<count), width: width) { number in
      // Later ones end earlier.
      for _ in 0..<(count - number) { await Task.yield() }
      return number * 2
    }
    #expect(results == (0..<count).map { $0 * 2 })
  }

  @Test(arguments: [1, 3]) func noMoreThanItsWidthAtOnce(width: Int) async {
    let running = Counter()
    _ = await Parallel.map(Array(0..<50), width: width, chunk: 1) { _ in
      running.add()
      for _ in 0..<5 { await Task.yield() }
      running.add(-1)
    }
    #expect(running.most <= width)
  }
}

@Suite(.timeLimit(.minutes(10))) struct MakeJobServerTests {
  /// A jobserver of ours: a pipe with some tokens.
  private final class Pipe {
    let reading: Int32
    let writing: Int32

    init(tokens: String) {
      var ends: [Int32] = [-1, -1]
      pipe(&ends)
      (reading, writing) = (ends[0], ends[1])
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      _ = fcntl(reading, F_SETFL, O_NONBLOCK)
      write(tokens)
    }

    func write(_ tokens: String) { _ = Glibc.write(writing, tokens, tokens.utf8.count) }

    /// What lies in it.
    var tokens: String {
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = read(reading, &bytes, 64)
      return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    var flags: String { " -j3 --jobserver-auth=\(reading),\(writing)" }

    deinit { for end in [reading, writing] { close(end) } }
  }

  @Test(arguments: [
    "", "k", " -j", " --jobserver-auth=998,999", " -- --jobserver-auth=0,1", " --jobserver-auth=fifo:/nowhere",
  ])
  func isNoneWhereMakeOffersNone(flags: String) { #expect(MakeJobServer(flags: flags) == nil) }

  @Test func theOwnTokenComesFirstAndIsNeverWrittenBack() async throws {
    let pipe = Pipe(tokens: "+")
    let server = try #require(MakeJobServer(flags: pipe.flags))
    guard case .own = await server.acquire() else {
      Issue.record("a token was borrowed before the own one was used")
      return
    }
    let second = try #require(await server.acquire())
    guard case .borrowed(let byte) = second else {
      Issue.record("two own tokens")
      return
    }
    #expect(byte == UInt8(ascii: "+") && pipe.tokens.isEmpty)
    server.release(.own)
    #expect(pipe.tokens.isEmpty)
    server.release(second)
    #expect(pipe.tokens == "+")
  }

  @Test func aTokenGoesBackAsItCame() async throws {
    let pipe = Pipe(tokens: "x-")
    let server = try #require(MakeJobServer(flags: pipe.flags))
    var tokens: [MakeJobServer.Token] = []
    for _ in 0..<3 { tokens.append(try #require(await server.acquire())) }
    for token in tokens { server.release(token) }
    #expect(Set(pipe.tokens) == Set("x-"))
  }

  @Test func whoIsCancelledWhileWaitingHasNoToken() async throws {
    let pipe = Pipe(tokens: "")
    let server = try #require(MakeJobServer(flags: pipe.flags))
    let own = try #require(await server.acquire())
    let waiting = Task { await server.acquire() }
    waiting.cancel()
    if let token = await waiting.value { Issue.record("\(token) was given, and the own one is in use") }
    // Its job is done all the same, and gives back what it never had to nobody.
    let slots = JobSlots(nil, environment: pipe.flags)
    await slots.run {
      let job = Task { await slots.run { Task.isCancelled } }
      job.cancel()
      #expect(await job.value)
      let other = Task { await slots.run { Task.isCancelled } }
      other.cancel()
      #expect(await other.value, "the own token is not free before its job has ended")
    }
    server.release(own)
    guard case .own? = await server.acquire() else {
      Issue.record("the own token is lost")
      return
    }
  }

  @Test func jobsWaitForATokenAndAllAreGivenBack() async {
    let pipe = Pipe(tokens: "++")
    let slots = JobSlots(nil, environment: pipe.flags)
    let running = Counter()
    let done = await Parallel.map(Array(0..<30), width: slots.width, chunk: 1) { number in
      await slots.run {
        running.add()
        for _ in 0..<10 { await Task.yield() }
        running.add(-1)
        return number
      }
    }
    #expect(done == Array(0..<30))
    #expect(running.most <= 3)
    #expect(pipe.tokens == "++")
  }

  @Test func jobsOfTheCommandLineWeighMore() async {
    let pipe = Pipe(tokens: "")
    let slots = JobSlots(2, environment: pipe.flags)
    #expect(slots.width == 2)
    // Not one of make's tokens is needed.
    let done = await Parallel.map([1, 2, 3], width: 2, chunk: 1) { number in await slots.run { number } }
    #expect(done == [1, 2, 3])
  }

  @Test func theDescriptorsOfOthersStayAsTheyAre() throws {
    let pipe = Pipe(tokens: "+")
    _ = fcntl(pipe.reading, F_SETFL, 0)
    _ = try #require(MakeJobServer(flags: pipe.flags))
    #expect(fcntl(pipe.reading, F_GETFL) & O_NONBLOCK == 0, "make's own end must go on waiting")
    #expect(fcntl(pipe.writing, F_GETFD) >= 0)
  }
}
