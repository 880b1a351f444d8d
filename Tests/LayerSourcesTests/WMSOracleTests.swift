import FoundationEssentials
import Geodesy
import TestSupport
import Testing

@testable import LayerSources

/// Capabilities of many vendors, read as OWSLib reads them (Tests/Scripts/wms_oracle.py made the table).
@Suite(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)")) struct WMSOracleTests {
  struct Row: Sendable {
    let version, layer, title: String
    let formats, references, styles: Int
    /// In degrees; `nil` where OWSLib finds none.
    let box: Extent?
  }

  /// By file.
  static let table: [String: [Row]] = {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Oracles/wms.tsv")
    let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
    var table: [String: [Row]] = [:]
    for line in text.split(separator: "\n").dropFirst() {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 11 else { continue }
      let box = cells[5...8].compactMap { Double($0) }
      table[cells[0], default: []].append(
        Row(
          version: cells[1], layer: cells[3], title: cells[10], formats: Int(cells[2]) ?? -1,
          references: Int(cells[4]) ?? -1, styles: Int(cells[9]) ?? -1,
          box: box.count == 4 ? Extent(xmin: box[0], ymin: box[1], xmax: box[2], ymax: box[3]) : nil))
    }
    return table
  }()

  static func capabilities(_ file: String) throws -> WMSCapabilities {
    let root = try XMLElement.root(of: try Fixtures.bytes("wms-capabilities/" + file), limit: .ofServices)
    return try WMSCapabilities(root, source: file)
  }

  @Test func theTableIsWhole() {
    #expect(Self.table.count == 23)
    #expect(Self.table.values.reduce(0) { $0 + $1.count } == 103)
  }

  @Test(arguments: table.keys.sorted())
  func hasTheSameLayers(file: String) throws {
    let capabilities = try Self.capabilities(file)
    let rows = try #require(Self.table[file])
    #expect(Set(capabilities.layers.map(\.name)) == Set(rows.map(\.layer)))
    #expect(capabilities.isOfVersion3 == (rows[0].version == "1.3.0"))
    #expect(capabilities.formats.count == rows[0].formats && capabilities.mapAddress != nil)
    for row in rows {
      // OWSLib keeps the last of several layers with one name.
      let layer = try #require(capabilities.layers.last { $0.name == row.layer })
      #expect(Set(layer.references).count == row.references, "\(row.layer): \(layer.references)")
      #expect(Set(layer.styles.map(\.name)).count == row.styles, "\(row.layer): \(layer.styles)")
      #expect((layer.title ?? "") == row.title, "\(row.layer)")
      // A service that writes latitudes first, against the standard, has no box that could be believed.
      if let box = row.box, let inWorld = box.intersection(TilingScheme.wgs84World) {
        let own = try #require(layer.degrees)
        #expect(
          own.contains(inWorld, tolerance: 1e-9) && inWorld.contains(own, tolerance: 1e-9), "\(row.layer): \(own)")
      } else {
        #expect(layer.degrees == nil, "\(row.layer): \(String(describing: layer.degrees))")
      }
    }
  }

  /// Those that OWSLib cannot read.
  @Test(arguments: [
    ("capabilities-brgm-1-1-1.xml", "1.1.1", 7), ("capabilities-dimensions-1-1-1.xml", "1.1.1", 1),
    ("ogcsample130.xml", "1.3.0", 8),
  ])
  func readsWhatOthersDoNot(file: String, version: String, layers: Int) throws {
    let capabilities = try Self.capabilities(file)
    #expect(capabilities.version == version && capabilities.layers.count == layers)
  }

  @Test func refusesTheFirstVersion() {
    #expect(throws: SourceError.self) { try Self.capabilities("wms_cap100.xml") }
    #expect(throws: SourceError.self) { try Self.capabilities("exception_130_LayerNotDefined.xml") }
  }

  @Test func readsTimesScalesLimitsAndLegends() throws {
    let old = try Self.capabilities("capabilities-dimensions-1-1-1.xml").layers[0].dimensions
    #expect(old.map(\.name) == ["time", "elevation"] && old[0].default == "2024-01-02T00:00:00Z")
    #expect(old[0].values.hasPrefix("2024-01-01T00:00:00Z,") && old[1].units == "EPSG:5030")
    let (proxy, proxyOld) = (try Self.capabilities("mapproxy_wms130.xml"), try Self.capabilities("mapproxy_wms111.xml"))
    let scaled = try #require(proxy.layers.first { $0.largestScale != nil })
    let hinted = try #require(proxyOld.layers.first { $0.largestScale != nil })
    #expect(scaled.largestScale == 1000 && scaled.smallestScale == 5e7)
    // The diagonal of a pixel of 0.28 mm at 1:1000 and 1:50,000,000.
    #expect(abs((hinted.largestScale ?? 0) - 1000) < 0.01 && abs((hinted.smallestScale ?? 0) - 5e7) < 500)
    let server = try Self.capabilities("mapserver8_wms130.xml")
    #expect(server.mostColumns == 4096 && server.mostRows == 4096 && server.title?.contains("æøå") == true)
    #expect(server.layers.last { !$0.styles.isEmpty }?.styles[0].legend?.contains("GetLegendGraphic") == true)
    #expect(try Self.capabilities("ogcsample130.xml").mostLayers == 16)
    #expect(try Self.capabilities("ogcsample130.xml").layers.contains { $0.attribution == "State College University" })
  }
}
