import Glibc

/// A small file system of its own, for full and read-only disks; only root may make one.
package final class SmallDisk {
  package let folder: TemporaryFolder

  package static var areAllowed: Bool { getuid() == 0 }

  /// - Parameter options: Of `tmpfs`, such as `size=1m`.
  /// - Returns: `nil` in a container without the right to mount.
  package init?(_ options: String) throws {
    folder = try TemporaryFolder()
    guard mount("tmpfs", folder.path, "tmpfs", 0, options) == 0 else { return nil }
  }

  /// - Returns: False where that is not allowed.
  package func makeReadOnly() -> Bool {
    mount("tmpfs", folder.path, "tmpfs", UInt(Self.remountFlag | Self.readOnlyFlag), nil) == 0
  }

  deinit { umount2(folder.path, Self.detachFlag) }

  // Of `sys/mount.h`: MS_RDONLY, MS_REMOUNT, MNT_DETACH, which Swift does not import.
  private static let readOnlyFlag = 1
  private static let remountFlag = 32
  static let detachFlag: Int32 = 2
}
