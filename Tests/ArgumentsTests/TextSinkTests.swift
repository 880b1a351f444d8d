import Glibc
import TestSupport
import Testing

@testable import Arguments

@Suite struct TextSinkTests {
  @Test func keepsResultsBackUntilTheBufferIsFull() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("", to: "out")
    let descriptor = open(path, O_WRONLY)
    defer { close(descriptor) }
    let sink = DescriptorSink(descriptor: descriptor, isBuffered: true)
    sink.write("one ")
    #expect(try folder.read("out").isEmpty)
    sink.write(String(repeating: "x", count: 70_000))
    #expect(try folder.read("out").count == 70_004)
    sink.write("end")
    sink.flush()
    #expect(try folder.read("out").count == 70_007)
    #expect(sink.failure == nil)
  }

  @Test func writesMessagesAtOnce() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("", to: "out")
    let descriptor = open(path, O_WRONLY)
    defer { close(descriptor) }
    DescriptorSink(descriptor: descriptor, isBuffered: false).write("message\n")
    #expect(try folder.read("out") == Array("message\n".utf8))
  }

  @Test func saysWhyNothingCouldBeWritten() {
    let descriptor = open("/dev/full", O_WRONLY)
    defer { close(descriptor) }
    let sink = DescriptorSink(descriptor: descriptor, isBuffered: false)
    sink.write("x")
    sink.write("y")
    #expect(sink.failure == "No space left on device")
  }

  @Test func aReaderThatWentAwayIsNoFailure() {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    close(ends[0])
    defer { close(ends[1]) }
    let sink = DescriptorSink(descriptor: ends[1], isBuffered: false)
    sink.write("x")
    #expect(sink.failure == nil)
  }

  @Test func waitsForAPipeThatDoesNotBlock() async {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    _ = fcntl(writing, F_SETFL, O_NONBLOCK)
    let reader = Task.detached { () -> Int in
      var total = 0
      var bytes = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(reading, &bytes, bytes.count)
        if count <= 0 { return total }
        total += count
      }
    }
    let sink = DescriptorSink(descriptor: writing, isBuffered: true)
    sink.write(String(repeating: "x", count: 1_000_000))
    sink.flush()
    close(writing)
    #expect(await reader.value == 1_000_000)
    close(reading)
    #expect(sink.failure == nil)
  }
}
