import Glibc

/// Asks whether the system would give so much memory. It is asked before a picture is begun: a program that is refused
/// memory in the middle of its work can only crash.
enum MemoryRoom {
  /// - Parameter bytes: Held at the same time, beside what is held already.
  static func isThere(for bytes: Int) -> Bool {
    guard bytes > 0 else { return true }
    let place = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let place, place != MAP_FAILED else { return false }
    munmap(place, bytes)
    return true
  }
}
