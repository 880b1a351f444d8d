internal import CGDAL
import DocumentModel
import Synchronization

/// Owns one open data set of GDAL, which is used in one task at a time; and for bytes in memory the name that GDAL reads them by.
final class GDALFile {
  let functions: mapdoc_gdal
  let dataset: OpaquePointer
  /// `ESRI Shapefile`, `LIBKML`.
  let driver: String
  /// What GDAL found wrong with the file and opened it all the same.
  let complaint: String?
  private let memory: MemoryFile?
  private let log: GDALLog

  /// Its driver gives an empty geometry where it cannot read the coordinates of one.
  var saysNothingOfPlaces: Bool { driver == "LIBKML" || driver == "KML" }

  /// Some drivers of rasters would take features too.
  private static let drivers = [
    "ESRI Shapefile", "GPKG", "FlatGeobuf", "LIBKML", "KML", "GeoJSON", "ESRIJSON", "TopoJSON", "GPX", "GML",
    "MapInfo File",
    "DXF", "CSV",
  ]

  /// Opens a file with the drivers that were registered.
  ///
  /// - Parameter options: As GDAL's open options: `ENCODING=CP1252`.
  /// - Throws: `libraryMissing`; `otherKind` for what no driver takes; `unreadable` with GDAL's own words.
  init(_ bytes: any ByteReading, suffix: String, options: [String]) throws(SourceError) {
    guard let table = mapdoc_gdal_open() else {
      throw .libraryMissing(
        reason: "`\(bytes.path)` is read by GDAL, and \(String(cString: mapdoc_gdal_open_error()))",
        hint: "`make deps` installs it (Debian: `gdal-bin`); GeoJSON and GPX are read without it")
    }
    functions = table.pointee
    let log = GDALLog(functions)
    self.log = log
    let isZip = suffix == "zip"
    if let inMemory = bytes as? MemoryBytes {
      let memory = try MemoryFile(inMemory, suffix: suffix, functions)
      self.memory = memory
    } else {
      memory = nil
    }
    // Absolute, so that nothing in a name is taken for the prefix of a driver.
    let place = memory?.name ?? LocalFile.resolved(bytes.path)
    let name = isZip ? "/vsizip/{\(place)}" : place
    let (opened, said) = log.listening { () -> OpaquePointer? in
      CStrings.withPointers(options) { options in
        CStrings.withPointers(Self.drivers) { drivers in
          // Read only, features, and with a word about what is wrong.
          table.pointee.GDALOpenEx(name, 0x04 | 0x40, drivers, options, nil)
        }
      }
    }
    guard let opened else {
      guard let said, !said.hasSuffix("not recognized as a supported file format."),
        !said.hasSuffix("not recognized as being in a supported file format.")
      else {
        throw .otherKind(
          path: bytes.path,
          reason:
            "it is \(PictureFormat(of: (try? bytes.bytes(at: 0, count: min(1024, bytes.size), of: "")) ?? []).words), "
            + "and no reader of features takes it")
      }
      throw .unreadable(path: bytes.path, place: nil, reason: said)
    }
    dataset = opened
    complaint = said
    driver =
      table.pointee.GDALGetDatasetDriver(opened).flatMap { table.pointee.GDALGetDriverShortName($0) }
      .map { String(cString: $0) } ?? ""
  }

  deinit {
    _ = log.listening { functions.GDALClose(dataset) }
  }

  /// Does something with GDAL.
  /// - Returns: What came of it, and the first error that GDAL had to say.
  func listening<Result>(_ body: () -> Result) -> (Result, String?) { log.listening(body) }
}

/// Bytes in memory under a name that GDAL can open.
private final class MemoryFile {
  let name: String
  private let functions: mapdoc_gdal
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private static let count = Atomic<Int>(0)

  init(_ source: MemoryBytes, suffix: String, _ functions: mapdoc_gdal) throws(SourceError) {
    self.functions = functions
    let number = Self.count.add(1, ordering: .relaxed).newValue
    name = "/vsimem/mapdoc-\(number)/features" + (suffix.isEmpty ? "" : ".\(suffix)")
    bytes = .allocate(capacity: max(1, source.bytes.count))
    _ = bytes.initialize(from: source.bytes)
    guard let start = bytes.baseAddress,
      let file = functions.VSIFileFromMemBuffer(name, start, UInt64(source.bytes.count), 0)
    else { throw .unreadable(path: source.path, place: nil, reason: "GDAL has no memory for it") }
    _ = functions.VSIFCloseL(file)
  }

  deinit {
    _ = functions.VSIUnlink(name)
    bytes.deallocate()
  }
}
