import DocumentModel

/// Files of features, opened outside of a document.
package enum LocalFeatures {
  /// - Throws: As `features` of a document does.
  package static func open(_ path: String, layer: String? = nil) throws(SourceError) -> any FeatureSource {
    try FeatureFile(
      FileBytes.existing(path), isRemote: false, nil, FeaturesLayer.Choice(layer: layer)
    ).opened()
  }
}

extension FeatureFile {
  /// Of what `inspect` was given.
  static func of(
    _ candidate: InspectionCandidate, choice: FeaturesLayer.Choice, in context: SourceContext
  ) async throws(SourceError) -> FeatureFile {
    guard candidate.isAddress else {
      return try FeatureFile(FileBytes.existing(candidate.source), isRemote: false, nil, choice)
    }
    let address = try ServiceAddress(of: candidate)
    let bytes = try await FetchedFeatures.bytes(of: address, .ofInspection, in: context).bytes
    return try FeatureFile(bytes, isRemote: true, nil, choice)
  }

  /// The names of the layers that a document may choose from; empty where the format has no layers.
  func layerNames() throws(SourceError) -> [String] {
    switch Self.format(of: head, path: bytes.path) {
    case .geoJSON: return []
    case .gpx: return GPXLayer.allCases.map(\.rawValue)
    case .other: return try OGRSource.layerNames(of: self)
    }
  }
}
