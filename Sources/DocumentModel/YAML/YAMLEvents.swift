internal import CYAML

/// The parser of libyaml as a stream of events; the only file that knows the C library.
///
/// What an event lends (``value``, marks) is good until the next call of ``advance()``. The text must outlive it.
final class YAMLEvents {
  /// A place in the text as libyaml counts: from 0, in Unicode scalars.
  ///
  /// A line ends, for libyaml, at each break of YAML 1.1: also at a lone CR, at NEL, LS and PS.
  struct Mark {
    var index: Int
    var line: Int
    var column: Int
  }

  enum Kind { case streamStart, streamEnd, documentStart, documentEnd, alias, scalar, sequence, mapping, end }

  /// What libyaml says of a text that is not YAML: its words, in English.
  struct Failure {
    let problem: String
    let context: String
    let problemMark: Mark
    let contextMark: Mark
  }

  // On the heap: the C structs hold pointers into themselves.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let event: UnsafeMutablePointer<yaml_event_t>
  private(set) var kind = Kind.streamStart

  /// - Parameter text: UTF-8 without a byte order mark; not empty.
  init(_ text: UnsafeBufferPointer<UInt8>) {
    precondition(!text.isEmpty, "libyaml wants a text")
    parser = .allocate(capacity: 1)
    event = .allocate(capacity: 1)
    event.initialize(to: yaml_event_t())
    parser.initialize(to: yaml_parser_t())
    let isReady = yaml_parser_initialize(parser)
    precondition(isReady == 1, "libyaml is out of memory")
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, text.baseAddress, text.count)
  }

  deinit {
    yaml_event_delete(event)
    yaml_parser_delete(parser)
    event.deallocate()
    parser.deallocate()
  }

  /// Goes to the next event; false when the text is not YAML, which ``failure`` then describes.
  func advance() -> Bool {
    yaml_event_delete(event)
    guard yaml_parser_parse(parser, event) == 1 else { return false }
    switch event.pointee.type {
    case YAML_SCALAR_EVENT: kind = .scalar
    case YAML_MAPPING_START_EVENT: kind = .mapping
    case YAML_SEQUENCE_START_EVENT: kind = .sequence
    case YAML_MAPPING_END_EVENT, YAML_SEQUENCE_END_EVENT: kind = .end
    case YAML_ALIAS_EVENT: kind = .alias
    case YAML_DOCUMENT_START_EVENT: kind = .documentStart
    case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
    case YAML_STREAM_START_EVENT: kind = .streamStart
    default: kind = .streamEnd
    }
    return true
  }

  var start: Mark { Mark(event.pointee.start_mark) }
  var end: Mark { Mark(event.pointee.end_mark) }

  /// The bytes of a scalar, unescaped and unfolded.
  var value: UnsafeBufferPointer<UInt8> {
    let scalar = event.pointee.data.scalar
    return UnsafeBufferPointer(start: UnsafePointer(scalar.value), count: scalar.length)
  }

  var isPlain: Bool { event.pointee.data.scalar.style == YAML_PLAIN_SCALAR_STYLE }

  /// A scalar after `|` or `>`.
  var isBlockScalar: Bool {
    let style = event.pointee.data.scalar.style
    return style == YAML_LITERAL_SCALAR_STYLE || style == YAML_FOLDED_SCALAR_STYLE
  }

  /// The collection stands in brackets.
  var isFlow: Bool {
    kind == .mapping
      ? event.pointee.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
      : event.pointee.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
  }

  /// The name after `&`, or of an alias the one after `*`.
  var anchor: String? {
    switch kind {
    case .scalar: Self.text(event.pointee.data.scalar.anchor)
    case .mapping: Self.text(event.pointee.data.mapping_start.anchor)
    case .sequence: Self.text(event.pointee.data.sequence_start.anchor)
    case .alias: Self.text(event.pointee.data.alias.anchor)
    default: nil
    }
  }

  /// Resolved: `tag:yaml.org,2002:str` for `!!str`.
  var tag: String? {
    switch kind {
    case .scalar: Self.text(event.pointee.data.scalar.tag)
    case .mapping: Self.text(event.pointee.data.mapping_start.tag)
    case .sequence: Self.text(event.pointee.data.sequence_start.tag)
    default: nil
    }
  }

  var failure: Failure {
    let state = parser.pointee
    return Failure(
      problem: state.problem.map { String(cString: $0) } ?? "",
      context: state.context.map { String(cString: $0) } ?? "",
      problemMark: Mark(state.problem_mark), contextMark: Mark(state.context_mark))
  }

  private static func text(_ bytes: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    bytes.map { String(cString: $0) }
  }
}

extension YAMLEvents.Mark {
  fileprivate init(_ mark: yaml_mark_t) {
    self.init(index: Int(clamping: mark.index), line: Int(clamping: mark.line), column: Int(clamping: mark.column))
  }
}
