internal import CPROJ

/// Finds the authority's code of a reference that was given in words.
struct ReferenceIdentification {
  private let object: PROJObject
  private let definition: String

  /// Of those that PROJ holds possible; the right one is among the first.
  private static let matchLimit: Int32 = 16

  init(_ object: PROJObject, definition: String) {
    self.object = object
    self.definition = definition
  }

  /// By its code where PROJ finds one that means the same, else by its definition.
  var reference: SpatialReference {
    // The horizontal part of a compound reference has a code of its own; a plain code stays what it is.
    if let code = ownCode, code != definition, let other = object.context.object(code), other.isEquivalent(to: target) {
      return Self.known(code)
    }
    guard isText else { return Self.known(definition) }
    return identified.map(Self.known) ?? SpatialReference(normalised: definition)
  }

  private var isText: Bool { definition.contains { "[{+(".contains($0) } }

  /// A PROJ string with a datum shift of its own means that shift; `TOWGS84` in a WKT is read past when the rest is a
  /// reference with a code, as GDAL does.
  private var target: PROJObject { definition.hasPrefix("+") ? object : object.withoutDatumShift }

  private var ownCode: String? {
    let functions = object.functions
    guard
      let authority = functions.pointee.proj_get_id_auth_name(target.pointer, 0),
      let code = functions.pointee.proj_get_id_code(target.pointer, 0)
    else { return nil }
    return String(cString: authority) + ":" + String(cString: code)
  }

  /// The first match among EPSG's codes, then Esri's, that means the same under whatever name.
  private var identified: String? {
    let functions = object.functions
    let context = object.context
    for authority in ["EPSG", "ESRI"] {
      guard let list = functions.pointee.proj_identify(context.pointer, target.pointer, authority, nil, nil) else {
        continue
      }
      defer { functions.pointee.proj_list_destroy(list) }
      // In the order of PROJ's confidence, which is low already for another order of axes: what counts is equivalence.
      for index in 0..<min(Self.matchLimit, functions.pointee.proj_list_get_count(list)) {
        guard
          let match = object.adopt(functions.pointee.proj_list_get(context.pointer, list, index)),
          match.isEquivalent(to: target), let code = functions.pointee.proj_get_id_code(match.pointer, 0)
        else { continue }
        return authority + ":" + String(cString: code)
      }
    }
    return nil
  }

  /// Web Mercator and WGS 84 under their other codes, else the code as it is.
  private static func known(_ code: String) -> SpatialReference {
    if case .known(let reference) = ReferenceNotation(code) { return reference }
    return SpatialReference(normalised: code)
  }
}
