import DocumentModel
import Synchronization

/// The pictures that symbols name, each read once; shared by the maps of a run.
package final class SymbolPictures: Sendable {
  /// The bytes of a file, or why it cannot be read.
  package typealias FileReading = @Sendable (String) -> Result<[UInt8], SymbolPictureError>

  private let read: FileReading
  private let known = Mutex<[MarkerSymbol.Form: Result<SymbolPicture, SymbolPictureError>]>([:])

  package init(_ read: @escaping FileReading) { self.read = read }

  /// `nil` for a shape.
  func picture(of form: MarkerSymbol.Form) -> Result<SymbolPicture, SymbolPictureError>? {
    if case .shape = form { return nil }
    return known.withLock { known in
      if let found = known[form] { return found }
      let made = self.made(form)
      known[form] = made
      return made
    }
  }

  /// What keeps a picture from being drawn; `nil` for a shape, and for one that can be drawn.
  ///
  /// - Parameter size: Of a marker, in device pixels; `nil`: its own, or worked out for each feature.
  package func problem(of form: MarkerSymbol.Form, size: Double?) -> SymbolPictureError? {
    switch picture(of: form) {
    case nil: nil
    case .failure(let error)?: error
    case .success(let picture)?: size.flatMap { picture.problem(width: $0) }
    }
  }

  private func made(_ form: MarkerSymbol.Form) -> Result<SymbolPicture, SymbolPictureError> {
    let bytes: [UInt8]
    switch form {
    case .shape: return .failure(.unreadable(reason: "it is a shape"))
    case .embedded(let own): bytes = own.bytes
    case .file(let path):
      switch read(path) {
      case .success(let found): bytes = found
      case .failure(let error): return .failure(error)
      }
    }
    do throws(SymbolPictureError) { return .success(try SymbolPicture(bytes)) } catch { return .failure(error) }
  }
}
