import DocumentModel
import Geodesy
import Glibc
import LayerSources
import TestSupport

/// Reading a million positions: as lines of a track, and as places with attributes.
struct FeatureStage: Stage {
  let name = "features"

  private static let count = 1_000_000

  func measure() async throws -> [Measurement] {
    let folder = try TemporaryFolder()
    try folder.write(Self.lines(), to: "lines.geojson")
    try folder.write(Self.places(), to: "places.geojson")
    try folder.write(Self.track(), to: "track.gpx")
    var measurements: [Measurement] = []
    for (file, features, fields) in [
      ("lines.geojson", 1000, [String]()), ("places.geojson", Self.count, ["name", "depth"]), ("track.gpx", 1, []),
    ] {
      let path = folder.path + "/" + file
      let opening = try await Cost.median(items: Self.count) { _ = try LocalFeatures.open(path) }
      let source = try LocalFeatures.open(path)
      let reading = try await Cost.median(items: Self.count) {
        var (read, positions) = (0, 0)
        try await source.read(FeatureQuery(fieldNames: fields)) { batch throws(SourceError) in
          read += batch.features.count
          positions += batch.paths.x.count
        }
        guard read == features, positions == Self.count else { throw WrongWork("\(read) features of \(file)") }
      }
      measurements.append(Measurement("\(file), open", .position, opening, floor: nil))
      measurements.append(Measurement("\(file), read", .position, reading, floor: nil))
    }
    return measurements
  }

  private static func number(_ value: Int) -> String {
    "\(value / 1_000_000).\(1_000_000 + value % 1_000_000)".replacing(".1", with: ".", maxReplacements: 1)
  }

  private static func position(_ index: Int) -> (x: String, y: String) {
    (number(5_000_000 + index * 7), number(50_000_000 + index * 3 % 4_000_000))
  }

  private static func lines() -> String {
    var text = #"{"type": "FeatureCollection", "features": ["#
    for line in 0..<1000 {
      text +=
        (line == 0 ? "" : ",")
        + #"{"type": "Feature", "properties": {}, "geometry": {"type": "LineString", "coordinates": ["#
      for index in line * 1000..<(line + 1) * 1000 {
        let place = position(index)
        text += (index % 1000 == 0 ? "" : ",") + "[\(place.x),\(place.y)]"
      }
      text += "]}}\n"
    }
    return text + "]}"
  }

  private static func places() -> String {
    var text = #"{"type": "FeatureCollection", "features": ["#
    for index in 0..<count {
      let place = position(index)
      text +=
        (index == 0 ? "" : ",\n")
        + #"{"type": "Feature", "properties": {"name": "place \#(index)", "depth": \#(index % 97), "kind": "buoy"}, "#
        + #""geometry": {"type": "Point", "coordinates": [\#(place.x), \#(place.y)]}}"#
    }
    return text + "]}"
  }

  private static func track() -> String {
    var text = "<gpx version=\"1.1\"><trk><trkseg>\n"
    for index in 0..<count {
      let place = position(index)
      text += "<trkpt lat=\"\(place.y)\" lon=\"\(place.x)\"><ele>12.5</ele><time>2001-02-03T04:05:06Z</time></trkpt>\n"
    }
    return text + "</trkseg></trk></gpx>"
  }
}
