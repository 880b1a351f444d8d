import Testing

@testable import Diagnostics

@Suite struct SuggestionTests {
  static let known = ["opacity", "blend", "minScale", "maxScale", "id", "type", "reproject", "srs"]

  @Test(arguments: [
    ("opacty", "opacity"), ("opactiy", "opacity"), ("OPACITY", "opacity"), ("minscale", "minScale"), ("tpye", "type"),
    ("di", "id"), ("reproj", "reproject"), ("reprojection", "reproject"), ("srsName", "srs"),
  ])
  func findsTheWordThatWasMeant(word: String, meant: String) {
    #expect(Suggestion.nearest(to: word, among: Self.known) == meant)
  }

  @Test(arguments: ["zzz", "", "xy", "colour", "re", String(repeating: "opacity", count: 20_000)])
  func staysSilentWhereNoneIsNear(word: String) {
    #expect(Suggestion.nearest(to: word, among: Self.known) == nil)
  }

  @Test func aNameOfOneLetterIsNoSlipOfAnother() {
    #expect(Suggestion.nearest(to: "b", among: ["a", "c"]) == nil)
    #expect(Suggestion.nearest(to: "yy", among: ["x", "y"]) == "y")
    #expect(Suggestion.nearest(to: "B", among: ["a", "b"]) == "b")
  }

  @Test func takesTheFirstOfEquals() {
    #expect(Suggestion.nearest(to: "mixScale", among: Self.known) == "minScale")
    #expect(Suggestion.nearest(to: "mix", among: ["mixA", "mixB"]) == "mixA")
    #expect(Suggestion.nearest(to: "mixing", among: ["mixing-water", "mixing-paint"]) == nil)
  }
}
