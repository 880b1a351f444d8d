/// What drawing an SVG file costs, counted in elements: `use`, patterns, masks and markers let a small file draw millions.
struct SVGCost {
  private let scan: SVGScan
  private var children: [[Int]]
  private var numbers: [Substring: Int] = [:]
  /// Of each element with all that it draws; `nil`: not known yet.
  private var costs: [Int?]
  /// Those whose cost is being counted: what is drawn inside of itself is not drawn, which librsvg sees to.
  private var isOpen: [Bool]

  /// Elements that are drawn: some 0.3 s.
  static let limit = 20_000
  /// From an element to what it names, and on.
  private static let depthLimit = 400
  /// What one step of a filter counts, and what is drawn aside before it is laid on the picture.
  private static let (filterStep, aside) = (200, 20)
  /// Bytes of a path that count as an element.
  private static let pathBytes = 200
  /// Bytes of a text that do.
  private static let textBytes = 20
  /// The widest blur, in units of the file.
  private static let blurLimit = 200.0

  /// Steps of filters whose time does not grow with what they are told.
  private static let steps: Set<String> = [
    "feBlend", "feColorMatrix", "feComponentTransfer", "feComposite", "feDropShadow", "feFlood", "feGaussianBlur",
    "feMerge", "feOffset", "feTile",
  ]
  /// What is not drawn where it stands, but where it is named.
  private static let unseen: Set<String> = [
    "defs", "style", "title", "desc", "metadata", "symbol", "clipPath", "mask", "pattern", "marker", "filter",
    "linearGradient", "radialGradient",
  ]

  /// - Throws: What is too much of it.
  static func total(of scan: SVGScan) throws(SVGScan.Refusal) -> Int {
    guard !scan.elements.isEmpty else { return 0 }
    var cost = SVGCost(scan)
    let total = try cost.cost(of: 0, depth: 0) + cost.costOfStyles()
    guard total <= limit else {
      throw SVGScan.Refusal(reason: "to draw it takes more than \(limit) elements: parts of it are drawn over and over")
    }
    return total
  }

  private init(_ scan: SVGScan) {
    self.scan = scan
    children = Array(repeating: [], count: scan.elements.count)
    costs = Array(repeating: nil, count: scan.elements.count)
    isOpen = Array(repeating: false, count: scan.elements.count)
    for (number, element) in scan.elements.enumerated() {
      if let parent = element.parent { children[parent].append(number) }
      if let id = element.value("id"), numbers[id] == nil { numbers[id] = number }
    }
  }

  private mutating func cost(of number: Int, depth: Int) throws(SVGScan.Refusal) -> Int {
    if let known = costs[number] { return known }
    if isOpen[number] { return 0 }
    guard depth < Self.depthLimit else {
      throw SVGScan.Refusal(reason: "its elements name one another more than \(Self.depthLimit) deep")
    }
    isOpen[number] = true
    let element = scan.elements[number]
    let name = String(Substring(element.name))
    var own = 1 + pathLength(element) / Self.pathBytes
    if name.hasPrefix("fe"), name.count > 2 { own += try costOfStep(name, element) }
    try Self.checkWriting(of: element, named: name)
    own += element.textLength / Self.textBytes
    var inner = 0
    for child in children[number] where !Self.unseen.contains(String(Substring(scan.elements[child].name))) {
      inner = bounded(inner + (try cost(of: child, depth: depth + 1)))
    }
    let drawn = bounded(own + inner)
    var total = drawn
    for (name, value) in element.attributes {
      if name == "href", value.first == "#" {
        total = bounded(total + (try costOfTarget(value.dropFirst(), depth)))
      }
      for target in Self.targets(in: value) {
        let times = name == "marker-mid" || name == "marker" || name == "style" ? pathLength(element) / 2 : 0
        let isInherited = ["fill", "stroke", "style"].contains(name) || name.hasPrefix("marker")
        let one = try costOfTarget(target, depth) + Self.aside
        total = bounded(total + bounded(one * (isInherited ? max(drawn, times) : 1)))
      }
    }
    isOpen[number] = false
    costs[number] = total
    return total
  }

