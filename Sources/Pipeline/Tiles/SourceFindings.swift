import Diagnostics
import DocumentModel
import LayerSources
import Transport

extension SourceError {
  /// What is wrong in words, lower case, with the path and the place.
  var words: String {
    switch self {
    case .notFound(let path): "`\(path)` does not exist"
    case .unreadable(let path, let place, let reason):
      "`\(path)` cannot be read\(place.map { " at \($0)" } ?? ""): \(reason)"
    case .otherKind(let path, let reason): "`\(path)` is of another kind: \(reason)"
    case .empty(let path, let reason): "`\(path)` holds no tiles: \(reason)"
    case .unknownReference(let definition, let path, let reason):
      "`\(path)` is in `\(definition)`, which is not a known spatial reference: \(reason)"
    case .notDrawn(let reason): "its tiles cannot be drawn: \(reason)"
    case .badKey(_, let reason, _): reason
    case .badCoordinates(let path, let place, let reason, _): "`\(path)`, \(place): \(reason)"
    case .undecided(let reason, _): reason
    case .libraryMissing(let reason, _): reason
    case .noTile(let reason): reason
    case .mayNotAsk(let address): "only the service at `\(address)` knows, and services may not be asked"
    case .notAnswered(.unusable(let address, let type, let reason), let expected):
      "`\(address)` should be \(expected), and is \(reason)\(type.map { " (the server says `\($0)`)" } ?? "")"
    // What else would be said of it says nothing of the service.
    case .notAnswered(.tokenRefused(let address, let reason), _):
      FetchError.tokenRefused(address: address, reason: reason).words
    case .notAnswered(let error, let expected): "\(error.words); expected \(expected)"
    }
  }

  /// The keys of a layer that may name what is wrong, the likeliest first.
  fileprivate var keys: [String] {
    switch self {
    case .badKey(let key, _, _): [key]
    case .undecided: ["where"]
    case .badCoordinates: ["srs", "path", "url", "graphics"]
    case .mayNotAsk, .notAnswered: ["url", "path"]
    default: ["path", "url", "image"]
    }
  }

  fileprivate var code: Code {
    switch self {
    case .notFound: .sourceNotFound
    case .unreadable: .sourceUnreadable
    case .otherKind: .sourceOfOtherKind
    case .empty: .sourceWithoutTiles
    case .unknownReference: .unknownReference
    case .notDrawn: .sourceUnreadable
    case .badKey(let key, _, _): ["bbox", "corners"].contains(key) ? .badExtent : .unknownValue
    case .badCoordinates: .coordinatesOutOfRange
    case .undecided: .conditionUndecided
    case .libraryMissing: .libraryMissing
    case .noTile: .tileUndecodable
    case .mayNotAsk: .notKnownOffline
    case .notAnswered(.unusable, _): .serviceAnswerUnusable
    case .notAnswered(let error, _): error.code
    }
  }
}

extension FetchError {
  fileprivate var code: Code {
    switch self {
    case .refused: .requestRefused
    case .unavailable: .serverUnavailable
    case .connectionFailed: .connectionFailed
    case .secureConnectionFailed: .secureConnectionFailed
    case .timedOut: .timedOut
    case .redirectRefused: .redirectRefused
    case .answerTooLarge: .answerTooLarge
    case .unusable: .tileUndecodable
    case .notInCache: .notInCache
    case .credentialWithheld: .credentialNotSent
    case .tokenRefused: .tokenRefused
    case .badAddress: .badURLTemplate
    case .cancelled: .serverUnavailable
    }
  }

  /// What happened in words, lower case; addresses with their secrets hidden.
  var words: String {
    switch self {
    case .refused(let status, let address, _) where (200...299).contains(status):
      "\(Self.shown(address)) answers with HTTP status \(status), which neither brings a tile nor says that there is none"
    case .refused(let status, let address, let says):
      "\(Self.shown(address)) was refused with HTTP status \(status)\(says.map { ": the server says `\($0)`" } ?? "")"
    case .unavailable(let status, let address, let attempts, let says):
      "\(Self.shown(address)) cannot be had now: HTTP status \(status) after \(Self.times(attempts))"
        + (says.map { ": the server says `\($0)`" } ?? "")
    case .connectionFailed(let address, let reason, let attempts):
      "\(Self.shown(address)) cannot be reached: \(reason) (\(Self.times(attempts)))"
    case .secureConnectionFailed(let address, let reason):
      "\(Self.shown(address)) cannot prove who it is: \(reason)"
    case .timedOut(let address, let seconds, let attempts):
      "\(Self.shown(address)) did not answer within \(Self.number(seconds)) s (\(Self.times(attempts)))"
    case .redirectRefused(let address, let to, let reason):
      "\(Self.shown(address)) sends on to \(Self.shown(to)), which was not followed: \(reason)"
    case .answerTooLarge(let address, let limit):
      "\(Self.shown(address)) answers with more than \(limit) bytes, the bound"
    case .unusable(let address, let contentType, let reason):
      "\(Self.shown(address)) is \(reason)\(contentType.map { " (the server says `\($0)`)" } ?? "")"
    case .notInCache(let address): "\(Self.shown(address)) is not in the cache, and the network may not be asked"
    case .credentialWithheld(let address, let reason): "\(Self.shown(address)) was not asked for: \(reason)"
    case .tokenRefused(let address, let reason): "\(Self.shown(address)) \(reason)"
    case .badAddress(let address, let reason): "\(Self.shown(address)) is not an address: \(reason)"
    case .cancelled: "stopped"
    }
  }

