import Dispatch
import Glibc

/// Waits for the disk on threads of its own: those that decode and encode do not stand still meanwhile.
enum DiskSync {
  private static let queue = DispatchQueue(label: "mapdoc.disk", attributes: .concurrent)

  /// Returns when all that was written to a file is on the disk.
  /// - Returns: 0, or the `errno` of what went wrong.
  static func sync(_ descriptor: Int32) async -> Int32 {
    await withCheckedContinuation { continuation in
      queue.async {
        var status = fsync(descriptor)
        while status != 0, errno == EINTR { status = fsync(descriptor) }
        continuation.resume(returning: status == 0 ? 0 : errno)
      }
    }
  }
}
