internal import CDrawing

/// Where the font that a document asks for is found.
struct FontChoice: Sendable, Hashable {
  enum Place: Sendable, Hashable { case bundled, extended, system }

  let place: Place
  /// Families with commas, the one that is there first.
  let families: String
  /// `false`: none of those asked for is there.
  let isFound: Bool
}

extension Fonts {
  /// Of letters that are set, in pixels: the outlines grow and shrink with the text.
  private static let em = 100.0
  /// A longer text is cut off: no label has room for it.
  private static let longest = RowReader.textLimit
  private static let generic = [
    "sans-serif": "DejaVu Sans", "sans": "DejaVu Sans", "serif": "DejaVu Serif", "monospace": "DejaVu Sans Mono",
    "mono": "DejaVu Sans Mono",
  ]

  /// Sets a text in any script: letters from fallback fonts where the wanted one lacks them, from right to left where the script
  /// goes so, marks on their letters.
  func shaped(_ setting: TextSetting) -> ShapedText {
    if let known = shapedTexts[setting] { return known }
    let choice = choice(of: setting.font)
    var text = ShapedText()
    // From the fonts that are the same everywhere to those that happen to be here.
    for place in [FontChoice.Place.bundled, .extended, .system] {
      guard place == choice.place || (choice.place != .system && !text.missing.isEmpty), let map = map(at: place) else {
        continue
      }
      let other = balanced(setting, choice.families, map, isSlanted: place == .system)
      if text.lines.isEmpty || other.missing.count < text.missing.count { text = other }
      if text.missing.isEmpty { break }
    }
    shapedTexts.keep(text, setting)
    return text
  }

  private func map(at place: FontChoice.Place) -> FontMap? {
    switch place {
    case .bundled: bundled
    case .extended: extended
    case .system: system
    }
  }

  /// The first of the families that is there.
  func choice(of font: String?) -> FontChoice {
    guard let font else { return FontChoice(place: .bundled, families: Self.family, isFound: true) }
    if let known = choices[font] { return known }
    let choice = found(font)
    if choices.count > 1000 { choices = [:] }
    choices[font] = choice
    return choice
  }

  private func found(_ font: String) -> FontChoice {
    for part in font.split(separator: ",") {
      let name = String(part.drop { $0 == " " })
      let family = Self.generic[name.lowercased()] ?? name
      if family.isEmpty { continue }
      if family.lowercased() == Self.family.lowercased() {
        return FontChoice(place: .bundled, families: Self.family, isFound: true)
      }
      let families = family + "," + Self.family
      if let extended, extended.has(family: family) {
        return FontChoice(place: .extended, families: families, isFound: true)
      }
      if let system, system.has(family: family) {
        return FontChoice(place: .system, families: families, isFound: true)
      }
    }
    return FontChoice(place: .bundled, families: Self.family, isFound: false)
  }

  /// Broken into as few lines as there must be, of lengths as equal as can be.
  private func balanced(_ setting: TextSetting, _ families: String, _ map: FontMap, isSlanted: Bool) -> ShapedText {
    let text = set(setting, families, map, width: setting.wrap, isSlanted: isSlanted)
    guard let wrap = setting.wrap, text.lines.count > 1 else { return text }
    var (narrow, wide, best) = (wrap / Double(text.lines.count), wrap, text)
    for _ in 0..<6 {
      let middle = (narrow + wide) / 2
      let other = set(setting, families, map, width: middle, isSlanted: isSlanted)
      // A word wider than the middle would stand out.
      if other.lines.count > text.lines.count || other.width > max(middle, 0) + 0.01 {
        narrow = middle
      } else {
        (wide, best) = (middle, other)
      }
    }
    return best
  }

  private func set(
    _ setting: TextSetting, _ families: String, _ map: FontMap, width: Double?, isSlanted: Bool
  ) -> ShapedText {
    let layout = map.layout
    // Where fonts are bundled, all letters lean alike: none of them has italic letters.
    let description = map.description(
      family: families, size: Self.em, isBold: setting.isBold, isItalic: setting.isItalic && isSlanted)
    functions.pango_layout_set_font_description(layout, description)
    functions.pango_font_description_free(description)
    let unit = TextLine.unit
    let limit = width.map { Int32(max(1, min(2e9, ($0 * Self.em + 0.5) * unit))) }
    functions.pango_layout_set_width(layout, limit ?? -1)
    let (words, attributes) = prepared(setting.runs)
    functions.pango_layout_set_attributes(layout, attributes)
    if let attributes { functions.pango_attr_list_unref(attributes) }
    functions.pango_layout_set_text(layout, words, -1)
    var text = read(layout, of: words)
    if setting.isItalic, !isSlanted { text.slant = ShapedText.leaning }
    text.isJoined = words.unicodeScalars.contains { Self.isJoined($0.value) }
    text.measure()
    return text
  }

  /// Arabic and the scripts near to it, those of India, and Mongolian.
  private static func isJoined(_ letter: UInt32) -> Bool {
    switch letter {
    case 0x0600...0x0DFF, 0x1800...0x18AF, 0xFB50...0xFDFF, 0xFE70...0xFEFC: true
    default: false
    }
  }

