import Geodesy

/// What a caller lays over the finished picture: for the obligatory attributions. Given the picture's size, the device
/// pixels in a logical one and the texts, it gives a picture and where its top left corner lies, or `nil` for nothing.
package typealias SceneOverlay =
  @Sendable (_ size: PixelSize, _ pixelRatio: Double, _ texts: [String]) -> (Picture, x: Int, y: Int)?

/// Renders scenes in horizontal bands: memory grows with a picture's width, not with its height.
package enum SceneRenderer {
  /// Draws a scene from its top to its bottom into a sink. The result is the same for any number of jobs and any
  /// height of the bands.
  ///
  /// - Parameters:
  ///   - bandHeight: Rows drawn at a time, at least 1.
  ///   - jobs: Bands drawn at a time, at least 1; tiles of the next band are asked for meanwhile.
  ///   - overlay: Asked once, and only when the scene has obligatory attributions.
  /// - Throws: What the sink throws, or ``OutputError/cancelled`` when the task was.
  package static func render<Sink: PictureSink>(
    _ scene: Scene, bandHeight: Int, jobs: Int, into sink: Sink, overlay: SceneOverlay? = nil
  ) async throws(OutputError) -> RenderStatistics {
    precondition(bandHeight > 0 && jobs > 0 && scene.size.width > 0 && scene.size.height > 0)
    let prepared = PreparedScene(scene)
    let laid = Overlay(scene, overlay)
    var gatherers = prepared.tiles.map { LayerGatherer($0, on: scene.size) }
    for gatherer in gatherers { gatherer.announce() }
    let encoder = sink.encoder
    let tops = Array(stride(from: 0, to: scene.size.height, by: bandHeight))

    typealias Outcome = Result<Sink.Encoder.Piece, DrawingError>
    let result = await withTaskGroup(of: (Int, Outcome).self) { group -> Result<Void, OutputError> in
      var waiting = OrderedPieces<Outcome>()
      do throws(OutputError) {
        for (number, top) in tops.enumerated() {
          if Task.isCancelled { throw .cancelled }
          let band = top..<min(top + bandHeight, scene.size.height)
          for index in gatherers.indices { await gatherers[index].gather(band) }
          let tiles = gatherers.map(\.gathered)
          // A band that waits for a slower one above it counts too: pieces do not pile up.
          while number - waiting.next >= jobs + 1, let piece = await group.next() {
            for ready in waiting.take(piece) { try sink.append(ready.drawn) }
          }
          group.addTask {
            do throws(DrawingError) {
              var picture = try BandComposer(scene: prepared, band: band, tiles: tiles).composed()
              laid?.lay(onto: &picture, top: top)
              return (number, .success(encoder.encode(PictureBand(top: top, picture: picture))))
            } catch {
              return (number, .failure(error))
            }
          }
        }
        for await piece in group {
          for ready in waiting.take(piece) { try sink.append(ready.drawn) }
        }
        return Task.isCancelled ? .failure(.cancelled) : .success(())
      } catch {
        group.cancelAll()
        return .failure(error)
      }
    }
    try result.get()
    var remaining = gatherers.map(\.statistics)[...]
    return RenderStatistics(layers: scene.layers.map { statistics(of: $0, &remaining) })
  }

  /// The tree of layers again, with the mosaics' figures in their places.
  private static func statistics(
    of layer: SceneLayer, _ remaining: inout ArraySlice<LayerStatistics>
  ) -> LayerStatistics {
    switch layer.content {
    case .mosaic, .warped: return remaining.removeFirst()
    case .drawing: return LayerStatistics()
    case .group(let layers):
      var sum = LayerStatistics()
      sum.layers = layers.map { statistics(of: $0, &remaining) }
      sum.coverage = sum.layers.map(\.coverage).max() ?? 1
      for part in sum.layers {
        sum.drawn += part.drawn
        sum.absent += part.absent
        sum.failed += part.failed
        sum.firstAbsent = sum.firstAbsent ?? part.firstAbsent
        sum.firstFailed = sum.firstFailed ?? part.firstFailed
      }
      return sum
    }
  }
}

extension Result where Failure == DrawingError {
  /// The piece of a band that could be drawn.
  fileprivate var drawn: Success {
    get throws(OutputError) {
      switch self {
      case .success(let piece): return piece
      case .failure(let error): throw .notDrawn(error)
      }
    }
  }
}

/// Puts what came in any order back into its own.
private struct OrderedPieces<Piece> {
  /// The number of the piece that is wanted next.
  private(set) var next = 0
  private var early: [Int: Piece] = [:]

  mutating func take(_ piece: (Int, Piece)) -> [Piece] {
    early[piece.0] = piece.1
    var ready: [Piece] = []
    while let piece = early.removeValue(forKey: next) {
      ready.append(piece)
      next += 1
    }
    return ready
  }
}

/// What is laid over all layers.
private struct Overlay: Sendable {
  let picture: Picture
  let x: Int
  let y: Int

  init?(_ scene: Scene, _ overlay: SceneOverlay?) {
    guard let overlay, !scene.obligatoryAttributions.isEmpty,
      let laid = overlay(scene.size, scene.pixelRatio, scene.obligatoryAttributions)
    else { return nil }
    (picture, x, y) = (laid.0, laid.x, laid.y)
  }

  func lay(onto band: inout Picture, top: Int) {
    let columns = (x..<x + picture.size.width).clamped(to: 0..<band.size.width)
    let rows = (y..<y + picture.size.height).clamped(to: top..<top + band.size.height)
    if columns.isEmpty { return }
    for row in rows {
      picture.withRow(row - y, columns: columns.lowerBound - x..<columns.upperBound - x) { source in
        band.withMutableRow(row - top) { RowBlender.over(source, onto: &$0, at: columns.lowerBound) }
      }
    }
  }
}
