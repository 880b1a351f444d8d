import Diagnostics

/// Where the characters of a text scalar stand in its file: behind quotes, escapes, folded lines and the indentation of
/// blocks. Made for a finding about a part of a text; costs one pass over the file.
struct ScalarPlaces {
  private let file: SourceFile
  /// Of each Unicode scalar of the text, and of what follows the last one.
  private let positions: [SourcePosition]

  /// Longer ones get no places of their own.
  private static let byteLimit = 1 << 16

  /// - Returns: `nil` where the node does not stand in its file as it is: a parameter was put in, or it was made otherwise.
  init?(_ node: Node) {
    guard case .scalar(let scalar) = node.content, let source = ScalarSource(node.range, byteLimit: Self.byteLimit),
      let positions = source.positions(of: Array(scalar.description.unicodeScalars))
    else { return nil }
    file = node.range.file
    self.positions = positions
  }

  /// The place of a part of the text, which is counted in Unicode scalars.
  func range(_ part: Range<Int>) -> SourceRange {
    let start = positions[min(max(0, part.lowerBound), positions.count - 1)]
    // A part ends behind its last character, not before the next one, which may stand on another line.
    guard part.upperBound > part.lowerBound, part.upperBound < positions.count else {
      return SourceRange(file, start, part.isEmpty ? start : max(start, positions[positions.count - 1]))
    }
    let last = positions[part.upperBound - 1]
    let next = positions[part.upperBound]
    let end = next.line == last.line ? next : SourcePosition(line: Int(last.line), column: Int(last.column) + 1)
    return SourceRange(file, start, end)
  }
}

/// The characters of a scalar as they are written, walked side by side with what they mean.
private struct ScalarSource {
  private var written: [(scalar: Unicode.Scalar, position: SourcePosition)] = []
  private let end: SourcePosition

  init?(_ range: SourceRange, byteLimit: Int) {
    end = range.end
    let bytes = range.file.bytes
    var offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for _ in 1..<max(1, Int(range.start.line)) {
      guard let lineEnd = bytes[offset...].firstIndex(of: 0x0A) else { return nil }
      offset = lineEnd + 1
    }
    var position = SourcePosition(line: Int(range.start.line), column: 1)
    let slice = bytes[offset..<min(bytes.count, offset + byteLimit)]
    for scalar in String(decoding: slice, as: UTF8.self).unicodeScalars {
      if position >= range.end { break }
      if position >= range.start { written.append((scalar, position)) }
      position =
        scalar == "\n"
        ? SourcePosition(line: Int(position.line) + 1, column: 1)
        : SourcePosition(line: Int(position.line), column: Int(position.column) + 1)
    }
    if position < range.end { return nil }
  }

  func positions(of text: [Unicode.Scalar]) -> [SourcePosition]? {
    var walk = Walk(written: written, text: text, end: end)
    switch written.first?.scalar {
    case "'": walk.quoted("'")
    case "\"": walk.quoted("\"")
    case "|", ">":
      // A plain scalar cannot start with these.
      while let scalar = walk.scalar, scalar != "\n" { walk.place += 1 }
      walk.lines()
    default: walk.lines()
    }
    return walk.isDone ? walk.positions : nil
  }

  private struct Walk {
    let written: [(scalar: Unicode.Scalar, position: SourcePosition)]
    let text: [Unicode.Scalar]
    let end: SourcePosition
    var place = 0
    var found: [SourcePosition] = []
    /// Behind the last character.
    private var behind: SourcePosition?

    init(written: [(scalar: Unicode.Scalar, position: SourcePosition)], text: [Unicode.Scalar], end: SourcePosition) {
      (self.written, self.text, self.end) = (written, text, end)
    }

    var scalar: Unicode.Scalar? { place < written.count ? written[place].scalar : nil }
    var isDone: Bool { found.count == text.count }
    var positions: [SourcePosition] { found + [behind ?? position] }
    private var position: SourcePosition { place < written.count ? written[place].position : end }

    mutating func skipBlanks() {
      while scalar?.isWhiteOrBreak == true { place += 1 }
    }

    /// Plain scalars and blocks: characters as they are, lines folded or not.
    mutating func lines() {
      while place < written.count, !isDone {
        if takeBlanks() { continue }
        guard take(written[place].scalar, width: 1) else { return }
      }
      takeEnd()
    }

    mutating func quoted(_ quote: Unicode.Scalar) {
      place += 1
      while let scalar, !isDone {
        if takeBlanks() { continue }
        let next = place + 1 < written.count ? written[place + 1].scalar : nil
        if quote == "\"", scalar == "\\" {
          guard takeEscape(next) else { return }
        } else if scalar == quote {
          guard quote == "'", next == quote, take(quote, width: 2) else { return }
        } else {
          guard take(scalar, width: 1) else { return }
        }
      }
      takeEnd()
    }

    private mutating func take(_ expected: Unicode.Scalar?, width: Int) -> Bool {
      guard found.count < text.count, expected == nil || text[found.count] == expected, place + width <= written.count
      else { return false }
      found.append(position)
      place += width
      behind = place < written.count && written[place].scalar != "\n" ? written[place].position : nil
      if behind == nil, let last = found.last {
        behind = SourcePosition(line: Int(last.line), column: Int(last.column) + width)
      }
      return true
    }

    /// A run of blanks that holds a line end means whatever run of blanks the text has there.
    private mutating func takeBlanks() -> Bool {
      var stop = place
      while stop < written.count, written[stop].scalar.isWhiteOrBreak { stop += 1 }
      guard written[place..<stop].contains(where: { $0.scalar == "\n" }) else { return false }
      while found.count < text.count, text[found.count].isWhiteOrBreak { found.append(position) }
      place = stop
      return true
    }

    private mutating func takeEscape(_ letter: Unicode.Scalar?) -> Bool {
      switch letter {
      case "\n", "\r":
        // The line goes on behind the next one's indentation.
        place += 1
        skipBlanks()
        return true
      case "x": return take(nil, width: 4)
      case "u":
        let digits = String(String.UnicodeScalarView(written[place...].dropFirst(2).prefix(4).map(\.scalar)))
        let isPair = UInt16(digits, radix: 16).map { UTF16.isLeadSurrogate($0) } ?? false
        return take(nil, width: isPair ? 12 : 6)
      case "U": return take(nil, width: 10)
      case nil: return false
      default: return take(nil, width: 2)
      }
    }

    /// Line ends that a block keeps.
    private mutating func takeEnd() {
      while found.count < text.count, text[found.count].isWhiteOrBreak { found.append(behind ?? end) }
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isWhiteOrBreak: Bool { self == " " || self == "\n" || self == "\t" || self == "\r" }
}
