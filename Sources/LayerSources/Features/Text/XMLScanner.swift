/// Reads XML byte by byte, without building anything, with the memory of its longest text. No document type is read, and
/// entities are the five of XML and numbers of characters; what else stands behind an `&` stays as it is written.
struct XMLScanner: ~Copyable {
  var window: ByteWindow

  enum Event { case start, end, done }

  /// Elements in each other.
  static let depthLimit = 64
  static let textLimit = 1 << 20
  private static let nameLimit = 256
  private static let attributeLimit = 64

  /// Of the element that starts or ends here, with its prefix.
  private(set) var name = ""
  private(set) var attributes: [(name: String, value: String)] = []
  /// Where the element that starts or ends here begins.
  private(set) var start = 0
  /// The names of the elements that are open, the innermost last.
  private(set) var open: [String] = []
  /// What stood in the element between this event and the last one, where it was collected.
  private var collected: [UInt8] = []
  var isCollecting = false
  /// An empty element has started: its end comes next.
  private var isEmpty = false
  private var hasRoot = false
  private var isLatin = false

  /// - Throws: For UTF-16 and other encodings than UTF-8 and ISO 8859-1.
  init(_ source: any ByteReading) {
    window = ByteWindow(source)
    if window.peek() == 0xEF { for _ in 0..<3 where !window.isDone() { window.advance() } }
  }

  func problem(_ reason: String, at offset: Int? = nil) -> TextProblem {
    TextProblem(offset: offset ?? window.offset, reason: reason)
  }

  /// The text that was collected since ``clearText()``, without white space at its ends.
  var text: String {
    var slice = collected[...]
    while let first = slice.first, Self.isSpace(first) { slice.removeFirst() }
    while let last = slice.last, Self.isSpace(last) { slice.removeLast() }
    return decoded(slice)
  }

  mutating func clearText() { collected.removeAll(keepingCapacity: true) }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

