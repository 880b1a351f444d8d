import Diagnostics

/// The words behind a command, sorted into options and operands before anything is done.
///
/// Options are known from their declarations, so a value is never taken for an option and no misspelt option is taken
/// for a path. Operands are read in their order; ``finish()`` refuses what is left.
package struct ArgumentReader {
  private let declared: [any OptionDeclaration]
  /// Names of options that a later version will have.
  private let later: [String]
  /// By the option's name, in the order of the command line; a flag has empty values.
  private var values: [String: [String]] = [:]
  private var operands: ArraySlice<String> = []

  /// - Parameters:
  ///   - declared: Every option that may stand among the words.
  ///   - later: Names of options that a later version will have.
  /// - Throws: For an option that is not declared, or whose value is missing or one too many.
  package init(
    _ words: [String], options declared: [any OptionDeclaration], later: [String] = []
  ) throws(UsageError) {
    self.declared = declared
    self.later = later
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        return
      }
      if word.hasPrefix("--") {
        try readLong(word, &rest)
      } else if word.hasPrefix("-"), word != "-" {
        try readShort(word, &rest)
      } else {
        operands.append(word)
      }
    }
  }

  /// `--name`, `--name value` or `--name=value`.
  private mutating func readLong(_ word: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? word
    guard let option = declared.first(where: { $0.name == name }) else { throw unknown(name) }
    let attached = parts.count > 1 ? String(parts[1]) : nil
    if option.placeholder == nil {
      if let attached { throw UsageError("`\(name)` takes no value, `\(attached)` was given") }
      values[name, default: []].append("")
    } else {
      try take(attached, for: option, as: name, &rest)
    }
  }

  /// `-o`, `-o value`, `-ovalue`, or several flags in one as `-fs`.
  private mutating func readShort(_ word: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      let name = "-\(letter)"
      guard let option = declared.first(where: { $0.short == name }) else {
        throw unknown(name, in: word)
      }
      if option.placeholder == nil {
        values[option.name, default: []].append("")
        continue
      }
      if letters.first == "=" { letters = letters.dropFirst() }
      return try take(letters.isEmpty ? nil : String(letters), for: option, as: name, &rest)
    }
  }

  private mutating func take(
    _ attached: String?, for option: any OptionDeclaration, as name: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let next = attached ?? rest.first
    guard let next, attached != nil || !isOption(next) else {
      throw UsageError("`\(name)` needs a value, \(option.placeholder ?? "")")
    }
    if attached == nil { rest.removeFirst() }
    values[option.name, default: []].append(next)
  }

  /// True for a word that is an option of this command, or ends them: it is no value of the option before it.
  private func isOption(_ word: String) -> Bool {
    let name = word.prefix { $0 != "=" }
    return word == "--" || declared.contains { $0.name == name || $0.short == word }
  }

  private func unknown(_ name: String) -> UsageError {
    if later.contains(name) { return UsageError("`\(name)` is not yet supported by this version") }
    return UsageError(
      "there is no option `\(name)`", suggestion: Suggestion.nearest(to: name, among: declared.map(\.name)))
  }

  /// A letter that is no option. One dash too few, as in `-format`, is the commonest slip.
  private func unknown(_ letter: String, in word: String) -> UsageError {
    let long = unknown("-" + word)
    if word.utf8.count > 2, long.suggestion != nil {
      return UsageError("there is no option `\(word)`", suggestion: long.suggestion)
    }
    return UsageError("there is no option `\(letter)`")
  }
}

extension ArgumentReader {
  package func read<Value>(_ option: Option<Value>) throws(UsageError) -> Value {
    guard let word = words(of: option).last else { return option.defaultValue }
    return try parsed(word, of: option.name)
  }

  package func read<Value>(_ option: ListOption<Value>) throws(UsageError) -> [Value] {
    var read: [Value] = []
    for word in words(of: option) { read.append(try parsed(word, of: option.name)) }
    return read
  }

  package func read(_ flag: Flag) throws(UsageError) -> Bool { !words(of: flag).isEmpty }

  /// The next operand.
  package mutating func read<Value>(_ operand: Operand<Value>) throws(UsageError) -> Value {
    if let word = operands.popFirst() { return try parsed(word, of: operand.name) }
    guard let missing = operand.missing else { throw UsageError("\(operand.name) is missing: \(operand.summary)") }
    return missing
  }

  /// All operands that are left.
  package mutating func read<Value>(_ operand: Operands<Value>) throws(UsageError) -> [Value] {
    var read: [Value] = []
    while let word = operands.popFirst() { read.append(try parsed(word, of: operand.name)) }
    if read.isEmpty, operand.isRequired { throw UsageError("\(operand.name) is missing: \(operand.summary)") }
    return read.isEmpty ? operand.missing : read
  }

  /// All operands that are left, as paths.
  package mutating func paths(default path: String) throws(UsageError) -> [String] {
    try read(Operands<DocumentArgument>("PATH", default: [DocumentArgument(path)], "a map document or a folder"))
      .map(\.path)
  }

  /// - Throws: For an operand that nothing has read.
  package func finish() throws(UsageError) {
    guard let word = operands.first else { return }
    throw UsageError("`\(word)` is one word too many")
  }

  private func words(of option: any OptionDeclaration) -> [String] {
    precondition(declared.contains { $0.name == option.name }, "`\(option.name)` is read and not declared")
    return values[option.name] ?? []
  }

  private func parsed<Value: ArgumentValue>(_ word: String, of name: String) throws(UsageError) -> Value {
    do {
      return try Value.parsed(word)
    } catch {
      throw UsageError(
        "`\(word)` stands for `\(name)` where \(error.expected) is expected", suggestion: error.suggestion)
    }
  }
}
