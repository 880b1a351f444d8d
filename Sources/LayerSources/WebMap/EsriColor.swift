import Diagnostics
import DocumentModel

/// A colour of Esri's JSON: red, green, blue and alpha from 0 to 255.
struct EsriColor {
  let red: UInt8
  let green: UInt8
  let blue: UInt8
  let alpha: UInt8

  /// `nil` for what is no such list.
  init?(_ json: JSONElement?) {
    guard let numbers = json?.items?.map({ $0.number ?? -1 }), (3...4).contains(numbers.count),
      numbers.allSatisfy({ (0...255).contains($0) })
    else { return nil }
    let bytes = numbers.map { UInt8($0.rounded()) }
    (red, green, blue) = (bytes[0], bytes[1], bytes[2])
    alpha = bytes.count == 4 ? bytes[3] : 255
  }

  /// `#rrggbb`, with alpha where it is not opaque.
  var text: String {
    let bytes = alpha == 255 ? [red, green, blue] : [red, green, blue, alpha]
    return "#" + bytes.map { $0 < 16 ? "0\(String($0, radix: 16))" : String($0, radix: 16) }.joined()
  }
}