  private static func shown(_ address: String) -> String { "`\(Address.redacted(address))`" }

  private static func times(_ count: Int) -> String { count == 1 ? "1 attempt" : "\(count) attempts" }

  private static func number(_ seconds: Double) -> String {
    seconds == seconds.rounded() ? String(Int(seconds)) : String(seconds)
  }
}

extension TileFailure {
  var code: Code {
    switch self {
    case .source(let error): error.code
    case .fetch(let error): error.code
    case .undecodable: .tileUndecodable
    }
  }

  var words: String {
    switch self {
    case .source(let error): error.words
    case .fetch(let error): error.words
    case .undecodable(.tile(let place), let reason): "the tile at \(place) is \(reason)"
    case .undecodable(.picture(let path), let reason): "`\(path)` is \(reason)"
    }
  }

  /// - Parameter ofTiles: Of a layer that may say which tiles are absent.
  func hint(ofTiles: Bool) -> Hint? {
    switch self {
    case .source(.badKey(_, _, let hint)), .source(.undecided(_, let hint)): hint.map { Hint($0) }
    case .source(.badCoordinates(_, _, _, let hint)), .source(.libraryMissing(_, let hint)): Hint(hint)
    case .source(.notAnswered(let error, _)): error.hint
    case .fetch(.refused(status: 200...299, _, _)) where ofTiles:
      Hint("if that is how its server says that there is no such tile, list the status under `absentStatus`")
    case .fetch(let error): error.hint
    default: nil
    }
  }
}

extension FetchError {
  /// Of a tile as of a service's description.
  fileprivate var hint: Hint? {
    switch self {
    case .notInCache: Hint("render once without `--offline`, or pack the area")
    case .refused(status: 401, _, _), .refused(status: 403, _, _):
      Hint("see what the provider asks for: a key under `credentials:`, a `headers:` entry, or an agreement")
    case .tokenRefused: Hint("look at the user, the password and the `portal` of its credential")
    case .secureConnectionFailed: Hint("name the certificate authority as `caFile` of the host in `.mapdoc.yaml`")
    case .timedOut: Hint("raise the layer's `timeout`, or ask for fewer connections of the host")
    default: nil
    }
  }
}

extension Layer {
  /// The finding for a source of this layer that failed: an error, or a warning where the document says `onError: warn`.
  func finding(_ failure: TileFailure, in document: MapDocument) -> Diagnostic {
    let keys =
      switch failure {
      case .source(let error): error.keys
      case .fetch: ["url"]
      case .undecodable: ["path", "url"]
      }
    let ofTiles = if case .tiled(let kind, _) = content { type(of: kind).family == .tiled } else { false }
    var finding = Diagnostic(
      failure.code, "layer `\(id)`: \(failure.words)", at: document.valueRange(ofFirst: keys, in: self),
      hint: failure.hint(ofTiles: ofTiles), layer: id)
    if onError == .warn { finding.severity = .warning }
    return finding
  }

  /// The finding for a layer that wants to hide what its source's terms ask for.
  func unmetTerms(of description: LayerDescription, in document: MapDocument) -> Diagnostic? {
    guard case Attribution.none = attribution, description.attributionIsObligatory, let text = description.attribution
    else {
      return nil
    }
    return Diagnostic(
      .policyNotMet, "layer `\(id)`: `\(text)` stays on the map, because its provider asks for it with every map",
      at: document.valueRange(of: "attribution", in: self), hint: Hint("take `attribution: none` away"), layer: id)
  }

  func finding(_ remark: SourceRemark, in document: MapDocument) -> Diagnostic {
    finding(remark, at: document.valueRange(ofFirst: ["path", "url"], in: self))
  }

  private func finding(_ remark: SourceRemark, at source: SourceRange) -> Diagnostic {
    switch remark {
    case .metadataDisagrees(let words):
      Diagnostic(.metadataDisagrees, "layer `\(id)`: \(words)", at: source, layer: id)
    case .levelWithoutTiles(let levels):
      Diagnostic(
        .levelWithoutTiles,
        "layer `\(id)`: no tiles of level \(levels.map(String.init).joined(separator: ", ")), which its source declares",
        at: source, layer: id)
    case .policyNotMet(let words, let hint):
      Diagnostic(.policyNotMet, "layer `\(id)`: \(words)", at: typeRange, hint: Hint(hint), layer: id)
    case .lookLeftOut(let words):
      Diagnostic(
        .serviceLook, "layer `\(id)`: of the service's own look is left out: \(words)", at: source, layer: id)
    case .encodingGuessed(let encoding):
      Diagnostic(
        .encodingGuessed,
        "layer `\(id)`: nothing says what the texts of its file are written in, and they are no UTF-8: they are read as "
          + encoding, at: source,
        hint: Hint("add `encoding: \(encoding)` if they look right, else the one that they are in"), layer: id)
    }
  }
}
