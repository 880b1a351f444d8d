import Synchronization

/// The handles of one raster: each task that reads takes one, and opens another where all are taken.
final class RasterFiles: Sendable {
  private let path: String
  private let part: String?
  private let isNearest: Bool
  private let idle: Mutex<[RasterFile]>
  /// Tasks run on as many threads as the machine has processors.
  private static let mostIdle = 16

  /// - Parameter part: Of a file that holds several rasters.
  init(_ first: RasterFile, part: String?, isNearest: Bool) {
    self.part = part
    path = first.path
    self.isNearest = isNearest
    idle = Mutex([first])
  }

  /// - Throws: What `body` throws, and what keeps the file from being opened once more.
  func withFile<Result>(_ body: (RasterFile) throws(SourceError) -> Result) throws(SourceError) -> Result {
    let taken = idle.withLock { $0.popLast() }
    let file: RasterFile
    if let taken {
      file = taken
    } else {
      file = try RasterFile(path, part: part, isNearest: isNearest, isChecked: true)
    }
    defer { idle.withLock { if $0.count < Self.mostIdle { $0.append(file) } } }
    return try body(file)
  }
}
