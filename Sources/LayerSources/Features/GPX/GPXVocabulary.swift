import DocumentModel

/// The layers of a GPX file and their fields, as OGR's driver names them.
enum GPXLayer: String, CaseIterable, Sendable {
  case waypoints, routes, tracks
  case routePoints = "route_points"
  case trackPoints = "track_points"

  /// What stands in every file that holds anything to see.
  static let whole: [GPXLayer] = [.waypoints, .routes, .tracks]

  var isOfPoints: Bool { self == .waypoints || self == .routePoints || self == .trackPoints }

  var fields: [(name: String, type: ExpressionType)] {
    switch self {
    case .waypoints: Self.ofPoints
    case .routes, .tracks: Self.ofLines
    case .routePoints: [("route_fid", .number), ("route_point_id", .number)] + Self.ofPoints
    case .trackPoints:
      [("track_fid", .number), ("track_seg_id", .number), ("track_seg_point_id", .number)] + Self.ofPoints
    }
  }

  private static let links: [(name: String, type: ExpressionType)] = [
    ("link1_href", .text), ("link1_text", .text), ("link1_type", .text), ("link2_href", .text), ("link2_text", .text),
    ("link2_type", .text),
  ]

  private static let ofLines: [(name: String, type: ExpressionType)] =
    [("name", .text), ("cmt", .text), ("desc", .text), ("src", .text)] + links + [("number", .number), ("type", .text)]

  private static let ofPoints: [(name: String, type: ExpressionType)] =
    [
      ("ele", .number), ("time", .text), ("magvar", .number), ("geoidheight", .number), ("name", .text),
      ("cmt", .text), ("desc", .text), ("src", .text),
    ] + links + [
      ("sym", .text), ("type", .text), ("fix", .text), ("sat", .number), ("hdop", .number), ("vdop", .number),
      ("pdop", .number), ("ageofdgpsdata", .number), ("dgpsid", .number),
    ]

  /// Elements that hold a number.
  static let numbers: Set<String> = [
    "ele", "magvar", "geoidheight", "number", "sat", "hdop", "vdop", "pdop", "ageofdgpsdata", "dgpsid", "speed",
    "course",
  ]
}
