import Glibc
import Synchronization

/// A client of GNU make's jobserver: the pipe of make up to 4.3 (`--jobserver-auth=3,4`), the fifo of 4.4 (`fifo:PATH`).
///
/// Every process has one token of its own, which is never written back; each further one is a byte read from the pipe
/// and written back as it was.
final class MakeJobServer: Sendable {
  /// The right to run one job.
  enum Token: Sendable {
    case own
    case borrowed(UInt8)
  }

  private let reading: Int32
  private let writing: Int32
  private let ownIsFree = Mutex(true)

  /// - Parameter flags: The value of `MAKEFLAGS`.
  /// - Returns: `nil` where make offers none to this process: without `-j`, or below a recipe without `+`.
  init?(flags: String) {
    var place: Substring?
    for word in flags.split(separator: " ") {
      if word == "--" { break }
      for name in ["--jobserver-auth=", "--jobserver-fds="] where word.hasPrefix(name) {
        place = word.dropFirst(name.count)
      }
    }
    guard let place else { return nil }
    if place.hasPrefix("fifo:") {
      reading = open(String(place.dropFirst(5)), O_RDWR | O_CLOEXEC | O_NONBLOCK)
      writing = reading
    } else {
      let descriptors = place.split(separator: ",").compactMap { Int32($0) }
      guard descriptors.count == 2, descriptors.allSatisfy(Self.isPipe) else { return nil }
      // Opened again: a description of our own, so that not waiting does not become make's and its children's habit.
      reading = open("/proc/self/fd/\(descriptors[0])", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      writing = descriptors[1]
    }
    guard reading >= 0 else { return nil }
  }

  deinit {
    close(reading)
  }

  /// Waits for a token: the own one, or one that make has to spare.
  ///
  /// - Returns: `nil` when the task was cancelled while it waited.
  func acquire() async -> Token? {
    while true {
      let isOwn = ownIsFree.withLock { isFree in
        defer { isFree = false }
        return isFree
      }
      if isOwn { return .own }
      var byte: UInt8 = 0
      if read(reading, &byte, 1) == 1 { return .borrowed(byte) }
      // Make has no way to say when: a map takes far longer than this.
      do { try await Task.sleep(for: .milliseconds(5)) } catch { return nil }
    }
  }

  func release(_ token: Token) {
    switch token {
    case .own: ownIsFree.withLock { $0 = true }
    case .borrowed(var byte): while write(writing, &byte, 1) < 0, errno == EINTR {}
    }
  }

  private static func isPipe(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }
}
