/// Bytes of a source that are looked at one after the other, through a window that moves over them: a file of any size is
/// read with the memory of its longest text.
struct ByteWindow: ~Copyable {
  private let source: any ByteReading
  private var buffer: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// Of the next byte, in the buffer.
  private var place = 0
  private var end = 0
  /// Where the buffer's first byte lies in the source.
  private var base = 0
  private var isAtEnd = false
  /// Why the source could not be read on; it then counts as ended.
  private(set) var failure: SourceError?

  /// - Parameter start: Where it begins.
  init(_ source: any ByteReading, from start: Int = 0, capacity: Int = 256 << 10) {
    self.source = source
    base = start
    self.capacity = capacity
    buffer = .allocate(capacity: capacity)
  }

  deinit { buffer.deallocate() }

  /// Of the next byte in the source.
  var offset: Int { base + place }

  /// The next byte, which stays the next one; 0 at the end, which no text of ours may hold.
  @inline(__always)
  mutating func peek() -> UInt8 {
    if place == end, !fill(keepingFrom: base + place) { return 0 }
    return buffer[place]
  }

  /// True behind the last byte.
  mutating func isDone() -> Bool { place == end && !fill(keepingFrom: base + place) }

  /// Steps over the byte that ``peek()`` gave.
  @inline(__always)
  mutating func advance() { place += 1 }

  /// Steps over white space of JSON and XML, and gives the byte behind it.
  @inline(__always)
  mutating func peekPastSpace() -> UInt8 {
    while true {
      let byte = peek()
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      place += 1
    }
  }

  /// Steps to the next byte that is one of two; false where there is none.
  ///
  /// - Parameter start: What lies from this offset on stays in the window, up to `limit` bytes; beyond, it is let go. `nil`:
  ///   nothing need stay.
  /// - Returns: Whether it was found, and whether all from `start` on is in the window.
  mutating func skip(
    to one: UInt8, or other: UInt8, keepingFrom start: Int?, limit: Int
  ) -> (isFound: Bool, isKept: Bool) {
    var isKept = start.map { $0 >= base } ?? false
    let start = start ?? offset
    while true {
      let (bytes, end) = (buffer, end)
      var at = place
      while at < end {
        let byte = bytes[at]
        if byte == one || byte == other { break }
        at += 1
      }
      place = at
      if at < end { return (true, isKept) }
      if isKept, offset - start > limit { isKept = false }
      if !fill(keepingFrom: isKept ? start : offset) { return (false, isKept) }
    }
  }

  /// What lies in the window from the next byte on; good until the next step.
  @inline(__always)
  var rest: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: buffer + place, count: end - place) }

  /// Steps over bytes of ``rest``.
  @inline(__always)
  mutating func advance(by count: Int) { place += count }

  /// Steps over one byte, whatever it is; false where there is none.
  mutating func skipOne(keepingFrom start: Int) -> Bool {
    if place == end, !fill(keepingFrom: start) { return false }
    place += 1
    return true
  }

  /// The bytes from an offset up to the next byte; they must be in the window.
  func withBytes<Result>(from start: Int, to stop: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    precondition(start >= base && stop <= base + end && start <= stop, "bytes that the window has left behind")
    return body(UnsafeBufferPointer(start: buffer + (start - base), count: stop - start))
  }

  /// Reads on; what lies from an offset on stays where it can be looked at.
  private mutating func fill(keepingFrom start: Int) -> Bool {
    guard !isAtEnd else { return false }
    let kept = max(0, start - base)
    if kept > 0 {
      (buffer).update(from: buffer + kept, count: end - kept)
      base += kept
      place -= kept
      end -= kept
    }
    if end == capacity { grow() }
    var count = 0
    do throws(SourceError) {
      count = try source.read(
        at: base + end, into: UnsafeMutableRawBufferPointer(start: buffer + end, count: capacity - end))
    } catch { failure = error }
    isAtEnd = count == 0
    end += count
    return count > 0
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity * 2)
    larger.update(from: buffer, count: end)
    buffer.deallocate()
    (buffer, capacity) = (larger, capacity * 2)
  }
}
