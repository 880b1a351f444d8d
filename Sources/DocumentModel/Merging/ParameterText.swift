import Diagnostics

/// A text cut at its parameters: `${name}`, and `$${` for a literal `${`.
package struct ParameterText {
  package enum Part: Hashable {
    case literal(String)
    /// `name` without `${` and `}`.
    case parameter(name: String)
    /// `$${`, with the name behind it where one follows as in a parameter.
    case escape(name: String?)
    /// `${` without its `}`, or without a name.
    case unclosed
  }

  /// In the order of the text; with the number of Unicode scalars before each.
  package let parts: [(part: Part, offset: Int)]

  /// - Returns: `nil` for a text without a parameter.
  package init?(_ text: String) {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return nil }
    let scalars = Array(text.unicodeScalars)
    var parts: [(part: Part, offset: Int)] = []
    var literal = 0
    var at = 0
    func flush() {
      if literal < at { parts.append((.literal(Self.text(scalars[literal..<at])), literal)) }
    }
    while at < scalars.count {
      guard scalars[at] == "$" else {
        at += 1
        continue
      }
      let isEscape = scalars[at...].starts(with: ["$", "$", "{"])
      guard isEscape || scalars[at...].starts(with: ["$", "{"]) else {
        at += 1
        continue
      }
      flush()
      let begin = at + (isEscape ? 3 : 2)
      let name = Self.name(scalars[begin...])
      if isEscape {
        parts.append((.escape(name: name), at))
        at = begin
      } else {
        parts.append((name.map { .parameter(name: $0) } ?? .unclosed, at))
        at = name.map { begin + $0.unicodeScalars.count + 1 } ?? begin
      }
      literal = at
    }
    if parts.isEmpty { return nil }
    flush()
    self.parts = parts
  }

  /// A literal text as a document writes it: what would be a parameter is kept from being one.
  package static func escaped(_ text: String) -> String {
    text.contains("${") ? text.replacing("${", with: "$${") : text
  }

  /// What a document writes for a text that it has after its parameters were replaced; those of later stages stay.
  package static func rewritten(_ text: String) -> String {
    guard let parts = ParameterText(text)?.parts else { return text }
    return parts.map { part, _ in
      switch part {
      case .literal(let text): text
      case .parameter(let name): ReservedParameter.isLater(name) ? "${\(name)}" : "$${\(name)}"
      case .escape(let name): name.map(ReservedParameter.isLater) ?? false ? "$${" : "$$${"
      case .unclosed: "$${"
      }
    }.joined()
  }

  /// What stands before the next `}`, when it can be a name.
  private static func name(_ scalars: ArraySlice<Unicode.Scalar>) -> String? {
    guard let end = scalars.prefix(200).firstIndex(where: { $0 == "}" || $0 == "{" || $0 == "$" || $0 == "\n" }),
      scalars[end] == "}", end > scalars.startIndex
    else { return nil }
    return text(scalars[..<end])
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }
}

extension YAMLText {
  /// A literal text as a value of a document: a scalar without parameters in it.
  package static func inDocument(_ text: String) -> String { scalar(ParameterText.escaped(text)) }
}

/// Names of parameters that have a meaning of their own.
package enum ReservedParameter {
  /// The file name of the document without its suffix; replaced when the document is read.
  package static let map = "map"
  /// Replaced when a picture is made.
  package static let later = ["bookmark", "sheet", "frame"]

  /// It stays in the text for a later stage: `bookmark`, `sheet`, `frame`, `feature.FIELD`.
  package static func isLater(_ name: String) -> Bool { later.contains(name) || name.hasPrefix("feature.") }

  static func isEnvironment(_ name: String) -> Bool { name.hasPrefix("env:") }

  static func contains(_ name: String) -> Bool {
    name == map || name == "feature" || name == "env" || isLater(name) || isEnvironment(name)
  }

  /// A text after its last stage: later parameters replaced by their values, `$${` made `${`.
  ///
  /// - Parameter values: By name; a parameter without a value stays as it is.
  package static func replaced(in text: String, by values: [String: String]) -> String {
    guard let parts = ParameterText(text)?.parts else { return text }
    return parts.map { part, _ in
      switch part {
      case .literal(let text): text
      case .parameter(let name): values[name] ?? "${\(name)}"
      case .escape, .unclosed: "${"
      }
    }.joined()
  }
}