  /// What could hide from a reader of its bytes what it names.
  private static func checkWriting(of element: SVGScan.Element, named name: String) throws(SVGScan.Refusal) {
    for (key, value) in element.attributes {
      if name == "image", key == "href" {
        try SVGImages.check(value)
      } else if key == "href", value.utf8.count > 5, value.prefix(5).lowercased() == "data:" {
        throw SVGScan.Refusal(reason: "its `\(name.prefix(40))` holds another file")
      }
      let names = key == "id" || key == "href" || key == "style" || key == "d" || key == "points" || key == "class"
      let mayName = value.utf8.contains { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "(") }
      if names || mayName { try checkLetters(value) }
    }
  }

  private static func checkLetters(_ text: Substring) throws(SVGScan.Refusal) {
    var rest = text.utf8[...]
    while let place = rest.firstIndex(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "\\") }) {
      let isKnown =
        rest[place] == UInt8(ascii: "&")
        && ["&amp;", "&lt;", "&gt;", "&quot;", "&apos;"].contains { rest[place...].starts(with: $0.utf8) }
      guard isKnown else {
        throw SVGScan.Refusal(
          reason: "it writes letters of names and styles as `\(Substring(rest[place...].prefix(8)))`")
      }
      rest = rest[rest.index(after: place)...]
    }
  }

  private func bounded(_ count: Int) -> Int { min(count, Self.limit + 1) }

  private func pathLength(_ element: SVGScan.Element) -> Int {
    (element.value("d") ?? element.value("points"))?.utf8.count ?? 0
  }

  private mutating func costOfTarget(_ id: Substring, _ depth: Int) throws(SVGScan.Refusal) -> Int {
    guard let target = numbers[id] else { return 0 }
    // What is not drawn where it stands is drawn here.
    return try cost(of: target, depth: depth + 1)
  }

  private func costOfStep(_ name: String, _ element: SVGScan.Element) throws(SVGScan.Refusal) -> Int {
    // Parts of steps.
    if name == "feMergeNode" || name.hasPrefix("feFunc") { return 0 }
    guard Self.steps.contains(name) else {
      throw SVGScan.Refusal(reason: "its filter has a `\(name.prefix(40))`, which is not drawn in symbols")
    }
    for number in element.value("stdDeviation")?.split(whereSeparator: { ", \t\r\n".contains($0) }) ?? [] {
      guard let value = Double(number), value <= Self.blurLimit else {
        throw SVGScan.Refusal(
          reason: "its filter blurs over `\(number.prefix(40))`, more than \(Int(Self.blurLimit)) units")
      }
    }
    return Self.filterStep
  }

  /// Of what a style sheet names: it may be drawn for any element.
  private mutating func costOfStyles() throws(SVGScan.Refusal) -> Int {
    try Self.checkLetters(Substring(scan.styles))
    if scan.styles.lowercased().contains("@import") { throw SVGScan.Refusal(reason: "its style sheet imports another") }
    let rules = scan.styles.utf8.count { $0 == UInt8(ascii: "{") }
    guard rules * scan.elements.count <= 4_000_000 else {
      throw SVGScan.Refusal(reason: "it has \(rules) rules of style for \(scan.elements.count) elements")
    }
    var total = 0
    let paths = scan.elements.reduce(0) { $0 + pathLength($1) }
    let times = scan.styles.contains("marker") ? max(scan.elements.count, paths / 2) : scan.elements.count
    for target in Set(Self.targets(in: Substring(scan.styles))) {
      total = bounded(total + bounded(try costOfTarget(target, 0) * times))
    }
    return total
  }

  /// What `url(#NAME)` names, in letters of either case.
  private static func targets(in text: Substring) -> [Substring] {
    var (rest, found) = (text.utf8[...], [Substring]())
    while let open = rest.firstIndex(of: UInt8(ascii: "(")) {
      let word = Substring(rest[..<open].suffix(3)).lowercased()
      rest = rest[rest.index(after: open)...]
      if word != "url" { continue }
      rest = rest.drop { $0 <= 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
      let ends = [UInt8(ascii: ")"), UInt8(ascii: "\""), UInt8(ascii: "'"), 0x20]
      let name = rest.prefix { !ends.contains($0) }
      if name.first == UInt8(ascii: "#") { found.append(Substring(name.dropFirst())) }
    }
    return found
  }
}

/// Pictures of pixels that an SVG file holds as base64.
private enum SVGImages {
  private static let limit = PictureLimit(side: 4096, pixels: 16 << 20)

  /// - Throws: For one that no picture of its kind may be. What lies outside of the file is not loaded, and counts nothing.
  static func check(_ address: Substring) throws(SVGScan.Refusal) {
    guard address.utf8.starts(with: "data:".utf8) || address.lowercased().hasPrefix("data:") else { return }
    guard let comma = address.firstIndex(of: ","), address[..<comma].lowercased().hasSuffix(";base64"),
      let bytes = decoded(address[address.index(after: comma)...])
    else { throw SVGScan.Refusal(reason: "it holds a picture that is not written in base64") }
    do throws(DecodingError) {
      _ = try PictureDecoder.decode(bytes, limit: limit)
    } catch {
      throw SVGScan.Refusal(reason: "it holds a picture that cannot be drawn: \(error)")
    }
  }

  /// RFC 4648; `nil` for other letters than its 64, white space and `=` at the end.
  private static func decoded(_ text: Substring) -> [UInt8]? {
    var (bytes, bits, count): ([UInt8], UInt32, Int) = ([], 0, 0)
    for byte in text.utf8 where byte > 0x20 && byte != UInt8(ascii: "=") {
      let value: UInt8
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
      case UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "/"): value = 63
      default: return nil
      }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }
}
