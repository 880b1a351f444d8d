/// MD16x: fonts and labels.
extension Code {
  static let lettering: [Code] = [.lettersWithoutFont, .fontNotInstalled]

  package static let lettersWithoutFont = Code(
    160, .warning, "letters for which no font is installed",
    """
    A label has letters that none of the fonts on this machine can draw; a box with the letter's number stands for each.
    DejaVu, which comes with mapdoc, has Latin, Greek, Cyrillic, Arabic, Hebrew, Armenian and Georgian letters. Those of
    other scripts come from the fonts that are installed: the hint names a Debian package that has them.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: world
            type: builtin
      -     title: "\\U0001F409 here be dragons"
      +     title: "here be dragons"
      """,
      shownBy: .situation("a label is drawn whose letters no font on the machine has")))

  package static let fontNotInstalled = Code(
    161, .warning, "a font that is not installed",
    """
    None of the families that a text symbol's `font` names is installed here, so DejaVu Sans is used, and the map looks
    otherwise than its author saw it. Install the font, or name one that is everywhere: `DejaVu Sans`, `DejaVu Serif`,
    `DejaVu Sans Mono`; `sans-serif`, `serif` and `monospace` mean these. Several families may stand there with commas
    between them: the first that is installed is taken.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: world
            type: builtin
      -     title: Font Frutiger
      +     title: Font Frutiger, serif
      """,
      shownBy: .situation("a label is drawn whose `font` names no family that is installed")))
}
