import Diagnostics
import DocumentModel
import Transport

/// The pictures of an imported map's symbols, which go into files beside its document: `city-images/3f2a....png`.
struct PicturesBeside {
  /// Of the document, without its folder.
  private let folder: String
  /// By their name in the folder.
  private(set) var files: [String: [UInt8]] = [:]

  /// - Parameter document: The path of the document that is written.
  init(document: String) {
    let name = document.split(separator: "/").last.map(String.init) ?? document
    let suffix = PathResolution.suffix(of: name)
    folder = (suffix.isEmpty ? name : String(name.dropLast(suffix.count + 1))) + "-images"
  }

  /// The paths of the files, as the document names them.
  var paths: [(path: String, bytes: [UInt8])] {
    files.sorted { $0.key < $1.key }.map { ("\(folder)/\($0.key)", $0.value) }
  }

  /// A layer, and those in it, with paths in place of the pictures that stand in its keys.
  mutating func taken(outOf layer: LayerDraft) -> LayerDraft {
    var layer = layer
    layer.keys = layer.keys.map { JSONValue.Member(key: $0.key, value: taken(outOf: $0.value, of: $0.key)) }
    layer.children = layer.children.map { taken(outOf: $0) }
    return layer
  }

  private mutating func taken(outOf value: JSONValue, of key: String) -> JSONValue {
    // Those of features are data, whatever they are called.
    if key == "attributes" { return value }
    switch value {
    case .object(let members):
      return .object(members.map { JSONValue.Member(key: $0.key, value: taken(outOf: $0.value, of: $0.key)) })
    case .array(let items): return .array(items.map { taken(outOf: $0, of: "") })
    case .string(let text) where key == "image":
      guard let type = Self.suffixes.first(where: { text.hasPrefix("data:\($0.type);") }),
        let bytes = try? DataAddress.bytes(of: text)
      else { return value }
      // By its content: equal pictures are one file, and a second import finds its own.
      let name = SHA256.digest(of: bytes).hex.prefix(16) + "." + type.suffix
      files[String(name)] = bytes
      return .string("\(folder)/\(name)")
    default: return value
    }
  }

  private static let suffixes: [(type: String, suffix: String)] = [
    ("image/png", "png"), ("image/jpeg", "jpg"), ("image/gif", "gif"), ("image/svg+xml", "svg"),
  ]
}
