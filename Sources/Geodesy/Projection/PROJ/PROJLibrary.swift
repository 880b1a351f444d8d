internal import CPROJ

/// PROJ's shared library, which is opened when a reference other than Web Mercator or WGS 84 first comes up.
package enum PROJLibrary {
  /// True once it has been opened: 17 ms that documents in well-known references do not pay.
  package static var isLoaded: Bool { mapdoc_proj_is_open() }

  /// Opens it; from any thread, and cheap the second time.
  /// - Throws: ``GeodesyError/libraryMissing(reason:)``.
  static func functions() throws(GeodesyError) -> UnsafePointer<mapdoc_proj> {
    guard let functions = mapdoc_proj_open() else {
      throw .libraryMissing(reason: String(cString: mapdoc_proj_open_error()))
    }
    return functions
  }
}

/// Owns one PROJ context, which PROJ forbids to share between threads: one a task, or one behind a lock.
///
/// Its network is off, and what PROJ has to say is kept instead of printed.
final class PROJContext {
  let pointer: OpaquePointer
  let functions: UnsafePointer<mapdoc_proj>
  private let log: UnsafeMutablePointer<String>

  /// - Throws: ``GeodesyError/libraryMissing(reason:)``.
  init() throws(GeodesyError) {
    functions = try PROJLibrary.functions()
    guard let pointer = functions.pointee.proj_context_create() else {
      throw .libraryMissing(reason: "PROJ has no memory for a context")
    }
    self.pointer = pointer
    log = .allocate(capacity: 1)
    log.initialize(to: "")
    _ = functions.pointee.proj_context_set_enable_network(pointer, 0)
    functions.pointee.proj_log_func(pointer, log) { log, _, message in
      guard let log, let message else { return }
      log.assumingMemoryBound(to: String.self).pointee = String(cString: message)
    }
  }

  deinit {
    _ = functions.pointee.proj_context_destroy(pointer)
    log.deinitialize(count: 1)
    log.deallocate()
  }

  /// PROJ's last word since ``forgetErrors()``, without the name of its function; `nil` when it said nothing.
  var lastError: String? {
    let said = log.pointee
    guard said.isEmpty else { return Self.withoutFunctionName(said) }
    let number = functions.pointee.proj_context_errno(pointer)
    guard number != 0, let text = functions.pointee.proj_context_errno_string(pointer, number) else { return nil }
    return String(cString: text)
  }

  func forgetErrors() { log.pointee = "" }

  /// True when `proj.db` was found: without it PROJ knows no authority's code.
  var hasDatabase: Bool { functions.pointee.proj_context_get_database_path(pointer) != nil }

  /// Makes an object of PROJ from a definition; `nil` when PROJ does not understand it.
  func object(_ definition: String) -> PROJObject? {
    forgetErrors()
    return functions.pointee.proj_create(pointer, definition).map { PROJObject($0, in: self) }
  }

  /// A copy of an object, which lives in this context and may be used beside the original in another thread.
  func copy(_ object: PROJObject) -> PROJObject? {
    functions.pointee.proj_clone(pointer, object.pointer).map { PROJObject($0, in: self) }
  }

  /// `proj_create: crs not found` says `crs not found`.
  private static func withoutFunctionName(_ message: String) -> String {
    guard message.hasPrefix("proj_") || message.hasPrefix("pj_"), let colon = message.firstIndex(of: ":") else {
      return message
    }
    return String(message[message.index(after: colon)...].drop { $0 == " " })
  }
}

/// Owns one object of PROJ: a reference, a part of one, or an operation. It keeps its context alive.
final class PROJObject {
  let pointer: OpaquePointer
  let context: PROJContext
  var functions: UnsafePointer<mapdoc_proj> { context.functions }

  /// Takes over the handle.
  init(_ pointer: OpaquePointer, in context: PROJContext) {
    self.pointer = pointer
    self.context = context
  }

  deinit { _ = functions.pointee.proj_destroy(pointer) }

  var name: String { functions.pointee.proj_get_name(pointer).map { String(cString: $0) } ?? "" }

  /// The same with x east and y north, and degrees in and out, whatever its authority says.
  var inEastNorthOrder: PROJObject? {
    functions.pointee.proj_normalize_for_visualization(context.pointer, pointer)
      .map { PROJObject($0, in: context) }
  }

  /// Moves positions in place; those that cannot be moved become infinite.
  /// - Parameter inverse: From the target to the source.
  func transform(_ positions: inout [Position], inverse: Bool) {
    let stride = MemoryLayout<Position>.stride
    positions.withUnsafeMutableBytes { bytes in
      guard let first = bytes.baseAddress?.assumingMemoryBound(to: Double.self) else { return }
      let count = bytes.count / stride
      // A position is two doubles, x then y: PROJ steps over them by the stride.
      _ = functions.pointee.proj_trans_generic(
        pointer, inverse ? PJ_INV : PJ_FWD, first, stride, count, first + 1, stride, count, nil, 0, 0, nil, 0, 0)
    }
  }
}
