/// An option of a command, declared once: reading, help, completions and "did you mean" are made from it.
package protocol OptionDeclaration: Sendable {
  /// `--format`.
  var name: String { get }
  /// `-f`; `nil` where there is none.
  var short: String? { get }
  /// A few words for the help, lower case, no full stop.
  var summary: String { get }
  /// What stands for its value in the help; `nil` for a flag, which takes none.
  var placeholder: String? { get }
  var completion: Completion { get }
  /// The default as the help writes it; `nil` where there is none.
  var defaultText: String? { get }
  var isRepeatable: Bool { get }
}

/// An option with a value: `--name VALUE` or `--name=VALUE`. Written twice, the last one counts.
package struct Option<Value: ArgumentValue>: OptionDeclaration {
  package let name: String
  package let short: String?
  package let summary: String
  package let placeholder: String?
  package let defaultText: String?
  let defaultValue: Value

  package init(
    _ name: String, short: String? = nil, default value: Value, placeholder: String? = nil, _ summary: String
  ) {
    precondition(name.hasPrefix("--") && short?.utf8.count ?? 2 == 2, "`\(name)` is no name of an option")
    self.name = name
    self.short = short
    self.summary = summary
    self.placeholder = placeholder ?? Value.placeholder
    self.defaultText = value.written.isEmpty ? nil : value.written
    self.defaultValue = value
  }

  /// An option that is `nil` where it is missing.
  package init<Wrapped>(_ name: String, short: String? = nil, placeholder: String? = nil, _ summary: String)
  where Value == Wrapped? {
    self.init(name, short: short, default: nil, placeholder: placeholder, summary)
  }

  package var completion: Completion { Value.completion }
  package var isRepeatable: Bool { false }
}

/// An option that may be written several times, each with a value.
package struct ListOption<Value: ArgumentValue>: OptionDeclaration {
  package let name: String
  package let short: String?
  package let summary: String
  package let placeholder: String?

  package init(_ name: String, short: String? = nil, placeholder: String? = nil, _ summary: String) {
    precondition(name.hasPrefix("--") && short?.utf8.count ?? 2 == 2, "`\(name)` is no name of an option")
    self.name = name
    self.short = short
    self.summary = summary
    self.placeholder = placeholder ?? Value.placeholder
  }

  package var completion: Completion { Value.completion }
  package var defaultText: String? { nil }
  package var isRepeatable: Bool { true }
}

/// An option without a value: there or not.
package struct Flag: OptionDeclaration {
  package let name: String
  package let short: String?
  package let summary: String

  package init(_ name: String, short: String? = nil, _ summary: String) {
    precondition(name.hasPrefix("--") && short?.utf8.count ?? 2 == 2, "`\(name)` is no name of an option")
    self.name = name
    self.short = short
    self.summary = summary
  }

  package var placeholder: String? { nil }
  package var completion: Completion { .nothing }
  package var defaultText: String? { nil }
  package var isRepeatable: Bool { false }
}

/// A word that is no option, in its place: `PATH`, `DIR`.
package protocol OperandDeclaration: Sendable {
  /// In capitals.
  var name: String { get }
  var summary: String { get }
  var completion: Completion { get }
  var defaultText: String? { get }
  /// As the usage line writes it: `PATH`, `[DIR]`, `[PATH...]`.
  var usage: String { get }
}

/// One word. It must be there, unless its value is an optional.
package struct Operand<Value: ArgumentValue>: OperandDeclaration {
  package let name: String
  package let summary: String
  let missing: Value?
  let isRequired: Bool

  package init(_ name: String, _ summary: String) {
    self.name = name
    self.summary = summary
    self.missing = nil
    self.isRequired = true
  }

  /// A word that may be missing, with what stands for it then.
  package init(_ name: String, default value: Value, _ summary: String) {
    self.name = name
    self.summary = summary
    self.missing = value
    self.isRequired = false
  }

  package var completion: Completion { Value.completion }
  package var defaultText: String? { missing.map(\.written).flatMap { $0.isEmpty ? nil : $0 } }
  package var usage: String { isRequired ? name : "[\(name)]" }
}

/// All the words that are left.
package struct Operands<Value: ArgumentValue>: OperandDeclaration {
  package let name: String
  package let summary: String
  let missing: [Value]
  let isRequired: Bool

  /// - Parameter value: What stands for them when there are none.
  package init(_ name: String, default value: [Value], _ summary: String) {
    self.name = name
    self.summary = summary
    self.missing = value
    self.isRequired = false
  }

  /// At least one.
  package init(_ name: String, _ summary: String) {
    self.name = name
    self.summary = summary
    self.missing = []
    self.isRequired = true
  }

  package var completion: Completion { Value.completion }
  package var defaultText: String? { missing.isEmpty ? nil : missing.map(\.written).joined(separator: " ") }
  package var usage: String { isRequired ? "\(name)..." : "[\(name)...]" }
}
