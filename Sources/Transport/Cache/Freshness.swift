/// How long an answer may be used (RFC 9111, for a cache of one user), in whole seconds since 1970.
package struct Freshness: Sendable, Hashable {
  /// Until then it is used without a question.
  package var freshUntil: Int
  /// Until then it is used when the server cannot be asked.
  package var staleUntil: Int

  package init(freshUntil: Int, staleUntil: Int) {
    self.freshUntil = freshUntil
    self.staleUntil = staleUntil
  }

  /// Lifetimes where the server says nothing.
  package struct Defaults: Sendable {
    /// In seconds, of an answer without any sign of its age.
    package var unknown = 7 * Freshness.day
    /// Of an absent tile.
    package var absent = Freshness.day
    /// Of the guess from `Last-Modified`.
    package var guessed = Freshness.day...30 * Freshness.day
    /// How long past its freshness an answer may stand in for one that cannot be had.
    package var stale = 30 * Freshness.day
    /// The longest lifetime that is believed.
    package var longest = 365 * Freshness.day

    package init() {}
  }

  package static let day = 86_400

  /// - Parameters:
  ///   - isAbsent: Whether the answer is "no such tile".
  ///   - now: When it came, in seconds since 1970.
  /// - Returns: `nil` when the answer may not be stored.
  package static func of(
    _ headers: AnswerHeaders, isAbsent: Bool = false, now: Double, defaults: Defaults = Defaults()
  ) -> Freshness? {
    let directives = CacheDirectives(headers.cacheControl)
    guard !directives.has("no-store"), headers.vary.map({ !$0.contains("*") }) ?? true else { return nil }
    let date = headers.date.flatMap { HTTPDate.seconds($0, now: now) } ?? now
    var lifetime = isAbsent ? defaults.absent : defaults.unknown
    var isStated = true
    if directives.has("no-cache") {
      lifetime = 0
    } else if let age = directives.seconds("max-age") ?? directives.seconds("s-maxage") {
      lifetime = age
    } else if let expires = headers.expires {
      // What is not a date ("0", "-1") is in the past.
      lifetime = HTTPDate.seconds(expires, now: now).map { bounded($0 - date) } ?? 0
    } else {
      isStated = false
      if !isAbsent, let modified = headers.lastModified.flatMap({ HTTPDate.seconds($0, now: now) }), modified <= date {
        lifetime = min(max(bounded((date - modified) / 10), defaults.guessed.lowerBound), defaults.guessed.upperBound)
      }
    }
    // The age counts against what the server states, not against a guess of ours.
    let age = isStated ? headers.age.flatMap { Int($0) } ?? 0 : 0
    let freshUntil = bounded(now) + max(0, min(lifetime, defaults.longest) - max(0, age))
    let mustAsk = directives.has("must-revalidate") || directives.has("no-cache")
    let grace = min(directives.seconds("stale-if-error") ?? defaults.stale, defaults.stale)
    return Freshness(freshUntil: freshUntil, staleUntil: mustAsk ? 0 : freshUntil + grace)
  }

  /// The same lifetimes, counted from another moment.
  func moved(from old: Int, to new: Int) -> Freshness {
    Freshness(freshUntil: freshUntil - old + new, staleUntil: staleUntil == 0 ? 0 : staleUntil - old + new)
  }

  /// A count of seconds that fits every sum made here, whatever a server wrote.
  private static func bounded(_ seconds: Double) -> Int { Int(min(max(seconds, 0), 1e11)) }
}

/// The directives of a `Cache-Control`, names in lower case.
struct CacheDirectives {
  private var values: [String: String] = [:]

  init(_ text: String?) {
    // Every byte is looked at once; a line is bounded by ``AnswerHeaders/longestLine``.
    for part in (text ?? "").split(separator: ",") {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard let name = pair.first.map({ Self.trimmed($0).lowercased() }), !name.isEmpty else { continue }
      values[name] = pair.count == 2 ? Self.trimmed(pair[1]) : ""
    }
  }

  func has(_ name: String) -> Bool { values[name] != nil }

  /// `nil` where the directive is not there or is not a number; at most 10¹¹.
  func seconds(_ name: String) -> Int? {
    guard let text = values[name], !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return min(Int(text) ?? 100_000_000_000, 100_000_000_000)
  }

  private static func trimmed(_ text: Substring) -> String {
    let isEdge: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\"" }
    var text = text.drop(while: isEdge)
    while let last = text.last, isEdge(last) { text.removeLast() }
    return String(text)
  }
}
