internal import CGDAL

/// Looks through files of HDF for what they take from other files, which their libraries would open wherever those are.
///
/// A hostile one could draw the bytes of any file of this machine. Sound ones of this kind are rare (parts that were split by
/// a simulation), and are copied into one file with `h5repack` or `hrepack`.
enum RasterContainer {
  /// - Throws: `unreadable` with the name of the object and what of it lies elsewhere.
  static func check(_ path: String) throws(SourceError) {
    var name = [CChar](repeating: 0, count: 256)
    if let words = mapdoc_hdf5_elsewhere(path, &name, name.count) {
      let object = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      throw refused(path, "`\(object.prefix(80))`", String(cString: words), copier: "h5repack")
    }
    if let place = try outsideOfHDF4(path) {
      throw refused(
        path, "the element that byte \(place) describes", "has its numbers in another file", copier: "hrepack")
    }
  }

  private static func refused(_ path: String, _ what: String, _ words: String, copier: String) -> SourceError {
    .unreadable(
      path: path, place: nil,
      reason: "\(what) \(words), and a raster is read from its own file alone; `\(copier)` makes one file of them")
  }

  // MARK: - HDF 4

  /// Descriptors that are looked at: those of 64 MiB.
  private static let mostDescriptors = 5_600_000

  /// Goes through the data descriptors ("HDF Specification and Developer's Guide", 4.2, chapter 2: magic number, blocks of
  /// a count, the next block's place, and 12 bytes for each element) for special elements that are external (code 2).
  ///
  /// - Returns: Where the first of them describes itself; `nil` where there is none, and for files of another format.
  private static func outsideOfHDF4(_ path: String) throws(SourceError) -> Int? {
    guard LocalFile.head(of: path, count: 4) == [0x0E, 0x03, 0x13, 0x01], let file = try FileBytes.open(path) else {
      return nil
    }
    var block = 4
    var looked = 0
    var seen: Set<Int> = []
    while block != 0, seen.insert(block).inserted {
      let head = try file.bytes(at: block, count: 6, of: "a block of data descriptors")
      let count = number(head[..<2])
      looked += count
      guard looked <= mostDescriptors else {
        throw .unreadable(path: path, place: "byte \(block)", reason: "more than \(mostDescriptors) data descriptors")
      }
      let entries = try file.bytes(at: block + 6, count: count * 12, of: "\(count) data descriptors")
      for entry in stride(from: 0, to: entries.count, by: 12) {
        let tag = number(entries[entry..<entry + 2])
        // Bit 14 marks special elements, but for tags of users, which bit 15 marks.
        guard tag & 0x8000 == 0, tag & 0x4000 != 0 else { continue }
        let place = number(entries[entry + 4..<entry + 8])
        // One that is described beyond the end is none that the library can follow.
        guard place <= file.size - 2 else { continue }
        if try file.bytes(at: place, count: 2, of: "a special element") == [0, 2] { return place }
      }
      block = number(head[2...])
    }
    return nil
  }

  /// Numbers of HDF 4 have their highest byte first.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
