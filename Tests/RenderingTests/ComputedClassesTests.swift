import DocumentModel
import Testing

@testable import Rendering

/// Computed breaks beside mapclassify's (PySAL) of the same values.
@Suite struct ComputedClassesTests {
  /// 58 values, skewed: `[round(1.13 ** i * 10 + (i * 7919) % 23, 1) for i in range(58)]`.
  private static let values: [Double] = (0..<58).map { number in
    var power = 1.0
    for _ in 0..<number { power *= 1.13 }
    return ((power * 10 + Double(number * 7919 % 23)) * 10).rounded() / 10
  }

  @Test func quantilesAreThoseOfOthers() {
    expect(.quantile, [51.520000, 165.660000, 663.780000, 2643.600000, 10612.000000])
  }

  @Test func equalIntervalsAreThoseOfOthers() {
    expect(.equalInterval, [2130.400000, 4250.800000, 6371.200000, 8491.600000, 10612.000000])
  }

  @Test func naturalBreaksAreThoseOfFisher() {
    expect(.naturalBreaks, [836.400000, 2462.400000, 4512.400000, 7359.100000, 10612.000000])
  }

  @Test func standardDeviationsLieAboutTheMean() {
    let breaks = ComputedClasses.breaks([1, 2, 3, 4, 5, 6, 7, 8, 9], .standardDeviation, count: 4)
    // The mean is 5, the deviation 2.582.
    #expect(zip(breaks, [2.418, 5, 7.582, 9]).allSatisfy { abs($0 - $1) < 0.001 } && breaks.count == 4)
  }

  @Test func fewValuesMakeFewClasses() {
    for method in FeatureRenderer.ComputedBreaks.Method.allCases {
      #expect(ComputedClasses.breaks([], method, count: 5) == [])
      #expect(ComputedClasses.breaks([3, 3, 3], method, count: 5) == [3])
      let two = ComputedClasses.breaks([1, 2, 2, 1], method, count: 5)
      #expect(two.last == 2 && two == two.sorted() && Set(two).count == two.count)
    }
    #expect(ComputedClasses.breaks([1, 2, 2, 1], .naturalBreaks, count: 5) == [1, 2])
  }

  private func expect(_ method: FeatureRenderer.ComputedBreaks.Method, _ wanted: [Double]) {
    let breaks = ComputedClasses.breaks(Self.values, method, count: wanted.count)
    #expect(breaks.count == wanted.count && zip(breaks, wanted).allSatisfy { abs($0 - $1) < 1e-6 }, "\(breaks)")
  }
}
