// swift-tools-version: 6.2
import PackageDescription

/// A C library that is linked: small ones, which cost nothing at start-up.
func linked(_ name: String, _ pkgConfig: String, _ package: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/\(name)", pkgConfig: pkgConfig,
    providers: [.apt([package]), .brew([package])])
}

/// A C library that is opened when a document first needs it: a table of functions filled by `dlopen`.
func opened(_ name: String, by opener: [Target.Dependency] = ["COpening"]) -> Target {
  .target(
    name: name, dependencies: opener, path: "Sources/\(name)",
    cSettings: [.unsafeFlags(["-O2"], .when(configuration: .release))])
}

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

func module(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies + ["TestSupport"], swiftSettings: strict)
}

let package = Package(
  name: "mapdoc",
  products: [.executable(name: "mapdoc", targets: ["mapdoc"])],
  targets: [
    linked("CYAML", "yaml-0.1", "libyaml-dev"),
    linked("CSQLite", "sqlite3", "libsqlite3-dev"),
    linked("CSPNG", "spng", "libspng-dev"),
    linked("CTurboJPEG", "libjpeg", "libjpeg-dev"),
    linked("CWebP", "libwebp", "libwebp-dev"),
    linked("CDeflate", "libdeflate", "libdeflate-dev"),
    .systemLibrary(name: "CMalloc", path: "Sources/CMalloc"),
    opened("COpening", by: []), opened("CPROJ"), opened("CCurl"), opened("CXML"), opened("CUnpack"), opened("CDrawing"),
    opened("CGDAL"), opened("CSVG"), opened("CWorld", by: []), opened("CSHA", by: []),
    // C++, and from its archive on Linux: a further shared library would be opened at every start.
    .target(
      name: "CGeographic",
      linkerSettings: [
        .linkedLibrary(":libGeographicLib.a", .when(platforms: [.linux])),
        .linkedLibrary("GeographicLib", .when(platforms: [.macOS])),
      ]),

    module("Diagnostics", []),
    module("Geodesy", ["CPROJ", "CGeographic"]),
    module(
      "DocumentModel", ["Diagnostics", "Geodesy", "CYAML"],
      exclude: ["Schema/MANUAL.md", "Schema/mapdoc-1.schema.json"]),
    module("Transport", ["DocumentModel", "Diagnostics", "Geodesy", "CCurl", "CSQLite", "CSHA"]),
    module(
      "LayerSources",
      ["Transport", "DocumentModel", "Diagnostics", "Geodesy", "CSQLite", "CXML", "CDeflate", "CUnpack", "CGDAL"]),
    module("Resolving", ["DocumentModel", "Diagnostics", "Geodesy"]),
    module(
      "Rendering",
      [
        "DocumentModel", "Geodesy", "CDrawing", "CSVG", "CWorld", "CSPNG", "CTurboJPEG", "CWebP",
        "CDeflate",
      ]),
    module(
      "Pipeline",
      [
        "Diagnostics", "Geodesy", "DocumentModel", "Transport", "LayerSources", "Resolving",
        "Rendering",
      ]),
    .target(
      name: "Arguments", dependencies: ["Diagnostics"], path: "Sources/mapdoc/Arguments", swiftSettings: strict),
    .executableTarget(
      name: "mapdoc", dependencies: ["Arguments", "Pipeline", "Diagnostics", "CMalloc"], exclude: ["Arguments"],
      swiftSettings: strict,
      linkerSettings: [.linkedLibrary("m")]),

    .target(
      name: "TestSupport", dependencies: ["Diagnostics", "CDeflate", "CSQLite"], path: "Tests/TestSupport",
      swiftSettings: strict),
    tests("DiagnosticsTests", ["Diagnostics"]),
    tests("ArgumentsTests", ["Arguments", "Diagnostics"]),
    tests("GeodesyTests", ["Geodesy"]),
    tests("DocumentModelTests", ["DocumentModel"]),
    .testTarget(
      name: "DocumentTests", dependencies: ["Diagnostics", "DocumentModel", "LayerSources", "TestSupport"],
      exclude: ["Cases"], swiftSettings: strict),
    tests("TransportTests", ["Transport"]),
    .testTarget(
      name: "LayerSourcesTests", dependencies: ["LayerSources", "TestSupport"], exclude: ["Oracles"],
      swiftSettings: strict),
    tests("ResolvingTests", ["Resolving"]),
    tests("RenderingTests", ["Rendering", "CDrawing"]),
    tests(
      "PipelineTests",
      ["Pipeline", "Transport", "LayerSources", "Rendering", "DocumentModel", "Geodesy", "Diagnostics", "CSQLite"]),
    tests("CommandTests", ["mapdoc"]),
    tests("LoopbackTests", ["Diagnostics", "Rendering", "Geodesy", "DocumentModel", "CSQLite", "mapdoc"]),
    .testTarget(
      name: "GoldenTests", dependencies: ["Pipeline", "Rendering", "DocumentModel", "Geodesy", "TestSupport"],
      exclude: ["Cases", "Data"], swiftSettings: strict),
    .executableTarget(
      name: "mapdoc-bench",
      dependencies: [
        "Diagnostics", "Geodesy", "DocumentModel", "Transport", "LayerSources", "Resolving", "Rendering", "Pipeline",
        "TestSupport",
      ],
      path: "Tests/Benchmarks", swiftSettings: strict,
      linkerSettings: [.linkedLibrary("m")]),
  ],
  swiftLanguageModes: [.v6], cLanguageStandard: .gnu17, cxxLanguageStandard: .gnucxx17)
