import Diagnostics
import DocumentModel
import Geodesy

/// A grid of a document on one view of it.
package struct ResolvedGrid: Sendable {
  package var grid: Grid
  package var figure: GridFigure
}

/// Works out the grids of a view, and finds those that it cannot show as they are asked for.
enum CoordinateGrids {
  static func resolved(
    _ grids: [Grid], on view: MapView, wraps: Bool
  ) -> (grids: [ResolvedGrid], findings: [Diagnostic]) {
    var resolved: [ResolvedGrid] = []
    var findings: [Diagnostic] = []
    for grid in grids where grid.isVisible {
      do throws(GeodesyError) {
        let figure = try GridFigure(grid.specification, on: view, wraps: wraps)
        if let excess = figure.excess { findings.append(.tooManyLines(excess, of: grid)) }
        if figure.isEmpty, figure.excess == nil { findings.append(.empty(grid)) }
        resolved.append(ResolvedGrid(grid: grid, figure: figure))
      } catch {
        findings.append(.notProjectable(grid, error))
      }
    }
    return (resolved, findings)
  }
}

extension Diagnostic {
  fileprivate static func tooManyLines(_ excess: GridExcess, of grid: Grid) -> Diagnostic {
    let lines = ReadableNumber.grouped(excess.lines.rounded())
    let instead =
      excess.coarser > 0
      ? "one of \(shown(excess.coarser, of: grid)) is drawn" : "no lines are drawn but the edges of zones"
    return Diagnostic(
      .tooManyGridLines,
      "grid `\(grid.id.value)` would have about \(lines) lines with an interval of \(shown(excess.interval, of: grid)), which is more "
        + "than 500: \(instead)", at: grid.intervalRange,
      hint: Hint("take `interval` out to have it chosen from the scale, or write a larger one"))
  }

  fileprivate static func empty(_ grid: Grid) -> Diagnostic {
    Diagnostic(
      .emptyGrid, "no line of grid `\(grid.id.value)` falls into the picture", at: grid.intervalRange,
      hint: Hint("see whether its reference, its `interval` and its levels suit this map"))
  }

  fileprivate static func notProjectable(_ grid: Grid, _ error: GeodesyError) -> Diagnostic {
    Diagnostic(
      .gridNotProjectable, "grid `\(grid.id.value)` cannot be drawn on this map: \(error)", at: grid.typeRange)
  }

  /// With its unit: minutes and seconds where an angle is so many of them.
  private static func shown(_ value: Double, of grid: Grid) -> String {
    func number(_ value: Double) -> String { ReadableNumber.significant(value, digits: 6, places: 0...9) }
    if grid.specification.kind == .latlong, value < 1 {
      for (parts, sign) in [(60.0, "′"), (3600, "″")] where abs(value * parts - (value * parts).rounded()) < 1e-9 {
        return number((value * parts).rounded()) + sign
      }
    }
    return number(value) + grid.unit
  }
}

extension Grid {
  /// Of its intervals, behind a number.
  package var unit: String {
    switch specification.kind {
    case .latlong: "°"
    case .utm, .mgrs, .usng: " m"
    case .projected(let reference): reference.facts.unitSymbol
    }
  }
}