  private func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    guard isLatin else { return String(decoding: bytes, as: UTF8.self) }
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(Unicode.Scalar(byte)) }
    return String(text)
  }

  /// Goes to the next start or end of an element.
  mutating func next() throws(TextProblem) -> Event {
    if isEmpty {
      isEmpty = false
      name = open.removeLast()
      return .end
    }
    while true {
      guard try skipText() else {
        if let inner = open.last { throw problem("the text ends inside of `<\(inner)>`") }
        if !hasRoot { throw problem("there is no element in it") }
        return .done
      }
      start = window.offset
      window.advance()
      switch window.peek() {
      case UInt8(ascii: "?"): try instruction()
      case UInt8(ascii: "!"): try declaration()
      case UInt8(ascii: "/"):
        window.advance()
        name = try readName()
        guard window.peekPastSpace() == UInt8(ascii: ">") else { throw problem("`>` is expected") }
        window.advance()
        guard let inner = open.last, inner == name else {
          throw problem(
            open.last.map { "`</\(name)>` ends what `<\($0)>` began" } ?? "`</\(name)>` ends what never began",
            at: start)
        }
        open.removeLast()
        return .end
      default:
        if hasRoot, open.isEmpty { throw problem("something follows the end of the root element", at: start) }
        try startTag()
        return .start
      }
    }
  }

  /// Steps to the next `<`; false at the end.
  private mutating func skipText() throws(TextProblem) -> Bool {
    while true {
      let begin = window.offset
      let found = window.skip(
        to: UInt8(ascii: "<"), or: UInt8(ascii: "&"), keepingFrom: isCollecting ? begin : nil, limit: Self.textLimit)
      if isCollecting, found.isFound {
        guard found.isKept, collected.count + window.offset - begin <= Self.textLimit else {
          throw problem("a text of more than the \(Self.textLimit) bytes that are kept starts here", at: begin)
        }
        window.withBytes(from: begin, to: window.offset) { collected.append(contentsOf: $0) }
      }
      guard found.isFound else { return false }
      if window.peek() == UInt8(ascii: "<") { return true }
      let character = reference()
      if isCollecting { collected += character }
    }
  }

  /// What an `&` stands for, stepped over; in the text's encoding.
  private mutating func reference() -> [UInt8] {
    window.advance()
    var word: [UInt8] = []
    while word.count < 10 {
      let byte = window.peek()
      guard byte == UInt8(ascii: "#") || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte &- 0x30 < 10 else { break }
      word.append(byte)
      window.advance()
    }
    guard window.peek() == UInt8(ascii: ";"), let scalar = Self.scalar(String(decoding: word, as: UTF8.self)) else {
      return [UInt8(ascii: "&")] + word
    }
    window.advance()
    if isLatin { return [UInt8(exactly: scalar.value) ?? UInt8(ascii: "?")] }
    return Array(String(Character(scalar)).utf8)
  }

  private static func scalar(_ word: String) -> Unicode.Scalar? {
    switch word {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard word.hasPrefix("#") else { return nil }
      let digits = word.dropFirst()
      let number = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return number.flatMap { $0 >= 9 ? Unicode.Scalar($0) : nil }
    }
  }

  private mutating func startTag() throws(TextProblem) {
    name = try readName()
    attributes.removeAll(keepingCapacity: true)
    while true {
      switch window.peekPastSpace() {
      case UInt8(ascii: ">"):
        window.advance()
        return try push()
      case UInt8(ascii: "/"):
        window.advance()
        guard window.peek() == UInt8(ascii: ">") else { throw problem("`>` is expected behind `/`") }
        window.advance()
        try push()
        isEmpty = true
        return
      default: try attribute()
      }
    }
  }

  private mutating func push() throws(TextProblem) {
    guard open.count < Self.depthLimit else {
      throw problem("elements are nested more than \(Self.depthLimit) deep", at: start)
    }
    open.append(name)
    hasRoot = true
  }

  private mutating func attribute() throws(TextProblem) {
    let name = try readName()
    guard window.peekPastSpace() == UInt8(ascii: "=") else { throw problem("`=` is expected behind `\(name)`") }
    window.advance()
    let quote = window.peekPastSpace()
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw problem("the value of `\(name)` is not in quotes")
    }
    window.advance()
    let rest = window.rest
    var length = 0
    while length < min(rest.count, 256), rest[length] != quote, rest[length] != UInt8(ascii: "&"),
      rest[length] != UInt8(ascii: "<"), rest[length] != 0
    { length += 1 }
    if length < min(rest.count, 256), rest[length] == quote, !isLatin {
      let value = String(decoding: UnsafeBufferPointer(rebasing: rest[..<length]), as: UTF8.self)
      window.advance(by: length + 1)
      if attributes.count < Self.attributeLimit { attributes.append((name, value)) }
      return
    }
    var value: [UInt8] = []
    let begin = window.offset
    while true {
      let byte = window.peek()
      if byte == quote { break }
      if byte == 0 || byte == UInt8(ascii: "<") || value.count > 4096 {
        throw problem("the value of `\(name)`, which starts here, has no closing quote", at: begin)
      }
      if byte == UInt8(ascii: "&") {
        value += reference()
      } else {
        value.append(byte)
        window.advance()
      }
    }
    window.advance()
    if attributes.count < Self.attributeLimit { attributes.append((name, decoded(value[...]))) }
  }

  private mutating func readName() throws(TextProblem) -> String {
    let rest = window.rest
    var length = 0
    while length < min(rest.count, Self.nameLimit), Self.isName(rest[length]) { length += 1 }
    // Where it ends in the window nothing need be copied.
    if length > 0, length < min(rest.count, Self.nameLimit), !isLatin {
      let name = String(decoding: UnsafeBufferPointer(rebasing: rest[..<length]), as: UTF8.self)
      window.advance(by: length)
      return name
    }
    let begin = window.offset
    var bytes: [UInt8] = []
    while true {
      let byte = window.peek()
      guard Self.isName(byte) else { break }
      bytes.append(byte)
      guard bytes.count <= Self.nameLimit else {
        throw problem("a name of more than \(Self.nameLimit) bytes starts here", at: begin)
      }
      window.advance()
    }
    guard !bytes.isEmpty else {
      let byte = window.peek()
      let shown = byte > 0x20 && byte < 0x7F ? "`\(Character(Unicode.Scalar(byte)))`" : "byte \(byte)"
      throw problem(
        window.isDone() ? "the text ends where a name is expected" : "\(shown) stands where a name is expected")
    }
    return decoded(bytes[...])
  }

  @inline(__always)
  private static func isName(_ byte: UInt8) -> Bool {
    byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte >= 0x80 || byte &- 0x30 < 10 || byte == UInt8(ascii: ":")
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  /// `<?…?>`: of the first one the encoding is read.
  private mutating func instruction() throws(TextProblem) {
    let begin = window.offset - 1
    var words: [UInt8] = []
    var previous: UInt8 = 0
    window.advance()
    while true {
      let byte = window.peek()
      if window.isDone() { throw problem("`<?` has no end", at: begin) }
      window.advance()
      if previous == UInt8(ascii: "?"), byte == UInt8(ascii: ">") { break }
      if words.count < 256 { words.append(byte) }
      previous = byte
    }
    let text = String(decoding: words, as: UTF8.self).lowercased()
    guard text.hasPrefix("xml"), let at = text.firstRange(of: "encoding") else { return }
    let value = text[at.upperBound...].drop { " =\"'".contains($0) }.prefix { !" \"'?".contains($0) }
    switch value {
    case "utf-8", "utf8", "us-ascii", "ascii": isLatin = false
    case "iso-8859-1", "iso8859-1", "latin1", "windows-1252", "cp1252", "iso-8859-15": isLatin = true
    default: throw problem("it is written in `\(value)`; UTF-8 is read, and ISO 8859-1", at: begin)
    }
  }

  /// A comment, a section of plain characters, or a document type, which is refused where it declares anything.
  private mutating func declaration() throws(TextProblem) {
    let begin = window.offset - 1
    window.advance()
    if window.peek() == UInt8(ascii: "-") {
      window.advance()
      guard window.peek() == UInt8(ascii: "-") else { throw problem("a comment is expected", at: begin) }
      window.advance()
      return try skip(to: ["-", "-", ">"], from: begin, keeping: false)
    }
    if window.peek() == UInt8(ascii: "[") {
      for byte in "[CDATA[".utf8 {
        guard window.peek() == byte else { throw problem("`<![CDATA[` is expected", at: begin) }
        window.advance()
      }
      return try skip(to: ["]", "]", ">"], from: begin, keeping: isCollecting)
    }
    while true {
      let byte = window.peek()
      if byte == UInt8(ascii: "[") || window.isDone() {
        throw problem("a document type that declares something is not read", at: begin)
      }
      window.advance()
      if byte == UInt8(ascii: ">") { return }
    }
  }

  private mutating func skip(to end: [Unicode.Scalar], from begin: Int, keeping: Bool) throws(TextProblem) {
    let (first, second, third) = (UInt8(ascii: end[0]), UInt8(ascii: end[1]), UInt8(ascii: end[2]))
    var (before, previous): (UInt8, UInt8) = (0, 0)
    while true {
      let byte = window.peek()
      if window.isDone() { throw problem("what starts here has no end", at: begin) }
      window.advance()
      if byte == third, previous == second, before == first {
        if keeping { collected.removeLast(2) }
        return
      }
      if keeping {
        guard collected.count < Self.textLimit else {
          throw problem("a text of more than the \(Self.textLimit) bytes that are kept starts here", at: begin)
        }
        collected.append(byte)
      }
      (before, previous) = (previous, byte)
    }
  }
}
