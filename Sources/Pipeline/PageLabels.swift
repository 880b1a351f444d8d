import DocumentModel
import Geodesy
import Rendering
import Resolving

/// The labels of a picture, each in its place: none touches another, and none is cut by the picture's edge.
struct PageLabels: Sendable {
  /// A label of a grid and where it stands.
  struct OfGrid: Sendable {
    let label: GridLabel
    /// Of its text, in device pixels.
    let center: PixelPoint
    /// Of its baseline, in degrees clockwise from the right.
    let angle: Double
  }

  private(set) var drawing = Drawing()
  /// What no other name may touch, in device pixels: they and the attribution.
  private(set) var taken: [PixelRectangle] = []
  /// Of each grid of the map, in the order of its figure.
  private(set) var ofGrids: [[OfGrid]] = []
  /// Fonts that symbols name and that are not installed, and letters that no font has.
  private(set) var missing: [Owner: MissingFonts] = [:]

  /// Who asked for a label: a grid of the map, or one of the layers of features, by their place in the order.
  enum Owner: Hashable {
    case grid(Int)
    case features(Int)
  }

  /// - Parameters:
  ///   - features: Of the layers of features, bottom first. Grids come first, for their labels have fixed places; of equal
  ///     priority, labels of lower layers come before those of upper ones.
  ///   - obstacles: What no label may cover.
  /// - Throws: ``DrawingError`` where pango or its font is not installed.
  init(
    of map: ResolvedMap, features: [DrawnFeatures] = [], obstacles: [PixelRectangle] = []
  ) throws(DrawingError) {
    taken = obstacles
    ofGrids = map.grids.map { _ in [] }
    // Most pictures have none, and room for labels takes its time to make on a large page.
    if map.grids.isEmpty, features.allSatisfy({ $0.labels.isEmpty && $0.callouts.isEmpty }) { return }
    var placer = LabelPlacer(map.view.size, pixelRatio: map.view.pixelRatio, obstacles: obstacles)
    try placeGrids(of: map, &placer)
    // Callouts are larger, and chosen one by one: labels find places between them.
    let callouts = Self.owned(features.map(\.callouts), \.owner)
    if !callouts.isEmpty { add(try placer.place(callouts: callouts), of: Owner.features) }
    let labels = Self.owned(features.map(\.labels), \.owner)
    if !labels.isEmpty { add(try placer.place(labels), of: Owner.features) }
  }

  /// The requests of several layers, each with the place of its layer as its owner.
  private static func owned<Request>(
    _ lists: [[Request]], _ owner: WritableKeyPath<Request, Int>
  ) -> [Request] {
    lists.enumerated().flatMap { place, list in
      list.map { request in
        var request = request
        request[keyPath: owner] = place
        return request
      }
    }
  }

  /// No labels.
  init() {}

  /// Whether there are none.
  var isEmpty: Bool { drawing.isEmpty }

  private mutating func add(_ placed: PlacedLabels, of owner: (Int) -> Owner) {
    drawing.append(placed.drawing)
    for (number, fonts) in placed.missing where !fonts.isEmpty {
      missing[owner(number), default: MissingFonts()].formUnion(fonts)
    }
    taken += placed.labels.flatMap { $0.boxes.map(\.bounds) }
  }

  private mutating func placeGrids(of map: ResolvedMap, _ placer: inout LabelPlacer) throws(DrawingError) {
    var requests: [LabelRequest] = []
    var origins: [(grid: Int, number: Int, rotation: Double)] = []
    for (index, grid) in map.grids.enumerated() {
      let painter = GridPainter(grid.grid, grid.figure, pixelRatio: map.view.pixelRatio)
      for label in try painter.labels() {
        var request = label.request
        request.owner = index
        requests.append(request)
        origins.append((index, label.number, label.rotation))
      }
    }
    if requests.isEmpty { return }
    let placed = try placer.place(requests)
    add(placed, of: Owner.grid)
    for label in placed.labels.sorted(by: { $0.request < $1.request }) {
      guard let box = label.boxes.first else { continue }
      let origin = origins[label.request]
      ofGrids[origin.grid].append(
        OfGrid(
          label: map.grids[origin.grid].figure.labels[origin.number], center: box.center, angle: origin.rotation))
    }
  }
}
