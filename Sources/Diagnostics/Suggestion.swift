/// "Did you mean": the nearest of the words that may stand in a place. Documents and the command line share it.
package enum Suggestion {
  /// The word of `known` that is the fewest edits away, when that is few enough to be a slip; the first of equals.
  /// Where none is, the only one that `word` is the beginning of (`reproj`), or that is the beginning of `word`.
  package static func nearest(to word: String, among known: [String]) -> String? {
    let typed = Array(word.lowercased().unicodeScalars)
    guard typed.count <= 64 else { return nil }
    var best: (word: String, distance: Int)?
    for candidate in known {
      let distance = edits(from: typed, to: Array(candidate.lowercased().unicodeScalars))
      let length = min(typed.count, candidate.unicodeScalars.count)
      // Of two names of one letter nothing is alike.
      if distance <= max(1, length / 3), distance < max(1, typed.count, candidate.unicodeScalars.count),
        distance < best?.distance ?? .max
      {
        best = (candidate, distance)
      }
    }
    return best?.word ?? onlyBeginning(of: word.lowercased(), among: known)
  }

  /// Beginnings of fewer than three letters say too little.
  private static func onlyBeginning(of typed: String, among known: [String]) -> String? {
    let fitting = known.filter { candidate in
      let candidate = candidate.lowercased()
      return min(typed.utf8.count, candidate.utf8.count) >= 3
        && (candidate.hasPrefix(typed) || typed.hasPrefix(candidate))
    }
    return fitting.count == 1 ? fitting.first : nil
  }

  /// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
  private static func edits(from one: [Unicode.Scalar], to other: [Unicode.Scalar]) -> Int {
    if one.isEmpty || other.isEmpty { return max(one.count, other.count) }
    var beforeLast = [Int](repeating: 0, count: other.count + 1)
    var last = Array(0...other.count)
    for row in 1...one.count {
      var current = [row]
      for column in 1...other.count {
        let replacement = last[column - 1] + (one[row - 1] == other[column - 1] ? 0 : 1)
        var cost = min(last[column] + 1, current[column - 1] + 1, replacement)
        if row > 1, column > 1, one[row - 1] == other[column - 2], one[row - 2] == other[column - 1] {
          cost = min(cost, beforeLast[column - 2] + 1)
        }
        current.append(cost)
      }
      (beforeLast, last) = (last, current)
    }
    return last[other.count]
  }
}
