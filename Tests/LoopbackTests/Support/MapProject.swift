import TestSupport

/// A map project that the built program works on, with a cache of its own.
struct MapProject {
  let folder: TemporaryFolder

  /// - Parameter settings: The project file.
  init(settings: String = "{}\n", _ documents: [String: String] = [:]) throws {
    folder = try TemporaryFolder()
    try folder.write(settings, to: ".mapdoc.yaml")
    for (name, text) in documents { try folder.write(text, to: name) }
  }

  /// A map of 512 x 512 pixels about the corner of four tiles of level 2: four tiles side by side.
  static func fourTiles(_ address: String, _ keys: String = "") -> String {
    """
    mapdoc: 1
    canvas: {size: [512, 512]}
    initialExtent: {center: [0, 0], level: 2, snap: level}
    layers:
      - {id: t, type: xyz, url: "\(address)/{z}/{x}/{y}.png", timeout: 10\(keys)}

    """
  }

  private var program: Program {
    Program(Program.mapdoc, environment: ["MAPDOC_CACHE": folder.path + "/cache"], folder: folder.path)
  }

  func mapdoc(_ words: String...) async throws -> Program.Outcome { try await program.run(words) }

  /// Renders `maps/`, with a report.
  func render(_ words: String...) async throws -> Program.Outcome {
    try await program.run(["render", "--report", "report.json"] + words)
  }

  /// Starts a render and does not wait for it.
  func startRender(_ words: String...) throws -> RunningProgram {
    try program.start(["render"] + words, output: folder.path + "/out.txt", errors: folder.path + "/err.txt")
  }

  var report: String { get throws { String(decoding: try folder.read("report.json"), as: UTF8.self) } }
  var errors: String { get throws { String(decoding: try folder.read("err.txt"), as: UTF8.self) } }
}