  /// The runs as one text without letters that do not show, and the attributes of those that differ in size or height.
  private func prepared(_ runs: [TextRun]) -> (String, OpaquePointer?) {
    var (words, letters) = ("", 0)
    var attributes: OpaquePointer?
    for run in runs {
      let start = words.utf8.count
      for scalar in run.text.unicodeScalars where letters < Self.longest {
        let isBreak = scalar == "\n" || scalar == "\u{2028}" || scalar == "\u{2029}"
        guard isBreak || scalar == "\t" || scalar.properties.generalCategory != .control else { continue }
        words.unicodeScalars.append(isBreak ? "\n" : scalar == "\t" ? " " : scalar)
        letters += 1
      }
      let end = words.utf8.count
      guard run.scale != 1 || run.rise != 0, end > start else { continue }
      let list = attributes ?? functions.pango_attr_list_new()
      attributes = list
      // In 64ths: every size is another font to pango.
      let scale = (max(0.1, min(10, run.scale)) * 64).rounded() / 64
      let rise = max(-10, min(10, run.rise))
      for attribute in [
        functions.pango_attr_size_new_absolute(Int32(scale * Self.em * TextLine.unit)),
        functions.pango_attr_rise_new(Int32(rise * Self.em * TextLine.unit)),
      ] {
        attribute.pointee.start = UInt32(start)
        attribute.pointee.end = UInt32(end)
        functions.pango_attr_list_insert(list, attribute)
      }
    }
    return (words, attributes)
  }

  private func read(_ layout: OpaquePointer, of words: String) -> ShapedText {
    let scale = 1 / (Self.em * TextLine.unit)
    var text = ShapedText()
    let iterator = functions.pango_layout_get_iter(layout)
    defer { functions.pango_layout_iter_free(iterator) }
    let first = Double(functions.pango_layout_iter_get_baseline(iterator))
    var (x, start) = (0.0, 0)
    repeat {
      let baseline = functions.pango_layout_iter_get_baseline(iterator)
      guard let run = functions.pango_layout_iter_get_run_readonly(iterator) else {
        // The end of a line.
        text.lines.append(
          ShapedText.Line(
            clusters: start..<text.clusters.count, width: x, baseline: (Double(baseline) - first) * scale))
        (x, start) = (0, text.clusters.count)
        continue
      }
      let rise = Double(functions.pango_layout_iter_get_run_baseline(iterator) - baseline) * scale
      append(run.pointee, of: words, to: &text, x: &x, y: rise)
    } while functions.pango_layout_iter_next_run(iterator) != 0
    return text
  }

  /// - Parameter place: In bytes.
  private static func scalar(at place: Int, in words: String) -> Unicode.Scalar? {
    String(decoding: words.utf8.dropFirst(place).prefix(4), as: UTF8.self).unicodeScalars.first
  }

  private func append(
    _ run: mapdoc_pango_run, of words: String, to text: inout ShapedText, x: inout Double, y: Double
  ) {
    let scale = 1 / (Self.em * TextLine.unit)
    let letters = run.glyphs.pointee
    guard let glyphs = letters.glyphs, let clusters = letters.clusters, let font = run.item.pointee.font else { return }
    var (start, begin) = (text.glyphs.count, x)
    let last = Int(letters.count) - 1
    let isLeftward = last > 0 && clusters[0] > clusters[last]
    for index in 0..<Int(letters.count) {
      let glyph = glyphs[index]
      var outline = GlyphOutline.none
      if glyph.glyph != MAPDOC_PANGO_GLYPH_EMPTY {
        outline = outlines.outline(of: glyph.glyph, in: font, em: Self.em)
        if glyph.glyph & MAPDOC_PANGO_GLYPH_UNKNOWN != 0,
          let scalar = Unicode.Scalar(glyph.glyph & ~MAPDOC_PANGO_GLYPH_UNKNOWN)
        {
          text.missing.insert(scalar)
        } else if outline.isEmpty, glyph.width > 0,
          let scalar = Self.scalar(at: Int(run.item.pointee.offset) + Int(clusters[index]), in: words), scalar.hasInk
        {
          // A picture of a font of emoji, which has no outline.
          text.missing.insert(scalar)
        }
      }
      text.glyphs.append(
        ShapedText.Glyph(
          outline: outline, x: x + Double(glyph.x_offset) * scale, y: y + Double(glyph.y_offset) * scale))
      x += Double(glyph.width) * scale
      // Marks, which have no width, stand behind their letter, in texts from right to left before it.
      let isTogether =
        index < last
        && (clusters[index + 1] == clusters[index] || (isLeftward ? glyph.width : glyphs[index + 1].width) == 0)
      if !isTogether {
        text.clusters.append(
          ShapedText.Cluster(glyphs: start..<text.glyphs.count, x: begin, width: x - begin))
        (start, begin) = (text.glyphs.count, x)
      }
    }
  }
}

extension Unicode.Scalar {
  /// False for spaces and for what does not show by itself.
  fileprivate var hasInk: Bool {
    if properties.isWhitespace || properties.isDefaultIgnorableCodePoint || value == 0x2800 { return false }
    switch properties.generalCategory {
    case .format, .control, .nonspacingMark, .enclosingMark, .unassigned: return false
    default: return true
    }
  }
}
