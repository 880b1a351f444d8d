import Geodesy

/// Makes one line of the parts of a river or a road that several features have, so that it is labelled as one.
///
/// Parts belong together where they have the same text in the same letters and meet end to end. Where more than two meet, those
/// go on in each other that bend the least.
struct LineJoining {
  /// An end of a path of one of the requests.
  private struct End {
    let part: Int
    let isStart: Bool
    /// Out of the path, of any length.
    let direction: SIMD2<Double>
  }

  /// A path of a request.
  private struct Part {
    let request: Int
    let positions: [SIMD2<Double>]
    /// The parts that go on at its start and at its end.
    var next: (start: Int?, end: Int?) = (nil, nil)
  }

  /// What is nearer together is one place, in parts of a device pixel.
  private static let grain = 16.0
  /// Where more than two lines meet, none goes on in another that turns by a right angle or more.
  private static let sharpest = 0.0

  private let requests: [LabelRequest]
  private var parts: [Part] = []

  /// Requests in the same order; of those that become one, the first stands for all.
  static func joined(_ requests: [LabelRequest]) -> [LabelRequest] {
    var groups: [Key: [Int]] = [:]
    for (number, request) in requests.enumerated() where request.joinsLines {
      groups[Key(request), default: []].append(number)
    }
    var result = requests.map(Optional.some)
    for numbers in groups.values where numbers.count > 1 {
      var joining = LineJoining(requests)
      for (first, others, joined) in joining.joined(numbers) {
        result[first] = joined
        for other in others { result[other] = nil }
      }
    }
    return result.compactMap { $0 }
  }

  private struct Key: Hashable {
    let text: [TextRun]
    let style: TextStyle
    let offset: PixelPoint
    let repeatDistance: Double?

    init(_ request: LabelRequest) {
      (text, style) = (request.text, request.style)
      (offset, repeatDistance) = (request.offset, request.repeatDistance)
    }
  }

  private init(_ requests: [LabelRequest]) { self.requests = requests }

  /// Those of some requests that become one: the first of them, the others, and what they become.
  private mutating func joined(_ numbers: [Int]) -> [(first: Int, others: [Int], joined: LabelRequest)] {
    for number in numbers {
      guard case .line(let paths) = requests[number].subject else { continue }
      for path in 0..<paths.count {
        let positions = paths.range(of: path).map { SIMD2(paths.x[$0], paths.y[$0]) }
        parts.append(Part(request: number, positions: positions))
      }
    }
    connect()
    var sets = JoinedSets()
    for part in parts {
      for next in [part.next.start, part.next.end] {
        if let next { sets.join(part.request, parts[next].request) }
      }
    }
    var members: [Int: [Int]] = [:]
    for number in numbers { members[sets.root(of: number), default: []].append(number) }
    let ofRequest = Dictionary(grouping: parts.indices) { parts[$0].request }
    return members.values.filter { $0.count > 1 }.map { numbers in
      var joined = requests[numbers[0]]
      joined.priority = numbers.map { requests[$0].priority }.max() ?? joined.priority
      joined.clearance = numbers.map { requests[$0].clearance }.max() ?? joined.clearance
      joined.subject = .line(lines(of: numbers.flatMap { ofRequest[$0] ?? [] }))
      return (numbers[0], Array(numbers.dropFirst()), joined)
    }
  }

  /// Finds which parts go on in which.
  private mutating func connect() {
    var ends: [SIMD2<Double>: [End]] = [:]
    for (number, part) in parts.enumerated() {
      guard let first = part.positions.first, let last = part.positions.last, first != last,
        first.x.isFinite, first.y.isFinite, last.x.isFinite, last.y.isFinite
      else { continue }
      let inner = (part.positions.first { $0 != first } ?? last, part.positions.last { $0 != last } ?? first)
      ends[Self.place(first), default: []].append(End(part: number, isStart: true, direction: first - inner.0))
      ends[Self.place(last), default: []].append(End(part: number, isStart: false, direction: last - inner.1))
    }
    for meeting in ends.values where meeting.count > 1 {
      if meeting.count == 2 {
        connect(meeting[0], meeting[1])
      } else if meeting.count <= Self.mostMeeting {
        connectStraightest(meeting)
      }
    }
  }

  /// At a place where more lines end none is the way of another.
  private static let mostMeeting = 16

  private static func place(_ position: SIMD2<Double>) -> SIMD2<Double> { (position * grain).rounded(.toNearestOrEven) }

  private mutating func connectStraightest(_ meeting: [End]) {
    var pairs: [(turn: Double, one: Int, other: Int)] = []
    for one in meeting.indices {
      for other in meeting.indices.dropFirst(one + 1) {
        let (a, b) = (meeting[one].direction, meeting[other].direction)
        // 1 is straight on.
        let straight = -(a * b).sum() / ((a * a).sum() * (b * b).sum()).squareRoot()
        if straight > Self.sharpest { pairs.append((-straight, one, other)) }
      }
    }
    var used: Set<Int> = []
    for pair in pairs.sorted(by: { $0 < $1 }) where !used.contains(pair.one) && !used.contains(pair.other) {
      used.formUnion([pair.one, pair.other])
      connect(meeting[pair.one], meeting[pair.other])
    }
  }

  private mutating func connect(_ one: End, _ other: End) {
    if one.part == other.part { return }
    if one.isStart { parts[one.part].next.start = other.part } else { parts[one.part].next.end = other.part }
    if other.isStart { parts[other.part].next.start = one.part } else { parts[other.part].next.end = one.part }
  }

  /// Parts one after another, as far as they go on in each other.
  private func lines(of numbers: [Int]) -> PathList {
    var (paths, used) = (PathList(), Set<Int>())
    // Beginning at ends; what is left then goes round.
    let free = numbers.filter { parts[$0].next.start == nil || parts[$0].next.end == nil }
    for number in free + numbers where !used.contains(number) {
      var part = number
      // From its free end on.
      var isForwards = parts[part].next.end != nil || parts[part].next.start == nil
      var last: SIMD2<Double>?
      while used.insert(part).inserted {
        let positions = isForwards ? parts[part].positions : parts[part].positions.reversed()
        for position in positions where position != last { paths.add(position.x, position.y) }
        last = positions.last
        guard let next = isForwards ? parts[part].next.end : parts[part].next.start, let end = last else { break }
        // Two parts may meet at both of their ends.
        isForwards = parts[next].positions.first.map(Self.place) == Self.place(end)
        part = next
      }
      paths.endPath()
    }
    return paths
  }
}

/// Numbers that belong together.
private struct JoinedSets {
  /// Of those that are not the first of theirs.
  private var parents: [Int: Int] = [:]

  mutating func root(of number: Int) -> Int {
    var root = number
    while let parent = parents[root] { root = parent }
    var at = number
    while at != root, let parent = parents[at] {
      parents[at] = root
      at = parent
    }
    return root
  }

  mutating func join(_ one: Int, _ other: Int) {
    let (a, b) = (root(of: one), root(of: other))
    if a != b { parents[max(a, b)] = min(a, b) }
  }
}
