import Geodesy

/// Features in columns: what a source hands over at a time, and what is drawn. A collection of unlike geometries is several
/// features with the same attributes.
package struct FeatureBatch: Sendable {
  /// One feature: which paths are its own.
  package struct Feature: Sendable, Hashable {
    package var kind: ShapeKind
    /// Of ``FeatureBatch/paths``.
    package var paths: Range<Int>
    /// Its number in the source from 0, for messages and for an order that never changes.
    package var number: Int
    /// What is stroked of a polygon in place of its rings: open paths, where a ring has been cut by the edge of the world, which
    /// is no edge of the feature.
    package var outlines: Range<Int>?
    /// Its row in ``FeatureBatch/values``: parts of a collection share one.
    package var row: Int

    package init(kind: ShapeKind, paths: Range<Int>, number: Int, row: Int, outlines: Range<Int>? = nil) {
      self.kind = kind
      self.paths = paths
      self.number = number
      self.row = row
      self.outlines = outlines
    }
  }

  package var paths: PathList
  package var features: [Feature]
  /// The fields that were asked for, in the order of the query.
  package let fieldNames: [String]
  /// Row by row, one for each of ``fieldNames``; `null` where a feature has no such field.
  package var values: [ExpressionValue]
  /// How many rows there are: of a batch without fields too.
  package private(set) var rowCount: Int
  /// Symbols that a feature has of its own, by its row: it is drawn with them whatever the layer's renderer says. Only
  /// `graphics` have any.
  package var ownSymbols: [Int: [Symbol]] = [:]

  package init(
    fieldNames: [String], paths: PathList = PathList(), features: [Feature] = [], values: [ExpressionValue] = []
  ) {
    self.fieldNames = fieldNames
    self.paths = paths
    self.features = features
    self.values = values
    rowCount = (features.map(\.row).max() ?? -1) + 1
  }

  /// Counts the row whose values have been added.
  package mutating func addRow(symbols: [Symbol]? = nil) {
    if let symbols { ownSymbols[rowCount] = symbols }
    rowCount += 1
  }

  /// Takes all out, and keeps the memory.
  package mutating func removeAll() {
    paths.removeAll()
    features.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    ownSymbols.removeAll()
    rowCount = 0
  }

  /// What a feature holds, in the order of ``fieldNames``.
  package func values(of feature: Feature) -> ArraySlice<ExpressionValue> {
    let width = fieldNames.count
    return values[feature.row * width..<(feature.row + 1) * width]
  }
}

/// What is wanted of a source of features.
package struct FeatureQuery: Sendable {
  /// The attributes that symbols, labels and conditions name, each once.
  package var fieldNames: [String]
  /// The document's `where`; what it names is in ``fieldNames``.
  package var condition: Expression?
  /// What coordinates are asked for in, of a source that gives them in any (``FeatureDescription/isAskedInAny``); `nil`: its own.
  package var reference: SpatialReference?
  /// Only what may touch this box, in that reference; `nil`: everything. A hint: more may come.
  package var box: Extent?
  /// Units of x once round the world, where that reference repeats: what lies whole worlds beside the box is wanted too.
  package var period: Double?
  /// Units of that reference for a device pixel, where details below a quarter of it do not matter; `nil`: keep all.
  package var resolution: Double?

  package init(
    fieldNames: [String], condition: Expression? = nil, reference: SpatialReference? = nil, box: Extent? = nil,
    period: Double? = nil, resolution: Double? = nil
  ) {
    self.fieldNames = fieldNames
    self.condition = condition
    self.reference = reference
    self.box = box
    self.period = period
    self.resolution = resolution
  }
}

/// What a source of features says of itself, beside what all sources say.
package struct FeatureDescription: Sendable, Hashable {
  /// What its coordinates are in, x before y; `nil` where it does not say (a CSV): the document's `srs` then decides.
  package var reference: SpatialReference?
  /// In the source's order, with what they hold as far as that is known.
  package var fields: [(name: String, type: ExpressionType)]
  /// Whether these are all: else there may be others.
  package var areFieldsKnown: Bool
  /// `nil` where nobody knows without reading everything.
  package var count: Int?
  /// The kinds there may be; empty where that is not known.
  package var kinds: Set<ShapeKind>
  /// How the service itself draws it: what a document without a renderer of its own gets.
  package var renderer: FeatureRenderer?
  /// The service's own labels.
  package var labels: [LabelClass]
  /// 0 to 1: of what is drawn with the service's own renderer.
  package var opacity = 1.0
  /// The scales at which the service shows it, 1:n for pixels of 0.28 mm; `nil`: at any.
  package var scales: ClosedRange<Double>?
  /// A service that gives its features in any reference that has a number of EPSG's or Esri's.
  package var isAskedInAny = false

  package init(
    reference: SpatialReference?, fields: [(name: String, type: ExpressionType)] = [], areFieldsKnown: Bool? = nil,
    count: Int? = nil, kinds: Set<ShapeKind> = [], renderer: FeatureRenderer? = nil, labels: [LabelClass] = []
  ) {
    self.reference = reference
    self.fields = fields
    self.areFieldsKnown = areFieldsKnown ?? !fields.isEmpty
    self.count = count
    self.kinds = kinds
    self.renderer = renderer
    self.labels = labels
  }

  package static func == (one: FeatureDescription, other: FeatureDescription) -> Bool {
    one.reference == other.reference && one.fields.elementsEqual(other.fields, by: ==) && one.count == other.count
      && one.kinds == other.kinds && one.opacity == other.opacity && one.scales == other.scales
      && one.isAskedInAny == other.isAskedInAny
      && one.renderer == other.renderer && one.labels == other.labels
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(reference)
    for field in fields { hasher.combine(field.name) }
  }
}
