import Glibc

/// A parser of foreign bytes: it may refuse them, but it may not crash, hang, or take memory without a bound.
protocol FuzzTarget: Sendable {
  static var name: String { get }
  init() throws
  func run(_ bytes: [UInt8])
}

/// All targets; `FUZZ_TARGET` names the one that runs.
let fuzzTargets: [any FuzzTarget.Type] = [
  PNGTarget.self, PNGRowsTarget.self, JPEGTarget.self, WebPTarget.self, GIFTarget.self, YAMLTarget.self,
  DocumentTarget.self,
  ExpressionTarget.self, CacheConfigurationTarget.self, MBTilesTarget.self, CapabilitiesTarget.self,
  MapCapabilitiesTarget.self,
  ServiceTarget.self, BundleTarget.self, BundleIndexTarget.self, ZipTarget.self, PMTilesTarget.self,
  PMTilesDirectoryTarget.self, TileInfoTarget.self, WebMapTarget.self, GeoJSONTarget.self, GPXTarget.self,
  SidecarTarget.self,
]

private let target: any FuzzTarget = {
  let wanted = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let type = fuzzTargets.first(where: { $0.name == wanted }), let target = try? type.init() else {
    print("FUZZ_TARGET names none of \(fuzzTargets.map { $0.name }.joined(separator: ", "))")
    exit(2)
  }
  return target
}()

/// What libFuzzer calls for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// A promise of the product that an input has broken: libFuzzer keeps the input.
func broken(_ promise: String) -> Never {
  // At once: what `print` keeps back is lost.
  let words = Array("broken promise: \(promise)\n".utf8)
  _ = write(2, words, words.count)
  abort()
}
