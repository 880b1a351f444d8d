import DocumentModel
import Geodesy

/// What a supplier said of a tile, and what is drawn for it.
struct TileAnswer: Sendable {
  var tile: SuppliedTile
  var content: TileRow.Content

  /// Tiles asked for at a time, so that a source can answer them side by side.
  private static let concurrency = 32

  /// Asks for tiles; the answers are in their order.
  static func all(
    of tiles: [TileIndex], from supplier: any TileSupplying, _ onMissing: MissingTile, _ resampling: Resampling
  ) async -> [TileAnswer] {
    await withTaskGroup(of: (Int, TileAnswer).self) { group in
      var answers = [TileAnswer](repeating: TileAnswer(tile: .failed, content: .nothing), count: tiles.count)
      for (number, index) in tiles.enumerated() {
        if number >= concurrency, let (done, answer) = await group.next() { answers[done] = answer }
        group.addTask {
          let tile = await supplier.tile(index)
          return (number, TileAnswer(tile: tile, content: content(tile, onMissing, resampling)))
        }
      }
      for await (done, answer) in group { answers[done] = answer }
      return answers
    }
  }

  private static func content(
    _ answer: SuppliedTile, _ onMissing: MissingTile, _ resampling: Resampling
  ) -> TileRow.Content {
    switch (answer, onMissing) {
    case (.picture(let picture), _): .picture(picture)
    case (.absent(.some((let parent, let part))), .parent):
      // As many pixels as the parent's own, which are most likely those of the tiles beside it.
      .picture(parent.resampled(part, to: parent.size, resampling))
    case (.absent, .color(let color)): .color(color)
    case (.absent, _), (.failed, _): .nothing
    }
  }
}
