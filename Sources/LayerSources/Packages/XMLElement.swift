internal import CXML

/// An element of an XML text with its place; comments and names' prefixes are not kept.
struct XMLElement: Sendable, Equatable {
  /// Without a prefix.
  let name: String
  /// Counts from 1.
  let line: Int
  /// The text right inside it, without white space at its ends.
  let text: String
  let children: [XMLElement]
  /// By name without a prefix; declarations of namespaces are none.
  var attributes: [String: String] = [:]

  func child(_ name: String) -> XMLElement? { children.first { $0.name == name } }
  func children(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }
}

extension XMLElement {
  /// Bounds of what is read: a cache's `conf.xml` has 20 to 40 kB, 150 elements, 5 levels of them.
  struct Limit {
    static let bytes = 4 << 20
    static let depth = 32
    static let ofPackages = Limit(bytes: bytes, elements: 50_000)
    /// Capabilities of services: those of NASA's GIBS have 5 MB and 60,000 elements.
    static let ofServices = Limit(bytes: 64 << 20, elements: 1_000_000, allowsDocumentType: true)

    let bytes: Int
    let elements: Int
    /// A declaration of a document type without entities, as every answer of WMS 1.1.1 has one. What it names is not read.
    var allowsDocumentType = false
    /// White space at the ends of texts is kept, for readers that would not take it away.
    var keepsSpaces = false
  }

  /// What keeps a file from being read.
  struct Failure: Error, Equatable {
    /// Counts from 1; `nil` where it concerns no line.
    let line: Int?
    let reason: String

    static let documentType = Failure(
      line: nil,
      reason: "a text that declares a document type or entities, which are not read: they can name files, and grow "
        + "without bound")
  }

  /// Reads the root element of a document. Document type declarations are refused unless the limit allows them, and in any
  /// case those of entities; nothing is fetched.
  static func root(of bytes: [UInt8], limit: Limit = .ofPackages) throws(Failure) -> XMLElement {
    guard bytes.count <= limit.bytes else {
      throw Failure(line: nil, reason: "\(bytes.count) bytes, more than the \(limit.bytes) that are read")
    }
    guard !bytes.isEmpty else { throw Failure(line: nil, reason: "empty") }
    // Found here too, so that a hostile declaration is not even parsed; in other encodings the reader finds it.
    let prolog = bytes.prefix(
      bytes.indices.dropLast().first { isStartOfElement(bytes[$0], bytes[$0 + 1]) } ?? bytes.count)
    let hasDocumentType = prolog.firstRange(of: Array("<!DOCTYPE".utf8)) != nil
    // Anywhere: a text in the declaration may look like the start of an element.
    guard !hasDocumentType || limit.allowsDocumentType && !declaresEntities(bytes) else { throw .documentType }
    guard let library = mapdoc_xml_open() else {
      throw Failure(line: nil, reason: String(cString: mapdoc_xml_open_error()))
    }
    let reader = try XMLReader(bytes, library.pointee, limit, mayHaveDocumentType: hasDocumentType)
    return try reader.root()
  }

  private static func declaresEntities(_ bytes: [UInt8]) -> Bool {
    let wanted = Array("<!ENTITY".utf8)
    var place = bytes.startIndex
    while let found = bytes[place...].firstIndex(of: wanted[0]) {
      if bytes[found...].starts(with: wanted) { return true }
      place = found + 1
    }
    return false
  }

  private static func isStartOfElement(_ byte: UInt8, _ next: UInt8) -> Bool {
    byte == UInt8(ascii: "<") && next != UInt8(ascii: "!") && next != UInt8(ascii: "?")
  }
}

/// Owns one streaming reader of libxml2 and the bytes that it reads.
private final class XMLReader {
  private let library: mapdoc_xml
  private let bytes: UnsafeMutableBufferPointer<CChar>
  private let handle: OpaquePointer
  private let firstError = FirstError()
  private let limit: XMLElement.Limit
  /// One that was seen and has no entities; in other encodings than those of ASCII's letters none was.
  private let mayHaveDocumentType: Bool
  private var elements = 0

  /// Where libxml2 leaves the first error; the reader owns it, and passes its address.
  private final class FirstError {
    var failure: XMLElement.Failure?
    var lineOfPlace: (@convention(c) (UnsafeMutableRawPointer) -> Int32)?
  }

  /// Kinds of node, as libxml2 numbers them.
  private enum NodeType {
    static let element: Int32 = 1
    static let text: Int32 = 3
    static let section: Int32 = 4
    static let entityReference: Int32 = 5
    static let documentType: Int32 = 10
    static let endOfElement: Int32 = 15
  }

  /// XML_PARSE_NONET and XML_PARSE_NO_XXE (2.13 and later); entities are never substituted.
  private static let options: Int32 = 1 << 11 | 1 << 23

