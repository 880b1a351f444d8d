import Glibc

/// What the system says of a failure, as a part of a sentence.
package enum SystemReason {
  /// - Parameter number: `errno`.
  /// - Returns: Its text with a small letter at the start, without a full stop: `no space left on device`.
  package static func words(_ number: Int32) -> String {
    // glibc keeps the text in thread-local storage since 2.32.
    let text = String(cString: strerror(number))
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
