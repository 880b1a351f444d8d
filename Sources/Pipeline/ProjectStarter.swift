import DocumentModel
import FoundationEssentials

/// `init`: the files of a new map project. What is there already is left as it is.
package enum ProjectStarter {
  package struct File: Sendable {
    package let path: String
    package let isNew: Bool
  }

  package struct Problem: Error, Sendable {
    package let path: String
    package let reason: String
  }

  package static func start(in folder: String) -> Result<[File], Problem> {
    var made: [File] = []
    for (name, text) in contents {
      let path = PathResolution.joined(folder, name)
      let isNew = !FileManager.default.fileExists(atPath: path)
      if isNew {
        do {
          let place = PathResolution.absolute(path)
          try FileManager.default.createDirectory(
            atPath: PathResolution.folder(of: place), withIntermediateDirectories: true)
          try Data(text.utf8).write(to: URL(filePath: place))
        } catch {
          return .failure(Problem(path: path, reason: FilePaths.reason(error)))
        }
      }
      made.append(File(path: path, isNew: isNew))
    }
    return .success(made)
  }

  private static let contents: KeyValuePairs = [
    ".mapdoc.yaml": """
    # The project file: paths of outputs are relative to the folder that holds it.
    # contact: you@example.org      # who to write to about our requests; providers ask for it
    # hosts:
    #   tiles.example.org: {connections: 6, requestsPerSecond: 20}
    # lint: {MD310: off}

    """,
    "maps/first.yaml": """
    # yaml-language-server: $schema=../mapdoc.schema.json
    mapdoc: 1
    title: Our first map
    canvas: {size: [800, 600]}
    initialExtent: {center: [10, 50], zoom: 4}
    layers:
      - {id: world, type: builtin, name: world}

    """,
    "mapdoc.schema.json": FormatDescription.schema,
    "templates/README.md": """
    # Templates
    Documents with `template: true`, for `extends: ../templates/NAME.yaml`; they are not rendered themselves.

    """,
    "Makefile": """
    MAPDOC ?= mapdoc

    .PHONY: all check schema clean

    all:
    \t+$(MAPDOC) render maps

    check:
    \t$(MAPDOC) check --strict maps

    # For editors, after mapdoc was updated.
    schema:
    \t$(MAPDOC) schema > mapdoc.schema.json

    clean:
    \trm -rf build .mapdoc

    """,
    ".github/workflows/maps.yaml": """
    name: maps
    on: [push, pull_request]
    jobs:
      check:
        runs-on: ubuntu-latest
        container: swift:6.2-bookworm
        steps:
          - uses: actions/checkout@v4
          - uses: actions/checkout@v4
            with: {repository: mapdoc/mapdoc, path: .mapdoc/source}
          - run: apt-get update && apt-get install -y make && make -C .mapdoc/source install
          - run: mapdoc check --strict --format github maps

    """,
    ".gitignore": """
    /build/
    /.mapdoc/

    """,
  ]
}
