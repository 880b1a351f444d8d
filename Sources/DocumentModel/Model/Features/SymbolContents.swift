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
  package var pictures: [MarkerSymbol.Form] {
    switch self {
    case .marker(let symbol): [symbol.form]
    case .line(let symbol): symbol.markers.map { [$0.symbol.form] } ?? []
    case .fill(let symbol):
      (symbol.image.map { [$0] } ?? []) + (symbol.outline?.markers.map { [$0.symbol.form] } ?? [])
    case .text: []
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

  /// The files of pictures that its symbols name, each once.
  package var pictureFiles: [String] {
    var seen: Set<String> = []
    return (renderer?.symbols ?? []).flatMap(\.pictures).compactMap { form in
      if case .file(let path) = form, seen.insert(path).inserted { path } else { nil }
    }
  }
}
