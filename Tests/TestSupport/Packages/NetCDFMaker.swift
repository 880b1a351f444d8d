/// Writes netCDF files of the classic form (CDF-1): variables over a grid of degrees.
package struct NetCDFMaker: Sendable {
  package struct Variable: Sendable {
    package var name: String
    /// Steps of time; `nil` for a variable of the grid alone.
    package var steps: Int?
    /// With it, numbers are stored as 16-bit ones: what is meant is what is stored times the first plus the second.
    package var packing: (scale: Double, offset: Double)?
    /// What is stored, of a column, a row from the north, and a step.
    package var stored: @Sendable (Int, Int, Int) -> Double

    package init(
      _ name: String, steps: Int? = nil, packing: (scale: Double, offset: Double)? = nil,
      _ stored: @escaping @Sendable (Int, Int, Int) -> Double
    ) {
      (self.name, self.steps, self.packing, self.stored) = (name, steps, packing, stored)
    }
  }

  package var columns: Int
  package var rows: Int
  /// The corner of the first pixel, and degrees of a pixel.
  package var west: Double
  package var north: Double
  package var step: Double
  package var variables: [Variable]

  package init(
    columns: Int, rows: Int, west: Double = 10, north: Double = 50, step: Double = 1, _ variables: [Variable]
  ) {
    (self.columns, self.rows, self.west, self.north, self.step) = (columns, rows, west, north, step)
    self.variables = variables
  }

  package var bytes: [UInt8] {
    // The header is as long wherever the data begin, so it is written twice.
    let length = header(begins: [Int](repeating: 0, count: variables.count + 3)).count
    var data: [[UInt8]] = [
      (0..<steps).flatMap { Self.double(Double($0)) },
      (0..<rows).flatMap { Self.double(north - (Double($0) + 0.5) * step) },
      (0..<columns).flatMap { Self.double(west + (Double($0) + 0.5) * step) },
    ]
    data += variables.map(values)
    var begins: [Int] = []
    var place = length
    for part in data {
      begins.append(place)
      place += part.count
    }
    return header(begins: begins) + data.flatMap(\.self)
  }

  private var steps: Int { max(1, variables.compactMap(\.steps).max() ?? 1) }

  private func values(_ variable: Variable) -> [UInt8] {
    var bytes: [UInt8] = []
    for step in 0..<(variable.steps ?? 1) {
      for row in 0..<rows {
        for column in 0..<columns {
          let value = variable.stored(column, row, step)
          bytes +=
            variable.packing == nil
            ? Self.big(Float(value).bitPattern, 4) : Self.big(UInt16(bitPattern: Int16(value)), 2)
        }
      }
    }
    return bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
  }

  private func header(begins: [Int]) -> [UInt8] {
    var bytes: [UInt8] = Array("CDF".utf8) + [1] + Self.big(UInt32(0), 4)
    bytes += Self.big(UInt32(10), 4) + Self.big(UInt32(3), 4)
    for (name, count) in [("time", steps), ("lat", rows), ("lon", columns)] {
      bytes += Self.name(name) + Self.big(UInt32(count), 4)
    }
    bytes += Self.big(UInt64(0), 8)
    bytes += Self.big(UInt32(11), 4) + Self.big(UInt32(variables.count + 3), 4)
    let units = ["days since 2000-01-01", "degrees_north", "degrees_east"]
    for (number, name) in ["time", "lat", "lon"].enumerated() {
      let count = [steps, rows, columns][number]
      bytes += Self.name(name) + Self.big(UInt32(1), 4) + Self.big(UInt32(number), 4)
      bytes += Self.big(UInt32(12), 4) + Self.big(UInt32(1), 4) + Self.text("units", units[number])
      bytes += Self.big(UInt32(6), 4) + Self.big(UInt32(count * 8), 4) + Self.big(UInt32(begins[number]), 4)
    }
    for (number, variable) in variables.enumerated() {
      let sizes: [UInt32] = variable.steps == nil ? [1, 2] : [0, 1, 2]
      bytes += Self.name(variable.name) + Self.big(UInt32(sizes.count), 4) + sizes.flatMap { Self.big($0, 4) }
      if let packing = variable.packing {
        bytes += Self.big(UInt32(12), 4) + Self.big(UInt32(2), 4)
        for (name, value) in [("scale_factor", packing.scale), ("add_offset", packing.offset)] {
          bytes += Self.name(name) + Self.big(UInt32(6), 4) + Self.big(UInt32(1), 4) + Self.double(value)
        }
      } else {
        bytes += Self.big(UInt64(0), 8)
      }
      bytes += Self.big(UInt32(variable.packing == nil ? 5 : 3), 4)
      bytes += Self.big(UInt32(values(variable).count), 4) + Self.big(UInt32(begins[number + 3]), 4)
    }
    return bytes
  }

  private static func name(_ text: String) -> [UInt8] { big(UInt32(text.utf8.count), 4) + padded(text) }
  private static func text(_ name: String, _ value: String) -> [UInt8] {
    self.name(name) + big(UInt32(2), 4) + big(UInt32(value.utf8.count), 4) + padded(value)
  }
  private static func padded(_ text: String) -> [UInt8] {
    Array(text.utf8) + [UInt8](repeating: 0, count: (4 - text.utf8.count % 4) % 4)
  }
  private static func double(_ value: Double) -> [UInt8] { big(value.bitPattern, 8) }
  private static func big(_ value: some FixedWidthInteger, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
  }
}
