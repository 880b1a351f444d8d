import Diagnostics
import DocumentModel
import Geodesy

/// Extents of a web map: what it shows first, and its bookmarks.
enum WebMapViews {
  /// Bookmarks of one map.
  private static let mostBookmarks = 1000

  static func read(
    _ root: JSONElement, _ item: JSONElement?, _ draft: inout MapDraft, _ reference: SpatialReference?
  ) {
    var reader = Reader(reference: reference)
    reader.readInitialView(root, item, &draft)
    var names: Set<String> = []
    let all = reader.parts.items("bookmarks", of: root) ?? []
    for (index, bookmark) in all.prefix(mostBookmarks).enumerated() {
      if let one = reader.bookmark(bookmark, number: index + 1, isTurned: draft.rotation != 0, &names) {
        draft.bookmarks.append(one)
      }
    }
    if all.count > mostBookmarks, let last = all.last {
      reader.parts.note(last, "only the first \(mostBookmarks) bookmarks are read")
    }
    if let state = root.child("initialState") {
      reader.parts.left(of: state, beside: ["viewpoint"])
    }
    draft.omissions += reader.parts.omissions
  }

  /// `extent` of an item: two corners in degrees.
  static func extent(ofItem corners: JSONElement) -> JSONValue? {
    var reader = Reader(reference: nil)
    return reader.corners(corners)
  }

  private struct Reader {
    /// Of the map, for boxes that name none.
    let reference: SpatialReference?
    var parts = PartReader()

    /// The first of the places for it that can be used.
    mutating func readInitialView(_ root: JSONElement, _ item: JSONElement?, _ draft: inout MapDraft) {
      if let written = root.child("initialState")?.child("viewpoint"), written.saysSomething {
        if let view = viewpoint(written) {
          (draft.initialExtent, draft.rotation) = (view.extent, view.rotation)
          return
        }
        parts.note(written, "what the map shows first cannot be used: neither a box, nor a point with a scale")
      }
      let options = root.child("mapOptions")
      if let written = options?.child("extent"), written.saysSomething {
        if let extent = box(written) {
          draft.initialExtent = extent
          draft.rotation = parts.number("rotation", of: options) ?? 0
          return
        }
        parts.note(written, "what the map shows first cannot be used: no box")
      }
      guard let corners = item?.child("extent"), corners.saysSomething else { return }
      draft.initialExtent = self.corners(corners)
      if draft.initialExtent == nil { parts.note(corners, "the item's extent cannot be used: no two corners") }
    }

    /// - Parameter isTurned: The map is: a bookmark that says how it is turned says so also where it is not.
    mutating func bookmark(
      _ json: JSONElement, number: Int, isTurned: Bool, _ names: inout Set<String>
    ) -> JSONValue? {
      var view = json.child("viewpoint").flatMap { viewpoint($0) }
      let isSaid = view != nil
      if view == nil, let box = json.child("extent").flatMap({ box($0) }) { view = (box, 0) }
      guard let view else {
        parts.note([Omission(.part, json.way, title: json.child("name")?.text, "its extent cannot be used")])
        return nil
      }
      let title = json.child("name")?.plainText ?? "Bookmark \(number)"
      let word = String(title.map { "/\\".contains($0) ? "-" : $0 }.prefix(100))
      var (name, count) = (word == "." || word == ".." ? "Bookmark \(number)" : word, 1)
      while !names.insert(name).inserted {
        count += 1
        name = "\(word) (\(count))"
      }
      var members = [JSONValue.Member(key: "name", value: .string(name))]
      if name != title { members.append(.init(key: "title", value: .string(title))) }
      members.append(.init(key: "extent", value: view.extent))
      if view.rotation != 0 || isSaid && isTurned {
        members.append(.init(key: "rotation", value: .double(view.rotation)))
      }
      parts.left(of: json, beside: ["name", "extent", "viewpoint", "thumbnail"])
      return .object(members)
    }

    mutating func viewpoint(_ json: JSONElement) -> (extent: JSONValue, rotation: Double)? {
      guard let target = json.child("targetGeometry") else { return nil }
      // Both count clockwise from the top to north.
      let rotation = parts.number("rotation", of: json, in: -360...360) ?? 0
      if let box = box(target) { return (box, rotation) }
      guard let x = target.child("x")?.number, let y = target.child("y")?.number,
        let scale = json.child("scale")?.number, scale > 0, let srs = srs(of: target)
      else { return nil }
      let center: JSONValue = [Self.rounded(x, in: srs), Self.rounded(y, in: srs)]
      return (["center": center, "projectedScale": Self.rounded(scale, in: nil), "srs": .string(srs)], rotation)
    }

    /// Without digits that nobody sees: to a millimetre, or what is one in degrees.
    private static func rounded(_ value: Double, in srs: String?) -> JSONValue {
      let isDegrees = srs.flatMap { try? SpatialReference.parse($0) }?.facts.isGeographic ?? false
      let places = isDegrees ? 1e8 : 1e3
      let rounded = abs(value) < 1e12 ? (value * places).rounded() / places : value
      return WebMapLayerReading.number(rounded)
    }

    mutating func box(_ json: JSONElement) -> JSONValue? {
      guard let xmin = json.child("xmin")?.number, let ymin = json.child("ymin")?.number,
        let xmax = json.child("xmax")?.number, let ymax = json.child("ymax")?.number, xmin < xmax, ymin < ymax,
        let srs = srs(of: json)
      else { return nil }
      let numbers = [xmin, ymin, xmax, ymax].map { Self.rounded($0, in: srs) }
      return ["bbox": .array(numbers), "srs": .string(srs)]
    }

    mutating func corners(_ json: JSONElement) -> JSONValue? {
      let numbers = (json.items ?? []).flatMap { $0.items ?? [] }.compactMap(\.number)
      guard numbers.count == 4, numbers[0] < numbers[2], numbers[1] < numbers[3] else { return nil }
      // An item of the whole world reaches beyond it.
      let box = [
        max(-180, numbers[0]), max(-90, numbers[1]), min(180, numbers[2]), min(90, numbers[3]),
      ]
      guard box[0] < box[2], box[1] < box[3] else { return nil }
      return .array(box.map { Self.rounded($0, in: "EPSG:4326") })
    }

    /// As a document writes it.
    private mutating func srs(of json: JSONElement) -> String? {
      guard let written = json.child("spatialReference") else { return (reference ?? .wgs84).definition }
      do throws(SourceError) { return try written.spatialReference().definition } catch {
        parts.note(written, "its reference is not known: \(error.cause)")
        return nil
      }
    }
  }
}
