import DocumentModel
import Geodesy

/// Why a picture was not written. The file that stood there before still does.
package enum OutputError: Error, Hashable, Sendable {
  /// The task was cancelled.
  case cancelled
  /// What was drawn was not to be kept (a layer failed).
  case refused
  /// The system says no; `reason` is its own word ("permission denied").
  case cannotCreate(path: String, reason: String)
  case diskFull(path: String)
  case readOnly(path: String)
  case cannotWrite(path: String, reason: String)
  /// Past what the format can hold.
  case tooLarge(OutputFormat, PixelSize, side: Int)
  /// The system does not give the memory that the picture takes at once.
  case outOfMemory(OutputFormat, PixelSize, bytes: Int)
  case encoder(OutputFormat, reason: String)
  /// Its lines or letters could not be drawn.
  case notDrawn(DrawingError)
}

extension OutputError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .cancelled: "stopped before it was written"
    case .refused: "not written, as a layer failed"
    case .cannotCreate(let path, let reason): "cannot create `\(path)`: \(reason)"
    case .diskFull(let path): "cannot write `\(path)`: the disk is full"
    case .readOnly(let path): "cannot create `\(path)`: the file system is read-only"
    case .cannotWrite(let path, let reason): "cannot write `\(path)`: \(reason)"
    case .tooLarge(let format, let size, let side):
      "a \(format.rawValue) has at most \(side) pixels a side, not \(size.width) x \(size.height)"
    case .outOfMemory(let format, let size, let bytes):
      "a \(format.rawValue) of \(size.width) x \(size.height) pixels takes about \((bytes + 999_999) / 1_000_000) MB of "
        + "memory at once, which is not to be had"
    case .notDrawn(let error): "cannot draw its lines and letters: \(error.words)"
    case .encoder(let format, let reason): "cannot encode as \(format.rawValue): \(reason)"
    }
  }
}
