import Synchronization
import TestSupport

/// A WMS on the loopback that draws what can be foretold: the colour of a pixel says where its centre lies on the ground.
final class DrawingService: Sendable {
  let server: ScriptedServer

  /// What stands in an answer in place of a picture; `nil`: the picture.
  typealias Trouble = @Sendable (_ parameters: [String: String]) -> ScriptedServer.Reply?

  /// - Parameters:
  ///   - step: Units of the ground for a shade.
  ///   - service: Elements of `Service`, such as `<MaxWidth>`.
  ///   - layer: Elements of the layer `ground`, beside its name.
  init(
    step: Double, references: [String] = ["EPSG:3857", "EPSG:4326"], service: String = "", layer: String = "",
    version: String = "1.3.0", trouble: @escaping Trouble = { _ in nil }
  ) throws {
    let log = Log()
    server = try ScriptedServer { request in
      log.targets.withLock { $0.append(request.target) }
      let parameters = Self.parameters(request.target)
      if parameters["REQUEST"] == "GetCapabilities" {
        return .ok(
          Self.capabilities(version, references, service: service, layer: layer), type: "text/xml",
          [("Cache-Control", "max-age=1000")])
      }
      if let reply = trouble(parameters) { return reply }
      guard let picture = Self.picture(parameters, step: step) else { return .status(400) }
      return .ok(picture.png, [("Cache-Control", "max-age=1000")])
    }
    self.log = log
  }

  private let log: Log
  private final class Log: Sendable {
    let targets = Mutex<[String]>([])
  }

  var address: String { server.baseAddress + "/wms?" }

  /// What was asked so far, in order.
  var targets: [String] { log.targets.withLock { $0 } }
  var pictures: [String] { targets.filter { $0.contains("REQUEST=GetMap") } }

  static func parameters(_ target: String) -> [String: String] {
    var parameters: [String: String] = [:]
    for part in target.split(separator: "?", maxSplits: 1).last?.split(separator: "&") ?? [] {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      if pair.count == 2 { parameters[pair[0]] = pair[1] }
    }
    return parameters
  }

  /// The shades of the ground at a place.
  static func color(x: Double, y: Double, step: Double) -> (UInt8, UInt8, UInt8, UInt8) {
    let (column, row) = (Int((x / step).rounded(.down)), Int((y / step).rounded(.down)))
    return (UInt8(column & 255), UInt8(row & 255), UInt8((column >> 8 & 15) << 4 | row >> 8 & 15), 255)
  }

  static func picture(_ parameters: [String: String], step: Double) -> PlainPicture? {
    let box = (parameters["BBOX"] ?? "").split(separator: ",").compactMap { Double($0) }
    guard box.count == 4, let width = Int(parameters["WIDTH"] ?? ""), let height = Int(parameters["HEIGHT"] ?? "")
    else {
      return nil
    }
    let isNorthFirst = parameters["CRS"] == "EPSG:4326"
    let (xmin, xmax) = isNorthFirst ? (box[1], box[3]) : (box[0], box[2])
    let (ymin, ymax) = isNorthFirst ? (box[0], box[2]) : (box[1], box[3])
    return PlainPicture(width: width, height: height) { x, y in
      color(
        x: xmin + (Double(x) + 0.5) * (xmax - xmin) / Double(width),
        y: ymax - (Double(y) + 0.5) * (ymax - ymin) / Double(height), step: step)
    }
  }

  static func capabilities(_ version: String, _ references: [String], service: String, layer: String) -> String {
    let name = version == "1.3.0" ? "WMS_Capabilities" : "WMT_MS_Capabilities"
    let element = version == "1.3.0" ? "CRS" : "SRS"
    return """
      <?xml version="1.0"?><\(name) version="\(version)" xmlns:xlink="http://www.w3.org/1999/xlink">
      <Service><Title>Drawn</Title>\(service)</Service><Capability><Request><GetMap><Format>image/png</Format>
      <DCPType><HTTP><Get><OnlineResource xlink:href="http://localhost/wms?"/></Get></HTTP></DCPType></GetMap></Request>
      <Layer><Title>All</Title>\(references.map { "<\(element)>\($0)</\(element)>" }.joined())
      <Layer><Name>ground</Name><Title>Ground</Title><Attribution><Title>Example Survey</Title></Attribution>\(layer)</Layer>
      <Layer><Name>roads</Name><Title>Roads</Title></Layer></Layer></Capability></\(name)>
      """
  }
}
