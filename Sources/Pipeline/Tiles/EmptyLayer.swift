import Diagnostics
import DocumentModel
import Geodesy
import LayerSources
import Transport

/// A layer of which a finished picture shows nothing at all: mostly its address has a slip, and its server says of each
/// tile that it does not exist.
extension LayerSupplier {
  /// The finding for a layer none of whose tiles exists; `nil` where one does, or a coarser one stands in, where any has
  /// failed, and for layers that mapdoc draws itself.
  ///
  /// A layer that has no tile in the picture by its own words (`bounds`, the extent of its source) is left out before: it
  /// has no supplier.
  func emptiness(in document: MapDocument) -> Diagnostic? {
    let record = outcome
    let absent = record.absent
    guard let first = absent.first, absent.count == record.fates.count, record.backed.isEmpty, source.hasOwnTiles else {
      return nil
    }
    let what =
      absent.count == 1
      ? "the only tile that the picture asks for does not exist: \(place(of: first))"
      : "none of the \(ReadableNumber.grouped(Double(absent.count))) tiles that the picture asks for exists, such as "
        + place(of: first)
    return Diagnostic(
      .layerWithoutTilesHere, "layer `\(layer.id)` is empty: \(what)",
      at: document.valueRange(ofFirst: ["url", "path"], in: layer),
      hint: Hint("look for a slip in where its tiles come from; where the layer ends, say so with `bounds`"),
      layer: layer.id)
  }

  /// The address of a tile that is asked for, its secrets hidden; the place in its level of any other.
  private func place(of tile: TileIndex) -> String {
    let asked = Result { () throws(SourceError) in try source.tile(tile) }
    if isRemote, case .success(.remote(let request)) = asked {
      return "`\(Address.redacted(request.address))`"
    }
    return "level \(tile.level), row \(tile.row), column \(tile.column)"
  }
}

/// A layer by its document's path and its id.
private struct Place: Hashable { let document, layer: String }

extension [MapReport] {
  /// What was found in all pictures.
  ///
  /// That a layer is empty is said once for a document; of layers above the basemap only where none of its pictures shows a
  /// tile of them: a layer whose tiles are found in one place may well have none in another.
  /// - Parameter basemaps: The id of the first layer, by the path of its document.
  func findings(basemaps: [String: String]) -> [Diagnostic] {
    let shown = Set(
      flatMap { map in map.layers.filter { $0.coverage > 0 }.map { Place(document: map.document, layer: $0.id) } })
    var told: Set<Place> = []
    return flatMap { map in
      map.findings.filter { finding in
        guard finding.code == .layerWithoutTilesHere, let layer = finding.layer else { return true }
        let place = Place(document: map.document, layer: layer)
        return (!shown.contains(place) || basemaps[map.document] == layer) && told.insert(place).inserted
      }
    }
  }
}
