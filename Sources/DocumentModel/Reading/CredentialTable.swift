import Diagnostics

/// The credentials that the layers of a document may name: the document's own, and those of its project.
///
/// The environment is read for those that a layer names: a project may list more services than its user has keys for.
package struct CredentialTable: Sendable {
  private var declared: [String: DeclaredCredential?] = [:]
  /// Names of those that the project file has.
  private var ofProject: Set<String> = []
  private var resolved: [String: Credential?] = [:]
  private var problems: [String: Layer.Problem] = [:]

  package init() {}

  /// - Parameter document: Goes before the project's of the same name.
  init(project: CredentialMap, document: CredentialMap) {
    declared = project.declared.merging(document.declared) { $1 }
    ofProject = Set(project.declared.keys).subtracting(document.declared.keys)
  }

  /// Of one credential whose values are known.
  init(of credential: Credential) { resolved[credential.name] = .some(credential) }

  /// The credential of that name with the values of its variables; `nil` where there is none or it cannot be had, which is
  /// reported.
  ///
  /// - Parameter name: As a layer writes it.
  mutating func credential(named name: Located<String>, in context: ReadingContext) -> Credential? {
    if let known = resolved[name.value] { return known }
    guard let found = declared[name.value] else {
      // A template's credentials may stand in the document that extends it.
      if !context.isPartial { context.report(.unknownCredential(name, known: declared.keys.sorted())) }
      return nil
    }
    // Findings in the project file are those of reading it; what a document makes of it is said in the document.
    let place = ofProject.contains(name.value) ? name.range : nil
    let before = context.findings.count
    let credential = found?.resolved(name.value, at: place, in: context)
    resolved[name.value] = .some(credential)
    problems[name.value] = context.problem(since: before)
    return credential
  }

  /// Why there is no credential of that name, which has been asked for.
  func problem(of name: String) -> Layer.Problem {
    problems[name]
      ?? Layer.Problem(code: .unknownCredential, reason: "its credential `\(name)` cannot be used")
  }
}

extension DeclaredCredential {
  /// - Parameter place: Where to report; `nil`: where each text stands.
  fileprivate func resolved(_ name: String, at place: SourceRange?, in context: ReadingContext) -> Credential? {
    func value(_ text: Located<String>) -> String? {
      let range = place ?? text.range
      guard let value = EnvironmentText.expand(text.value, at: range, in: context) else { return nil }
      // The value itself is not shown.
      if value.isEmpty {
        context.report(
          Diagnostic(
            .undefinedVariable, "credential `\(name)` is empty: its variable is set to nothing", at: range,
            hint: Hint("set it before mapdoc runs")))
        return nil
      }
      if value.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
        context.report(
          Diagnostic(
            .wrongType, "the value of credential `\(name)` holds a line break or another control character", at: range))
        return nil
      }
      return value
    }
    let form: Credential.Form?
    switch self.form {
    case .key(let key, let place): form = value(key).map { .key($0, place) }
    case .bearer(let token): form = value(token).map { .bearer($0) }
    case .header(let name, let text): form = value(text).map { .header(name: name, value: $0) }
    case .basic(let user, let password):
      let values = (value(user), value(password))
      if let user = values.0, let password = values.1 {
        form = .basic(user: user, password: password)
      } else {
        form = nil
      }
    case .token(let keys):
      let values = (value(keys.user), value(keys.password))
      if let user = values.0, let password = values.1 {
        form = .token(
          Credential.TokenGrant(
            user: user, password: password, portal: keys.portal.text, referer: keys.referer, minutes: keys.minutes,
            place: keys.place))
      } else {
        form = nil
      }
    case .netrc: form = Netrc.ofUser(at: place ?? self.range, in: context).map { .netrc($0) }
    }
    return form.map {
      Credential(name: name, form: $0, hosts: hosts, allowsInsecure: allowsInsecure, parts: parts(in: context))
    }
  }

  /// The values of the variables in its texts, but for the name of a user.
  private func parts(in context: ReadingContext) -> [String] {
    let texts: [String] =
      switch form {
      case .key(let text, _), .bearer(let text), .header(_, let text): [text.value]
      case .basic(_, let password): [password.value]
      case .token(let keys): [keys.password.value]
      case .netrc: []
      }
    return texts.flatMap { EnvironmentText.values(in: $0, context) }
  }
}

extension Diagnostic {
  fileprivate static func unknownCredential(_ name: Located<String>, known: [String]) -> Diagnostic {
    var hint = Hint("add it under `credentials:` of the document or of `.mapdoc.yaml`")
    if let near = Suggestion.nearest(to: name.value, among: known) {
      hint = .didYouMean(near, at: name.range)
    } else if !known.isEmpty, known.count <= 12 {
      hint = Hint("name one of \(oneOf(known)), or add it under `credentials:`")
    }
    return Diagnostic(
      .unknownCredential, "there is no credential `\(name.value)` in this document or its project", at: name.range,
      hint: hint)
  }
}

extension Netrc {
  /// Reads the file that `NETRC` names, else `.netrc` in the user's folder; `nil` where it cannot be had, which is reported.
  fileprivate static func ofUser(at range: SourceRange, in context: ReadingContext) -> Netrc? {
    let path: String
    if let named = context.environment["NETRC"], !named.isEmpty {
      path = named
    } else if let home = context.environment["HOME"], !home.isEmpty {
      path = PathResolution.joined(home, ".netrc")
    } else {
      context.report(
        Diagnostic(
          .undefinedVariable, "the environment has neither `NETRC` nor `HOME`, one of which says where `.netrc` lies",
          at: range, hint: Hint("set `NETRC` to the path of the file before mapdoc runs")))
      return nil
    }
    let shown = PathResolution.shown(path)
    let bytes: [UInt8]
    do throws(UnreadableFile) { bytes = try FileReading.bytes(of: path, limit: longest) } catch {
      let what = error.isMissingFile ? "does not exist" : "cannot be read: \(error.reason)"
      context.report(
        Diagnostic(
          error.isMissingFile ? .sourceNotFound : .sourceUnreadable, "`\(shown)` \(what)", at: range,
          hint: Hint("write `machine HOST login USER password PASSWORD` into it, or name it as `NETRC`")))
      return nil
    }
    func unreadable(_ reason: String) {
      context.report(Diagnostic(.sourceUnreadable, "`\(shown)` is no `.netrc`: \(reason)", at: range))
    }
    guard bytes.count <= longest else {
      unreadable("more than \(longest) bytes")
      return nil
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      unreadable("it is not UTF-8")
      return nil
    }
    do throws(Malformed) {
      let netrc = try Netrc(text, path: shown)
      guard netrc.passwords.allSatisfy({ !$0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } }) else {
        unreadable("a password holds a control character")
        return nil
      }
      return netrc
    } catch {
      unreadable("line \(error.line): \(error.reason)")
      return nil
    }
  }
}
