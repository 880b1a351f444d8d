/// A name and its value in an address: of its query (`?name=value&…`), or in its path (`/services;name=value/…`, RFC 3986,
/// section 3.3).
package struct AddressParameter: Sendable {
  /// As written.
  package let name: Substring
  package let value: Substring
  /// With what parts it from its neighbours on its left: `;`, `?` or `&`.
  let range: Range<String.Index>

  /// The name as servers read it, in small letters: they see through percent-encoding.
  package var plainName: String { PercentEncoding.decoded(name).lowercased() }

  /// All of an address, in its order; of a name without `=` there is none.
  ///
  /// - Parameter address: Absolute, of any scheme; a fragment is not looked at.
  package static func all(in address: Substring) -> [AddressParameter] {
    let whole = address.prefix { $0 != "#" }
    let question = whole.firstIndex(of: "?") ?? whole.endIndex
    let authority = whole.firstRange(of: "//")?.upperBound ?? whole.startIndex
    var found: [AddressParameter] = []
    if let path = whole[authority...].firstIndex(of: "/"), path < question {
      for segment in whole[path..<question].split(separator: "/") {
        found += segment.split(separator: ";", omittingEmptySubsequences: false).dropFirst().compactMap {
          Self($0, in: whole)
        }
      }
    }
    if question < whole.endIndex {
      let query = whole[whole.index(after: question)...]
      found += query.split(separator: "&").compactMap { Self($0, in: whole) }
    }
    return found
  }

  private init?(_ pair: Substring, in address: Substring) {
    guard let equals = pair.firstIndex(of: "=") else { return nil }
    name = pair[..<equals]
    value = pair[pair.index(after: equals)...]
    range = address.index(before: pair.startIndex)..<pair.endIndex
  }

  /// Whether it stands in the path.
  func isInPath(of address: String) -> Bool { address[range.lowerBound] == ";" }
}

extension String {
  /// An address with other values in some of its parameters.
  /// - Parameter change: Called for each, in their order; `nil` leaves it as it is.
  package func replacingParameters(_ change: (AddressParameter) -> String?) -> String {
    var text = ""
    var place = startIndex
    for parameter in AddressParameter.all(in: self[...]) {
      guard let value = change(parameter) else { continue }
      text += self[place..<parameter.value.startIndex] + value
      place = parameter.value.endIndex
    }
    return text + self[place...]
  }
}
