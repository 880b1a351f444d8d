import Diagnostics
import DocumentModel
import Geodesy

/// Brings geometries that are in another reference than the layer into that of the layer.
struct GeometryProjection {
  private let target: SpatialReference
  /// By what a geometry says of its reference; `nil` where there is nothing to do.
  private var known: [JSONValue: Projector?] = [:]

  init(to target: SpatialReference) { self.target = target }

  /// - Parameters:
  ///   - members: As ``EsriGeometry/members(_:)`` writes them.
  ///   - written: Of the geometry itself; `nil` for one that is in the layer's.
  /// - Throws: Why it cannot be brought there.
  mutating func projected(
    _ members: [JSONValue.Member], from written: JSONElement?
  ) throws(LeftOut) -> [JSONValue.Member] {
    guard let written, let projector = try projector(from: written) else { return members }
    var projected: [JSONValue.Member] = []
    for member in members {
      guard let value = Self.projected(member.value, by: projector) else {
        throw LeftOut(
          reason: "with positions in \(projector.source.definition) that \(target.definition) does not show")
      }
      projected.append(.init(key: member.key, value: value))
    }
    return projected
  }

  private mutating func projector(from written: JSONElement) throws(LeftOut) -> Projector? {
    let key = written.node.json
    if let projector = known[key] { return projector }
    let source: SpatialReference
    do throws(SourceError) { source = try written.spatialReference() } catch {
      throw LeftOut(reason: "whose own reference is not known: \(error.cause)")
    }
    var projector: Projector?
    if source != target {
      do throws(GeodesyError) { projector = try Projector(from: source, to: target) } catch {
        throw LeftOut(reason: "in \(source.definition), from which no way leads to \(target.definition)")
      }
    }
    known[key] = .some(projector)
    return projector
  }

  /// - Returns: `nil` where a position has no place in the other reference.
  private static func projected(_ value: JSONValue, by projector: Projector) -> JSONValue? {
    switch value {
    case .array(let items):
      if items.count == 2, let x = number(items[0]), let y = number(items[1]) {
        return projector.project(Position(x: x, y: y)).map { [.double($0.x), .double($0.y)] }
      }
      let all = items.compactMap { projected($0, by: projector) }
      return all.count == items.count ? .array(all) : nil
    case .object(let members):
      let all = members.compactMap { member in
        projected(member.value, by: projector).map { JSONValue.Member(key: member.key, value: $0) }
      }
      return all.count == members.count ? .object(all) : nil
    default: return value
    }
  }

  private static func number(_ value: JSONValue) -> Double? {
    switch value {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }
}
