/// The elements of an SVG file with the attributes that say what drawing it costs, found before librsvg sees a byte of it.
///
/// It tells no one that a file is wrong: librsvg does that. Where it cannot follow a file, the file is not drawn.
struct SVGScan {
  struct Element {
    let name: Substring.UTF8View.SubSequence
    /// Number of the element around it.
    let parent: Int?
    /// Names and values as they are written, without prefixes of namespaces.
    var attributes: [(name: Substring, value: Substring)] = []
    /// Bytes of what is written right inside of it.
    var textLength = 0

    func value(_ name: String) -> Substring? { attributes.first { $0.name == name }?.value }
    func isNamed(_ other: String) -> Bool { name.elementsEqual(other.utf8) }
  }

  /// What it does not follow, in words.
  struct Refusal: Error {
    let reason: String
    /// It is no sound XML, as far as that can be told.
    var isOfXML = false
  }

  private(set) var elements: [Element] = []
  /// What stands in `<style>`, all together.
  private(set) var styles = ""

  /// Elements of a file: symbols that are drawn a thousand times over are not larger.
  static let elementLimit = 20_000
  private static let depthLimit = 256

  private let text: Substring.UTF8View
  private var place: Substring.UTF8View.Index
  private var open: [Int] = []

  init(_ bytes: [UInt8]) throws(Refusal) {
    // Bytes that are no UTF-8 become other ones, none of them a sign that counts here.
    let words = Substring(String(decoding: bytes, as: UTF8.self))
    text = words.utf8
    place = text.startIndex
    while true {
      let before = place
      guard step(to: UInt8(ascii: "<")) else { break }
      let start = place
      if let last = open.last { elements[last].textLength += text.distance(from: before, to: start) }
      if try skipUnseen() { continue }
      if isNext("</") {
        if let last = open.popLast(), elements[last].isNamed("style") {
          styles += String(Substring(text[styleStart..<start])) + "\n"
        }
        guard step(past: ">") else { throw Self.unfinished }
      } else {
        try element()
      }
    }
    guard open.isEmpty else { throw Self.unfinished }
  }

  private static let unfinished = Refusal(reason: "its XML is not well-formed", isOfXML: true)
  /// Behind the start of the `<style>` that is open.
  private lazy var styleStart = text.startIndex

  private func isNext(_ word: StaticString) -> Bool {
    text[place...].starts(with: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  /// To the next of these bytes; false where there is none.
  private mutating func step(to byte: UInt8) -> Bool {
    place = text[place...].firstIndex(of: byte) ?? text.endIndex
    return place < text.endIndex
  }

  private mutating func step(past end: StaticString) -> Bool {
    let last = end.utf8Start[0]
    while step(to: last) {
      if isNext(end) {
        place = text.index(place, offsetBy: end.utf8CodeUnitCount)
        return true
      }
      place = text.index(after: place)
    }
    return false
  }

  /// A comment, plain characters, an instruction, a document type.
  private mutating func skipUnseen() throws(Refusal) -> Bool {
    if isNext("<!--") {
      guard step(past: "-->") else { throw Self.unfinished }
    } else if isNext("<![CDATA[") {
      guard step(past: "]]>") else { throw Self.unfinished }
    } else if isNext("<?") {
      let start = place
      guard step(past: "?>") else { throw Self.unfinished }
      try check(instruction: Substring(text[start..<place]))
    } else if isNext("<!") {
      try documentType()
    } else {
      return false
    }
    return true
  }

  /// Other encodings could hide elements from whoever reads letters of ASCII.
  private func check(instruction: Substring) throws(Refusal) {
    if instruction.lowercased().contains("data:") { throw Refusal(reason: "it holds another file in an instruction") }
    guard instruction.hasPrefix("<?xml "), let at = instruction.firstRange(of: "encoding") else { return }
    let value = instruction[at.upperBound...].drop { " \t\r\n=\"'".contains($0) }.prefix { !" \t\r\n\"'?".contains($0) }
    let name = value.lowercased()
    let isKnown = ["utf-8", "utf8", "us-ascii", "ascii", "latin1"].contains(name)
    guard isKnown || name.hasPrefix("iso-8859-") || name.hasPrefix("windows-125") else {
      throw Refusal(reason: "it is written in `\(value.prefix(40))`, not in UTF-8")
    }
  }

  /// With the entities that drawing programs write, which are names of namespaces.
  private mutating func documentType() throws(Refusal) {
    var (isInside, start) = (false, place)
    while place < text.endIndex {
      switch text[place] {
      case UInt8(ascii: "["): isInside = true
      case UInt8(ascii: "]"): isInside = false
      case UInt8(ascii: ">") where !isInside:
        place = text.index(after: place)
        return
      case UInt8(ascii: "<") where isNext("<!--"):
        guard step(past: "-->") else { throw Self.unfinished }
        continue
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let quote = text[place]
        start = text.index(after: place)
        place = start
        guard step(to: quote) else { throw Self.unfinished }
        if text[start..<place].contains(where: { "<&%(\\".utf8.contains($0) }) {
          throw Refusal(reason: "it declares entities that hold more than words")
        }
      default: break
      }
      place = text.index(after: place)
    }
    throw Self.unfinished
  }

  private static func isName(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != UInt8(ascii: "=") && byte != UInt8(ascii: ">") && byte != UInt8(ascii: "/")
  }

  private mutating func name() -> Substring.UTF8View.SubSequence {
    let start = place
    place = text[place...].firstIndex { !Self.isName($0) } ?? text.endIndex
    let whole = text[start..<place]
    guard let colon = whole.lastIndex(of: UInt8(ascii: ":")) else { return whole }
    return whole[whole.index(after: colon)...]
  }

  private mutating func element() throws(Refusal) {
    place = text.index(after: place)
    var element = Element(name: name(), parent: open.last)
    while true {
      place = text[place...].firstIndex { $0 > 0x20 } ?? text.endIndex
      guard place < text.endIndex else { throw Self.unfinished }
      let byte = text[place]
      if byte == UInt8(ascii: ">") || isNext("/>") { break }
      if byte == UInt8(ascii: "/") { throw Self.unfinished }
      try attribute(of: &element)
    }
    guard elements.count < Self.elementLimit else {
      throw Refusal(reason: "it has more than \(Self.elementLimit) elements")
    }
    elements.append(element)
    if isNext("/>") {
      place = text.index(place, offsetBy: 2)
      return
    }
    place = text.index(after: place)
    open.append(elements.count - 1)
    if element.isNamed("style") { styleStart = place }
    guard open.count <= Self.depthLimit else {
      throw Refusal(reason: "its elements are nested more than \(Self.depthLimit) deep")
    }
  }

  private mutating func attribute(of element: inout Element) throws(Refusal) {
    let name = name()
    place = text[place...].firstIndex { $0 > 0x20 } ?? text.endIndex
    guard !name.isEmpty, place < text.endIndex, text[place] == UInt8(ascii: "=") else { throw Self.unfinished }
    place = text[text.index(after: place)...].firstIndex { $0 > 0x20 } ?? text.endIndex
    guard place < text.endIndex, text[place] == UInt8(ascii: "\"") || text[place] == UInt8(ascii: "'") else {
      throw Self.unfinished
    }
    let (quote, start) = (text[place], text.index(after: place))
    place = start
    guard step(to: quote) else { throw Self.unfinished }
    element.attributes.append((Substring(name), Substring(text[start..<place])))
    place = text.index(after: place)
  }
}
