internal import CCurl
import Glibc

/// What the engine's thread does. Nothing here is touched by another thread once ``run()`` has begun.
final class CurlLoop {
  private let engine: CurlEngine
  private let table: UnsafePointer<mapdoc_curl>
  private let multi: UnsafeMutableRawPointer
  private var live: [UInt64: Transfer] = [:]
  /// Easy handles at rest.
  private var idle: [UnsafeMutableRawPointer] = []
  private var nextSpeedCheck = 0.0

  init(engine: CurlEngine, table: UnsafePointer<mapdoc_curl>, multi: UnsafeMutableRawPointer) {
    self.engine = engine
    self.table = table
    self.multi = multi
  }

  func run() {
    var running: Int32 = 0
    while true {
      let mail = engine.takeMail()
      for transfer in mail.added { start(transfer) }
      for id in mail.cancelled { if let transfer = live[id] { end(transfer, .failure(.cancelled)) } }
      if mail.isStopping { break }
      _ = table.pointee.curl_multi_perform(multi, &running)
      collectFinished()
      breakOffSlow()
      let patience: Int32 = live.isEmpty ? 60_000 : Int32(min(1000, max(10, engine.lowSpeed.seconds * 500)))
      _ = table.pointee.curl_multi_poll(multi, nil, 0, patience, nil)
    }
    for transfer in Array(live.values) { end(transfer, .failure(.cancelled)) }
    for easy in idle { table.pointee.curl_easy_cleanup(easy) }
    _ = table.pointee.curl_multi_cleanup(multi)
  }

  private func start(_ transfer: Transfer) {
    guard let easy = idle.popLast() ?? table.pointee.curl_easy_init() else {
      transfer.completion(.failure(.noEngine(reason: "out of memory")))
      return
    }
    transfer.easy = easy
    live[transfer.id] = transfer
    guard CurlOptions(table: table, easy: easy).set(for: transfer) else {
      end(transfer, .failure(.noEngine(reason: "libcurl refuses an option")))
      return
    }
    let code = table.pointee.curl_multi_add_handle(multi, easy)
    if code != CURLM_OK { end(transfer, .failure(.noEngine(reason: "libcurl refuses a request"))) }
  }

  private func end(_ transfer: Transfer, _ result: Result<WireAnswer, WireFailure>) {
    live[transfer.id] = nil
    if let easy = transfer.easy {
      _ = table.pointee.curl_multi_remove_handle(multi, easy)
      table.pointee.curl_easy_reset(easy)  // keeps its connections
      idle.append(easy)
    }
    table.pointee.curl_slist_free_all(transfer.headerList?.assumingMemoryBound(to: curl_slist.self))
    transfer.completion(result)
  }

  private func collectFinished() {
    var left: Int32 = 0
    while let message = table.pointee.curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
      let code = mapdoc_curl_result(message)
      guard let pointer = mapdoc_curl_get_pointer(table, easy, CURLINFO_PRIVATE) else { continue }
      let transfer = Unmanaged<Transfer>.fromOpaque(pointer).takeUnretainedValue()
      end(transfer, result(of: transfer, easy, code))
    }
  }

  private func result(
    of transfer: Transfer, _ easy: UnsafeMutableRawPointer, _ code: CURLcode
  ) -> Result<WireAnswer, WireFailure> {
    if transfer.isTooLarge { return .failure(.tooLarge) }
    guard code == CURLE_OK else {
      let failure = CurlFailure(
        table: table, easy: easy, code: code, text: String(cString: transfer.errorText), proxy: transfer.request.proxy)
      return .failure(failure.wireFailure)
    }
    return .success(
      transfer.takeAnswer(
        status: mapdoc_curl_get_long(table, easy, CURLINFO_RESPONSE_CODE),
        bytesReceived: Int(mapdoc_curl_get_size(table, easy, CURLINFO_SIZE_DOWNLOAD_T)),
        isHTTP2: mapdoc_curl_get_long(table, easy, CURLINFO_HTTP_VERSION) == Int(CURL_HTTP_VERSION_2_0)))
  }

  /// The low-speed bound counts from the first byte of the body: a server that draws may be silent before it.
  private func breakOffSlow() {
    let bound = engine.lowSpeed
    let now = engine.time.instant()
    guard now >= nextSpeedCheck else { return }
    nextSpeedCheck = now + min(1, bound.seconds / 2)
    for transfer in Array(live.values) where !transfer.body.isEmpty {
      guard let mark = transfer.speedMark, transfer.body.count - mark.bytes < bound.bytes else {
        transfer.speedMark = (now, transfer.body.count)
        continue
      }
      if now - mark.instant >= bound.seconds { end(transfer, .failure(.timedOut)) }
    }
  }
}
