import DocumentModel
import Geodesy

/// What is written beside the pixels.
package struct EncodingOptions: Sendable {
  /// Device pixels per inch.
  package var dpi: Double
  /// 1 to 100; `nil` is the format's default. Formats without loss pass it over.
  package var quality: Int?
  /// Title, Description, Software and the like, in the order in which they are written.
  package var texts: [(key: String, value: String)]

  package init(dpi: Double, quality: Int? = nil, texts: [(key: String, value: String)] = []) {
    self.dpi = dpi
    self.quality = quality
    self.texts = texts
  }
}

/// A format of output: how a scene becomes a file.
protocol OutputFormatWriter: Sendable {
  var format: OutputFormat { get }
  /// In pixels.
  var largestSide: Int { get }
  var keepsTransparency: Bool { get }
  /// Bytes that are held at the same time for a picture of a size within its bounds, drawn with so many jobs.
  func memory(for size: PixelSize, jobs: Int) -> Int
  /// Renders into the file, all but putting it in its place.
  func write(_ job: OutputJob, into file: OutputFile) async throws(OutputError) -> RenderStatistics
}

/// All formats: a new one is one file, and one line here.
private let outputWriters: [any OutputFormatWriter] = [PNGOutput(), JPEGOutput(), WebPOutput()]

extension OutputFormatWriter {
  /// Bytes of the bands that are drawn, wait and are encoded at the same time.
  func bandMemory(rows: Int, width: Int, jobs: Int) -> Int {
    let (bytes, overflows) = (width * rows * 8).multipliedReportingOverflow(by: jobs + 2)
    return overflows ? .max : bytes
  }
}

/// A scene to be written, and how.
struct OutputJob: Sendable {
  let scene: Scene
  let options: EncodingOptions
  let jobs: Int
  let overlay: SceneOverlay?

  func render<Sink: PictureSink>(bandHeight: Int, into sink: Sink) async throws(OutputError) -> RenderStatistics {
    try await SceneRenderer.render(scene, bandHeight: bandHeight, jobs: jobs, into: sink, overlay: overlay)
  }
}

/// Writes scenes as picture files.
package enum PictureFile {
  /// Renders a scene into a file. The file is replaced as a whole when all went well, otherwise the old one stays; the
  /// same scene gives the same bytes, whatever `jobs` is.
  ///
  /// - Parameters:
  ///   - path: Folders on the way are made.
  ///   - jobs: Threads that draw and encode, at least 1.
  ///   - overlay: Draws the obligatory attributions.
  ///   - accepts: Asked before the file is put in its place: `false` keeps the old one.
  /// - Returns: The size of the file, and what became of the layers.
  /// - Throws: ``OutputError/refused`` when not accepted; ``OutputError/outOfMemory(_:_:bytes:)``, before anything is drawn.
  package static func write(
    scene: Scene, to path: String, format: OutputFormat, options: EncodingOptions, jobs: Int,
    overlay: SceneOverlay? = nil, accepts: @Sendable (RenderStatistics) -> Bool = { _ in true }
  ) async throws(OutputError) -> (bytes: Int, statistics: RenderStatistics) {
    let writer = writer(of: format)
    guard max(scene.size.width, scene.size.height) <= writer.largestSide else {
      throw .tooLarge(format, scene.size, side: writer.largestSide)
    }
    let memory = writer.memory(for: scene.size, jobs: jobs)
    guard MemoryRoom.isThere(for: memory) else { throw .outOfMemory(format, scene.size, bytes: memory) }
    let file = try OutputFile(path)
    let job = OutputJob(scene: scene, options: options, jobs: jobs, overlay: overlay)
    let statistics = try await writer.write(job, into: file)
    guard accepts(statistics) else { throw .refused }
    try await file.commit()
    return (file.bytesWritten, statistics)
  }

  /// Whether a picture loses the transparency of its background: it is laid on white then, and the user should hear of it.
  ///
  /// - Parameter background: `nil` is transparent.
  package static func losesTransparency(_ background: Color?, as format: OutputFormat) -> Bool {
    background?.alpha != 255 && !writer(of: format).keepsTransparency
  }

  /// The largest side of a picture in a format, in pixels.
  package static func largestSide(of format: OutputFormat) -> Int { writer(of: format).largestSide }

  private static func writer(of format: OutputFormat) -> any OutputFormatWriter {
    guard let writer = outputWriters.first(where: { $0.format == format }) else {
      preconditionFailure("a format without a line in `outputWriters`")
    }
    return writer
  }
}
