import Diagnostics
import DocumentModel

/// Reads the parts of a foreign object that it can do without. What is not there is `nil`; what is there and cannot be
/// read is `nil` too, and remembered with its place.
struct PartReader {
  private(set) var omissions: [Omission] = []

  mutating func note(_ json: JSONElement, _ reason: String) { omissions.append(Omission(.part, json.way, reason)) }
  mutating func note(_ parts: [Omission]) { omissions += parts }

  /// A value that says something: `null`, `""`, `[]` and `{}` are ways to leave it out.
  private func child(_ key: String, of json: JSONElement?) -> JSONElement? {
    json?.child(key).flatMap { $0.saysSomething ? $0 : nil }
  }

  private mutating func refuse<Value>(_ json: JSONElement, _ key: String, _ expected: String) -> Value? {
    note(json, "\(json.node.shown.prefix(60)) stands where `\(key)` is \(expected), and is not taken over")
    return nil
  }

  /// A finite number. `"NaN"`, which ArcGIS writes for none, is none.
  mutating func number(
    _ key: String, of json: JSONElement?, in range: ClosedRange<Double> = -1e15...1e15
  ) -> Double? {
    guard let child = child(key, of: json), child.text != "NaN" else { return nil }
    if let number = child.number, range.contains(number) { return number }
    if range.upperBound == 1e15 {
      return refuse(child, key, range.lowerBound == 0 ? "a number from 0" : "a number")
    }
    return refuse(child, key, "a number from \(Self.shown(range.lowerBound)) to \(Self.shown(range.upperBound))")
  }

  private static func shown(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }

  mutating func text(_ key: String, of json: JSONElement?) -> String? {
    guard let child = child(key, of: json) else { return nil }
    return child.text ?? refuse(child, key, "a text")
  }

  mutating func flag(_ key: String, of json: JSONElement?) -> Bool? {
    guard let child = json?.child(key), child.saysSomething || child.flag != nil else { return nil }
    return child.flag ?? refuse(child, key, "`true` or `false`")
  }

  /// An object, be it empty.
  mutating func object(_ key: String, of json: JSONElement?) -> JSONElement? {
    guard let child = json?.child(key) else { return nil }
    return child.isObject ? child : refuse(child, key, "an object")
  }

  mutating func items(_ key: String, of json: JSONElement?) -> [JSONElement]? {
    guard let child = child(key, of: json) else { return nil }
    return child.items ?? refuse(child, key, "a list")
  }

  /// Numbers or names in a list, or in a text with commas; what is neither is left out.
  mutating func words(_ key: String, of json: JSONElement?) -> [String]? {
    guard let child = json?.child(key) else { return nil }
    if let text = child.text { return text.split(separator: ",").map { String($0).trimmingSpaces } }
    guard let items = child.items else { return refuse(child, key, "a list of names or numbers") }
    return items.compactMap { item in
      item.text ?? item.whole.map(String.init) ?? refuse(item, key, "a list of names or numbers")
    }
  }

  mutating func color(_ key: String, of json: JSONElement?) -> EsriColor? {
    guard let child = child(key, of: json) else { return nil }
    return EsriColor(child) ?? refuse(child, key, "a colour, three or four numbers from 0 to 255")
  }

  /// One of the words that have a counterpart.
  mutating func word<Value>(_ key: String, of json: JSONElement?, _ known: [String: Value], else instead: String)
    -> Value?
  {
    guard let child = child(key, of: json) else { return nil }
    if let text = child.text, let value = known[text] { return value }
    note(child, "\(child.node.shown.prefix(60)) is no `\(key)` that is known here; \(instead)")
    return nil
  }

  /// What an object has beside what is understood.
  mutating func left(of json: JSONElement, beside understood: Set<String>) {
    note(WebMapKeys.left(of: json, understood: understood))
  }
}
