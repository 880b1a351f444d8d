/// What symbols, renderers and labels name: fields of features, and files of pictures.
extension Varying {
  fileprivate var fieldNames: [String] {
    if case .worked(let expression) = self { expression.fieldNames } else { [] }
  }
}

extension MarkerSymbol {
  package var fieldNames: [String] {
    size.fieldNames + color.fieldNames + rotation.fieldNames + offset.fieldNames
      + (outline.map { $0.color.fieldNames + $0.width.fieldNames } ?? [])
  }
}

extension SymbolOffset {
  package var fieldNames: [String] { x.fieldNames + y.fieldNames }
}

extension LineSymbol {
  package var fieldNames: [String] {
    color.fieldNames + width.fieldNames + offset.fieldNames
      + (casing.map { $0.color.fieldNames + $0.width.fieldNames } ?? []) + (markers?.symbol.fieldNames ?? [])
  }
}

extension FillSymbol {
  package var fieldNames: [String] {
    (color?.fieldNames ?? []) + (hatch?.color.fieldNames ?? []) + (outline?.fieldNames ?? [])
  }
}

extension TextSymbol {
  package var fieldNames: [String] {
    (text?.fieldNames ?? []) + size.fieldNames + color.fieldNames + priority.fieldNames + rotation.fieldNames
      + offset.fieldNames + (halo.map { $0.color.fieldNames + $0.width.fieldNames } ?? [])
  }
}

extension Symbol {
  package var fieldNames: [String] {
    switch self {
    case .marker(let symbol): symbol.fieldNames
    case .line(let symbol): symbol.fieldNames
    case .fill(let symbol): symbol.fieldNames
    case .text(let symbol): symbol.fieldNames
    }
  }

  /// Its pictures, and those of its parts.
  package var pictures: [SymbolImage] {
    switch self {
    case .marker(let symbol): [symbol.picture]
    case .line(let symbol): symbol.pictures
    case .fill(let symbol):
      (symbol.image.map { [SymbolImage(form: $0, size: nil)] } ?? []) + (symbol.outline?.pictures ?? [])
    case .text: []
    }
  }
}

/// A picture that a symbol names.
package struct SymbolImage: Sendable, Hashable {
  package let form: MarkerSymbol.Form
  /// As a marker, its width in logical pixels; `nil`: its own, or worked out for each feature.
  package let size: Double?
}

extension MarkerSymbol {
  fileprivate var picture: SymbolImage {
    let width: Double? = if case .fixed(let width) = size { width } else { nil }
    return SymbolImage(form: form, size: width)
  }
}

extension LineSymbol {
  fileprivate var pictures: [SymbolImage] { markers.map { [$0.symbol.picture] } ?? [] }
}

extension [Symbol] {
  /// The pictures that they are drawn with, in files and in the document, each once a size.
  package var images: [SymbolImage] {
    var seen: Set<SymbolImage> = []
    return flatMap(\.pictures).filter { image in
      if case .shape = image.form { false } else { seen.insert(image).inserted }
    }
  }
}

extension FeatureRenderer {
  /// All symbols that it may give.
  package var symbols: [Symbol] {
    switch self {
    case .simple(let symbols): symbols
    case .uniqueValue(_, let values, let otherwise): values.flatMap(\.symbols) + otherwise
    case .classBreaks(_, let breaks, let otherwise): breaks.flatMap(\.symbols) + otherwise
    case .computedBreaks(let breaks): breaks.symbols + breaks.otherwise
    }
  }

  package var fieldNames: [String] {
    let own: [String] =
      switch self {
      case .simple: []
      case .uniqueValue(let fields, _, _): fields.flatMap(\.fieldNames)
      case .classBreaks(let field, _, _): field.fieldNames
      case .computedBreaks(let breaks): breaks.field.fieldNames
      }
    return own + symbols.flatMap(\.fieldNames)
  }
}

extension Callouts {
  package var fieldNames: [String] {
    (condition?.fieldNames ?? []) + (title?.fieldNames ?? []) + lines.flatMap(\.value.fieldNames) + text.fieldNames
  }
}

extension FeatureKeys {
  /// The fields that its symbols, labels and condition name, each once: what is asked for of a source.
  ///
  /// - Parameters:
  ///   - renderer: What features are drawn by: the document's own, else the service's.
  ///   - labels: Likewise.
  package func fieldNames(renderer: FeatureRenderer?, labels: [LabelClass]) -> [String] {
    let all =
      (renderer?.fieldNames ?? []) + labels.flatMap { $0.symbol.fieldNames + ($0.condition?.fieldNames ?? []) }
      + (callouts?.fieldNames ?? []) + (condition?.value.fieldNames ?? [])
    var seen: Set<String> = []
    return all.filter { seen.insert($0).inserted }
  }

  /// What the document draws features with.
  package var symbols: [Symbol] { renderer?.symbols ?? [] }
}
