internal import CGDAL

/// Keeps what GDAL says, which it would print.
final class GDALLog {
  private let functions: mapdoc_gdal
  private var first: String?
  private var last: String?

  init(_ functions: mapdoc_gdal) { self.functions = functions }

  func listening<Result>(_ body: () -> Result) -> (Result, String?) {
    (first, last) = (nil, nil)
    functions.CPLPushErrorHandlerEx(
      { severity, _, message in
        guard severity >= 3, let message, let table = mapdoc_gdal_open(),
          let argument = table.pointee.CPLGetErrorHandlerUserData()
        else { return }
        let log = Unmanaged<GDALLog>.fromOpaque(argument).takeUnretainedValue()
        let words = GDALLog.words(String(cString: message))
        log.first = log.first ?? words
        log.last = words
      }, Unmanaged.passUnretained(self).toOpaque())
    let result = body()
    functions.CPLPopErrorHandler()
    return (result, first)
  }

  /// The first and the last error of what was listened to last: the cause, and where it was met.
  var causeAndPlace: String? {
    guard let first, let last else { return nil }
    return first == last ? first : "\(first); \(last)"
  }

  /// One line of at most 300 characters.
  private static func words(_ text: String) -> String {
    String(text.split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(300))
  }
}

/// Texts as C has them.
enum CStrings {
  /// The texts of a list that a null ends; none of a list that is not there.
  /// - Parameter most: Further ones are not read.
  static func texts(
    of list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, most: Int = 10_000
  ) -> [String] {
    guard let list else { return [] }
    var texts: [String] = []
    while texts.count < most, let text = list[texts.count] { texts.append(String(cString: text)) }
    return texts
  }

  /// - Parameter body: Gets the pointers with a null behind them; they are good until it returns.
  static func withPointers<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
  ) -> Result {
    let arrays = texts.map { Array($0.utf8CString) }
    let all = arrays.flatMap(\.self)
    return all.withUnsafeBufferPointer { buffer in
      var pointers: [UnsafePointer<CChar>?] = []
      var place = 0
      for array in arrays {
        pointers.append(buffer.baseAddress.map { $0 + place })
        place += array.count
      }
      pointers.append(nil)
      return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
    }
  }
}
