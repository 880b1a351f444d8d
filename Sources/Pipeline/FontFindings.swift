import Diagnostics
import DocumentModel
import Rendering
import Resolving

extension PageLabels {
  /// What labels of a picture asked for and did not get, where the layer or the grid names it.
  ///
  /// - Parameter layers: The ids of the layers of features, in the order in which their labels came.
  func fontFindings(of map: ResolvedMap, layers: [String], in document: MapDocument) -> [Diagnostic] {
    let leaves = map.layers.flatMap(\.drawnLeaves)
    return missing.flatMap { owner, missing -> [Diagnostic] in
      switch owner {
      case .grid(let number):
        let grid = map.grids[number].grid
        return missing.findings(of: "grid `\(grid.id.value)`", layer: nil) { document.fontRange(of: $0, in: grid) }
      case .features(let number):
        guard let layer = leaves.first(where: { $0.layer.id == layers[number] })?.layer else { return [] }
        return missing.findings(of: "layer `\(layer.id)`", layer: layer.id) { document.fontRange(of: $0, in: layer) }
      }
    }
  }
}

extension MissingFonts {
  /// - Parameters:
  ///   - owner: Whose labels they are, for messages.
  ///   - place: Where a font is named; of `nil`, where labels are.
  func findings(of owner: String, layer: String?, at place: (String?) -> SourceRange) -> [Diagnostic] {
    var findings = fonts.sorted().map { font in
      Diagnostic(
        .fontNotInstalled, "\(owner): the font `\(font)` is not installed: labels are drawn in DejaVu Sans",
        at: place(font), hint: Hint("install the font, or name one of `sans-serif`, `serif`, `monospace`"),
        layer: layer)
    }
    if !letters.isEmpty {
      let sorted = letters.sorted { $0.value < $1.value }
      let shown = sorted.prefix(Self.shown).map { "`\($0)` (U+\(Self.hexadecimal($0.value)))" }
      let more = sorted.count > Self.shown ? " and \(sorted.count - Self.shown) more" : ""
      let packages = Set(sorted.map(Self.package)).sorted().map { "`\($0)`" }.joined(separator: ", ")
      findings.append(
        Diagnostic(
          .lettersWithoutFont,
          "\(owner): no font is installed for \(shown.joined(separator: ", "))\(more): a box stands for each in labels",
          at: place(nil), hint: Hint("install a font that has them: on Debian \(packages)"), layer: layer))
    }
    return findings
  }

  private static let shown = 5

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// The Debian package whose fonts have a letter's script.
  private static func package(_ letter: Unicode.Scalar) -> String {
    switch letter.value {
    case 0x0900...0x097F, 0xA8E0...0xA8FF: "fonts-lohit-deva"
    case 0x0E00...0x0E7F: "fonts-tlwg-loma"
    case 0x2E80...0x9FFF, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF00...0xFFEF: "fonts-wqy-microhei"
    case 0x20000...0x3FFFF: "fonts-noto-cjk-extra"
    case 0x2190...0x2BFF, 0x1F000...0x1FAFF: "fonts-symbola"
    default: "fonts-noto-core"
    }
  }
}
