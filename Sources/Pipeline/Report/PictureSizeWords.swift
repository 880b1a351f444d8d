import Diagnostics
import DocumentModel

/// What a very large picture comes to, said before it is made.
package enum PictureSizeWords {
  /// Pixels from which on it is worth saying.
  static let large = 200_000_000

  /// `this makes 1.6 GPixel, about 900 MB`.
  package static func text(pixels: Int, bytes: Int) -> String {
    let size =
      pixels >= 1_000_000_000
      ? "\(ReadableNumber.fixed(Double(pixels) / 1e9, places: 1)) GPixel"
      : "\(ReadableNumber.fixed(Double(pixels) / 1e6, places: 0)) MPixel"
    // It is a guess: two digits are enough.
    var unit = 1
    while bytes / unit >= 100 { unit *= 10 }
    return "this makes \(size), about \(ReadableNumber.bytes((bytes + unit / 2) / unit * unit))"
  }

  /// Bytes of a file of so many pixels: what pictures of maps come to on average.
  static func bytes(of format: OutputFormat, pixels: Int) -> Int {
    switch format {
    case .png: pixels * 9 / 16
    case .jpg: pixels / 4
    case .webp: pixels / 6
    }
  }
}
