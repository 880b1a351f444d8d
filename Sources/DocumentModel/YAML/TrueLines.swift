import Diagnostics

/// The lines of a text as ``SourceFile/line(_:)`` has them, for a text in which libyaml counts otherwise: it also ends
/// lines at a lone CR, at NEL, LS and PS, and it reads a copy in which escapes are shortened.
struct TrueLines {
  /// The numbers of the scalars with which lines begin.
  private let starts: [Int]
  /// Of ``SurrogateEscapes``.
  private let shortened: [Int]

  /// - Parameter text: As it stands in the file, without a byte order mark.
  init(_ text: UnsafeBufferPointer<UInt8>, shortened: [Int] = []) {
    self.shortened = shortened
    var starts = [0]
    var index = 0
    for byte in text where byte & 0xC0 != 0x80 {
      index += 1
      if byte == 0x0A { starts.append(index) }
    }
    self.starts = starts
  }

  /// - Parameter index: Counts the Unicode scalars that libyaml read, from 0.
  func position(_ index: Int) -> SourcePosition {
    let index = index + 2 * Self.count(of: shortened, upTo: index)
    let line = Self.count(of: starts, upTo: index)
    return SourcePosition(line: line, column: index - starts[line - 1] + 1)
  }

  /// How many of an ascending list are at most `limit`.
  private static func count(of list: [Int], upTo limit: Int) -> Int {
    var low = 0
    var high = list.count
    while low < high {
      let middle = (low + high) / 2
      if list[middle] <= limit { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
