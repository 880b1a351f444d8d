import Diagnostics
import DocumentModel
import LayerSources
import Transport

/// Why a tile could not be had; becomes a finding at its layer's place.
enum TileFailure: Error, Sendable, Hashable {
  case source(SourceError)
  case fetch(FetchError)
  /// The bytes of a package's tile, or of a file that is one picture, are not a picture.
  case undecodable(place: Place, reason: String)

  enum Place: Sendable, Hashable {
    /// "level 3, row 4, column 5".
    case tile(String)
    case picture(path: String)
  }
}

/// What getting one tile has cost.
struct TileCost: Sendable, Hashable {
  /// Requests to a server, with retries.
  var requests = 0
  /// Bytes over the network.
  var bytes = 0
  var isFromCache = false
  /// Why an old answer was used.
  var staleReason: String?

  static let none = TileCost()
}
