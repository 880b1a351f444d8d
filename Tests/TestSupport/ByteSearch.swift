import Glibc

/// Looks for bytes in bytes by the C library, so that a test may look at megabytes for many words.
package enum ByteSearch {
  package static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    guard let first = part.first else { return false }
    return bytes.withUnsafeBytes { bytes in
      part.withUnsafeBytes { part in
        guard var place = bytes.baseAddress, let wanted = part.baseAddress else { return false }
        var left = bytes.count - part.count + 1
        while left > 0, let found = memchr(place, Int32(first), left) {
          if memcmp(found, wanted, part.count) == 0 { return true }
          left -= place.distance(to: UnsafeRawPointer(found)) + 1
          place = UnsafeRawPointer(found) + 1
        }
        return false
      }
    }
  }
}
