/// A pattern of `like`: `%` stands for any run of characters, also none, `_` for exactly one, and a backslash takes what
/// follows as it is. Upper and lower case differ; characters are Unicode scalars.
struct LikePattern {
  private enum Part: Equatable {
    case scalar(Unicode.Scalar)
    case one
    case run
  }

  private let parts: [Part]

  /// - Returns: `nil` for a pattern above the bound.
  init?(_ text: String) {
    var parts: [Part] = []
    var isLiteral = false
    for (count, scalar) in text.unicodeScalars.enumerated() {
      if count >= ExpressionLimits.pattern { return nil }
      if isLiteral {
        parts.append(.scalar(scalar))
        isLiteral = false
      } else if scalar == "\\" {
        isLiteral = true
      } else {
        let part: Part = scalar == "%" ? .run : scalar == "_" ? .one : .scalar(scalar)
        if part != .run || parts.last != .run { parts.append(part) }
      }
    }
    if isLiteral { parts.append(.scalar("\\")) }
    self.parts = parts
  }

  /// - Complexity: At most the product of the two lengths.
  func matches(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    var (place, part) = (0, 0)
    // Behind the last run, and where it ends as far as that is known: later runs make earlier ones final.
    var retry: (part: Int, place: Int)?
    while place < scalars.count {
      if part < parts.count, parts[part] == .run {
        part += 1
        retry = (part, place)
      } else if part < parts.count, parts[part] == .one || parts[part] == .scalar(scalars[place]) {
        part += 1
        place += 1
      } else if let last = retry {
        retry = (last.part, last.place + 1)
        (part, place) = (last.part, last.place + 1)
      } else {
        return false
      }
    }
    return parts[part...].allSatisfy { $0 == .run }
  }
}
