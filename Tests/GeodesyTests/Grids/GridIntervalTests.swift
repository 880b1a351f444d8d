import Testing

@testable import Geodesy

/// Which lines show.
@Suite struct GridIntervalTests {
  private static let kinds: [GridIntervals.Numbers] =
    [.decimal] + AngleFormat.allCases.map { .angles($0) }

  /// From a world on a stamp to a garden: lines stand 40 to 200 pixels apart, and each level's are multiples of the next's.
  @Test(arguments: kinds.indices) func linesStandAsFarApartAsTheyShould(_ kind: Int) {
    let intervals = GridIntervals(numbers: Self.kinds[kind])
    var scale = 0.7
    while scale < 1e7 {
      let finest = intervals.finest((scale, scale))
      #expect(finest.x == finest.y)
      #expect((40...200).contains(finest.x * scale), "\(finest.x) at \(scale)")
      let levels = intervals.levels(finest: finest.x)
      for (coarser, finer) in zip(levels, levels.dropFirst()) {
        let ratio = coarser / finer
        #expect(ratio > 1.5 && abs(ratio - ratio.rounded()) < 1e-6, "\(coarser) over \(finer)")
      }
      scale *= 1.13
    }
  }

  @Test func axesOfOtherScalesHaveIntervalsOfTheirOwnOnlyWhereTheyMust() {
    let intervals = GridIntervals(numbers: .angles(.degreesMinutesSeconds))
    let near = intervals.finest((50, 100))
    #expect(near.x == near.y)
    let far = intervals.finest((5, 100))
    #expect(far.x * 5 >= 40 && far.x * 5 <= 200 && far.y * 100 >= 40 && far.y * 100 <= 200)
  }

  @Test func stepsOfMinutesAreExact() {
    let steps = IntervalSteps(1.0 / 60)
    #expect(steps.value(60) == 1)
    #expect(steps.steps(from: 0.99, to: 1.02) == 60...61)
    #expect(steps.ratio(to: 0.5) == 30)
  }
}
