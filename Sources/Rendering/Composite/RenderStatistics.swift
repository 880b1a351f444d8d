import DocumentModel
import Geodesy

/// What became of the layers of a scene.
package struct RenderStatistics: Sendable, Hashable {
  /// One for each of the scene's layers, in its order.
  package var layers: [LayerStatistics]
}

/// What became of one layer: of its tiles, or of the layers of a group.
package struct LayerStatistics: Sendable, Hashable {
  /// Tiles whose own picture was drawn.
  package var drawn = 0
  /// Tiles that there are not, whatever was drawn in their place.
  package var absent = 0
  package var failed = 0
  /// The first absent and the first failed tile in drawing order: for messages.
  package var firstAbsent: TileIndex?
  package var firstFailed: TileIndex?
  /// 0 to 1: the share of the picture, within the layer's bounds, that is backed by pictures of the source, coarser
  /// ones included; 1 where the bounds leave nothing of the picture. Of a group: the largest of its layers.
  package var coverage: Double = 1
  /// Of a group.
  package var layers: [LayerStatistics] = []
}

extension LayerStatistics {
  /// Counts what a supplier has of a tile.
  ///
  /// - Returns: Whether the tile's place is backed by data of the source, its own or a coarser tile's.
  mutating func count(_ answer: SuppliedTile, of index: TileIndex, onMissing: MissingTile) -> Bool {
    switch answer {
    case .picture:
      drawn += 1
      return true
    case .failed:
      failed += 1
      firstFailed = firstFailed ?? index
      return false
    case .absent(let parent):
      absent += 1
      firstAbsent = firstAbsent ?? index
      return parent != nil && onMissing == .parent
    }
  }
}
