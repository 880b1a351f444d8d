import Geodesy

/// The labels of a page that found a place.
package struct PlacedLabels: Sendable {
  package struct Label: Sendable {
    /// Of the request, in the order in which they came.
    package let request: Int
    /// The room that it takes, halo included: one box for straight text, several along a curve.
    package let boxes: [LabelBox]
  }

  /// All of them.
  package internal(set) var drawing = Drawing()
  package internal(set) var labels: [Label] = []
  /// The requests for which there was no room at all.
  package internal(set) var unplaced: [Int] = []
  /// By the `owner` of the requests.
  package internal(set) var missing: [Int: MissingFonts] = [:]

  mutating func add(_ text: LabelText, _ request: Int, at place: TextPlace) {
    text.draw(into: &drawing, at: place)
    labels.append(Label(request: request, boxes: [text.box(at: place)]))
  }
}

/// Fonts and letters that texts asked for and that are not installed.
package struct MissingFonts: Sendable, Hashable {
  /// As the document names them.
  package internal(set) var fonts: Set<String> = []
  package internal(set) var letters: Set<Unicode.Scalar> = []

  package init() {}

  /// - Parameter font: That is not there.
  mutating func add(_ text: ShapedText, _ font: String?) {
    letters.formUnion(text.missing)
    if let font { fonts.insert(font) }
  }

  package mutating func formUnion(_ other: MissingFonts) {
    fonts.formUnion(other.fonts)
    letters.formUnion(other.letters)
  }

  package var isEmpty: Bool { fonts.isEmpty && letters.isEmpty }
}
