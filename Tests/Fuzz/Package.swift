// swift-tools-version: 6.2
import PackageDescription

// Fuzz targets, apart from the main package so that no ordinary build pays for them. `Sources` is a link to the real one:
// the modules are built again here, with the fuzzer's counters in them, as one package with the targets, which may then
// see what is `package`. The list of modules follows ../../Package.swift. How to run: README.md.

func linked(_ name: String, _ pkgConfig: String) -> Target {
  .systemLibrary(name: name, path: "Sources/\(name)", pkgConfig: pkgConfig)
}

func opened(_ name: String, by opener: [Target.Dependency] = ["COpening"]) -> Target {
  .target(name: name, dependencies: opener, path: "Sources/\(name)")
}

func module(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, path: "Sources/\(name)")
}

let package = Package(
  name: "mapdoc-fuzz",
  targets: [
    linked("CYAML", "yaml-0.1"), linked("CSQLite", "sqlite3"), linked("CSPNG", "spng"),
    linked("CTurboJPEG", "libjpeg"), linked("CWebP", "libwebp"), linked("CDeflate", "libdeflate"),
    opened("COpening", by: []), opened("CPROJ"), opened("CCurl"), opened("CXML"), opened("CUnpack"), opened("CDrawing"),
    opened("CGDAL"), opened("CSVG"), opened("CWorld", by: []), opened("CSHA", by: []),
    .target(
      name: "CGeographic", path: "Sources/CGeographic",
      linkerSettings: [
        .linkedLibrary(":libGeographicLib.a", .when(platforms: [.linux])),
        .linkedLibrary("GeographicLib", .when(platforms: [.macOS])),
      ]),

    module("Diagnostics", []),
    module("Geodesy", ["CPROJ", "CGeographic"]),
    module("DocumentModel", ["Diagnostics", "Geodesy", "CYAML"]),
    module("Transport", ["DocumentModel", "Diagnostics", "Geodesy", "CCurl", "CSQLite", "CSHA"]),
    module(
      "LayerSources",
      ["Transport", "DocumentModel", "Diagnostics", "Geodesy", "CSQLite", "CXML", "CDeflate", "CUnpack", "CGDAL"]),
    module(
      "Rendering",
      ["DocumentModel", "Geodesy", "CDrawing", "CSVG", "CWorld", "CSPNG", "CTurboJPEG", "CWebP", "CDeflate"]),

    // The fuzzer has the `main`.
    .executableTarget(
      name: "mapdoc-fuzz", dependencies: ["Diagnostics", "Geodesy", "DocumentModel", "LayerSources", "Rendering"],
      path: "Targets", swiftSettings: [.unsafeFlags(["-parse-as-library"])],
      linkerSettings: [.linkedLibrary("m")]),
  ],
  swiftLanguageModes: [.v6], cLanguageStandard: .gnu17)