  init(
    _ source: [UInt8], _ library: mapdoc_xml, _ limit: XMLElement.Limit, mayHaveDocumentType: Bool
  ) throws(XMLElement.Failure) {
    self.library = library
    self.mayHaveDocumentType = mayHaveDocumentType
    self.limit = limit
    bytes = .allocate(capacity: source.count)
    let target = UnsafeMutableRawBufferPointer(bytes)
    source.withUnsafeBytes { target.copyMemory(from: $0) }
    guard let start = bytes.baseAddress,
      let handle = library.xmlReaderForMemory(start, Int32(source.count), nil, nil, Self.options)
    else {
      bytes.deallocate()
      throw XMLElement.Failure(line: nil, reason: "libxml2 cannot start reading it")
    }
    self.handle = handle
    firstError.lineOfPlace = library.xmlTextReaderLocatorLineNumber
    library.xmlTextReaderSetErrorHandler(
      handle,
      { argument, message, severity, place in
        guard severity > 2, let argument, let message else { return }  // 1 and 2 are warnings, 3 and 4 errors
        let error = Unmanaged<FirstError>.fromOpaque(argument).takeUnretainedValue()
        guard error.failure == nil else { return }
        let line = place.flatMap { error.lineOfPlace?($0) }
        var text = String(cString: message)
        while text.last?.isWhitespace == true { text.removeLast() }
        error.failure = XMLElement.Failure(line: line.flatMap { $0 > 0 ? Int($0) : nil }, reason: text)
      }, Unmanaged.passUnretained(firstError).toOpaque())
  }

  deinit {
    library.xmlFreeTextReader(handle)
    bytes.deallocate()
  }

  func root() throws(XMLElement.Failure) -> XMLElement {
    while try step() {
      if library.xmlTextReaderNodeType(handle) == NodeType.element {
        let root = try element(depth: 1)
        while try step() {}  // what follows the root must be well-formed too
        return root
      }
    }
    throw XMLElement.Failure(line: nil, reason: "it has no element")
  }

  /// The element at which the reader stands, read to its end.
  private func element(depth: Int) throws(XMLElement.Failure) -> XMLElement {
    let line = library.xmlTextReaderCurrentNode(handle).map { library.xmlGetLineNo($0) } ?? 0
    let name = library.xmlTextReaderConstLocalName(handle).map { String(cString: $0) } ?? ""
    elements += 1
    guard depth <= XMLElement.Limit.depth, elements <= limit.elements else {
      throw XMLElement.Failure(line: line, reason: "elements too deep or too many to be such a description")
    }
    let attributes = attributes()
    var text = ""
    var children: [XMLElement] = []
    if library.xmlTextReaderIsEmptyElement(handle) != 1 {
      reading: while try step() {
        switch library.xmlTextReaderNodeType(handle) {
        case NodeType.element: children.append(try element(depth: depth + 1))
        case NodeType.text, NodeType.section:
          if let value = library.xmlTextReaderConstValue(handle) { text += String(cString: value) }
        case NodeType.endOfElement: break reading
        default: continue
        }
      }
    }
    return XMLElement(
      name: name, line: max(line, 1), text: limit.keepsSpaces ? text : trimmed(text), children: children,
      attributes: attributes)
  }

  /// Of the element at which the reader stands, and goes on to stand.
  private func attributes() -> [String: String] {
    var attributes: [String: String] = [:]
    while library.xmlTextReaderMoveToNextAttribute(handle) == 1 {
      guard library.xmlTextReaderIsNamespaceDecl(handle) != 1,
        let name = library.xmlTextReaderConstLocalName(handle), let value = library.xmlTextReaderConstValue(handle)
      else { continue }
      attributes[String(cString: name)] = String(cString: value)
    }
    _ = library.xmlTextReaderMoveToElement(handle)
    return attributes
  }

  /// Goes to the next node; false at the end of the document.
  private func step() throws(XMLElement.Failure) -> Bool {
    let status = library.xmlTextReaderRead(handle)
    if let failure = firstError.failure {
      // libxml2 has one word for a text that is cut short and for one that goes on.
      guard failure.reason.hasPrefix("Extra content") else { throw failure }
      throw XMLElement.Failure(line: failure.line, reason: "it ends too early, or goes on after its root element")
    }
    guard status >= 0 else { throw XMLElement.Failure(line: nil, reason: "it is not well-formed XML") }
    guard status == 1 else { return false }
    let type = library.xmlTextReaderNodeType(handle)
    if type == NodeType.entityReference || type == NodeType.documentType && !mayHaveDocumentType {
      throw .documentType
    }
    return true
  }

  private func trimmed(_ text: String) -> String {
    let start = text.drop { $0.isWhitespace }
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}
