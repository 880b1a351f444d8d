extension GridFigure {
  /// Works out a grid on a picture.
  ///
  /// Lines are found by what the picture shows, so a world map costs no more than a street plan: no line outside is looked at,
  /// and of a level there are 500 at most.
  /// - Parameter wraps: The map goes on beyond its world's edge.
  /// - Throws: ``GeodesyError`` where no operation leads from the grid's reference to the map's.
  package init(_ specification: GridSpecification, on view: MapView, wraps: Bool = false) throws(GeodesyError) {
    self.init()
    let page = try GridPage(view, wraps: wraps)
    guard page.shown != nil else { return }
    let lines: GridLines
    switch specification.kind {
    case .latlong: lines = PlainGrid.degrees(specification, on: page)
    case .projected(let reference): lines = try PlainGrid.projected(specification, reference, on: page)
    case .utm, .mgrs, .usng: lines = ZoneGrid(specification, page).lines()
    }
    levels = lines.levels
    excess = lines.excess
    for index in levels.indices {
      levels[index].lines = lines.lines.count { $0.level == levels[index].number && !$0.pieces.isEmpty }
    }
    strokes = GridMarks(style: specification.style, view: view, finest: levels.last?.number ?? 0).strokes(of: lines)
    guard let settings = specification.labels else { return }
    let placing = GridLabelPlacing(position: settings.position, page: PixelFrame(view.size))
    labels = GridEnds(page: PixelFrame(view.size), pixelRatio: view.pixelRatio).settled(
      lines.names + lines.guides.flatMap { placing.labels(of: $0, importance: 10) }
        + lines.lines.flatMap { placing.labels(of: $0, importance: importance(of: $0)) })
  }

  /// The heaviest lines of a plain grid are the few that others are counted from, and their labels have one place at an edge: they
  /// go before names of cells (10 and less), which can make room. Names go before the digits of a zone's lines, of which there
  /// are many.
  private func importance(of line: GridLine) -> Double {
    let isHeaviest = line.zone == nil && line.level == levels.first?.number && levels.count > 1
    return isHeaviest ? 20 : -Double(line.level)
  }
}

/// What a kind of grid gives, before it is drawn in a style.
struct GridLines {
  var levels: [GridLevel] = []
  var lines: [GridLine] = []
  /// Of cells.
  var names: [GridLabel] = []
  /// Middles of cells that are too small for their names: these stand at the edges instead.
  var guides: [GridLine] = []
  /// Small crosses where lines of the finest level meet, if they were asked for: two strokes each.
  var crosses: [[PicturePoint]] = []
  var excess: GridExcess?
}

/// How far outside the picture lines go on, in device pixels: their ends are not seen.
let gridMargin = 64.0
