import Diagnostics
import DocumentModel
import Geodesy

/// What is known of a layer's source when a map is resolved.
package enum LayerKnowledge: Sendable {
  case described(LayerDescription)
  /// Its source could not be opened; the finding has been reported.
  case failed
  /// Only the service knows, and it may not be asked (MD400).
  case unknown
}

/// Which view of a document is resolved.
package struct ViewChoice: Sendable, Hashable {
  /// The name of a bookmark; `nil`: the initial extent.
  package var bookmark: String?
  /// Of the output and the command line, applied in order over the document's canvas and the bookmark's.
  package var canvas: [CanvasOverride]

  package init(bookmark: String? = nil, canvas: [CanvasOverride] = []) {
    self.bookmark = bookmark
    self.canvas = canvas
  }
}

/// What resolving one view gave: the map where there is one, and what was found on the way.
package struct Resolution: Sendable {
  /// `nil` where the basemap fixes no reference or the view cannot be computed; layers that do not fit are in it as `reject`.
  package var map: ResolvedMap?
  package var findings: [Diagnostic]
}
