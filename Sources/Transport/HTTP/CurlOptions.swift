internal import CCurl

/// Sets up an easy handle for one exchange, from its resting state.
struct CurlOptions {
  let table: UnsafePointer<mapdoc_curl>
  let easy: UnsafeMutableRawPointer

  /// - Returns: Whether libcurl takes what must not be left out.
  func set(for transfer: Transfer) -> Bool {
    let request = transfer.request
    let me = Unmanaged.passUnretained(transfer).toOpaque()  // the loop holds it while the handle is in use
    setText(CURLOPT_USERAGENT, request.userAgent)
    setText(CURLOPT_ACCEPT_ENCODING, "")  // all that this libcurl can undo
    setLong(CURLOPT_NOSIGNAL, 1)
    setLong(CURLOPT_BUFFERSIZE, 64 << 10)
    setLong(CURLOPT_TCP_NODELAY, 1)
    setLong(CURLOPT_TCP_KEEPALIVE, 1)
    setLong(CURLOPT_TIMEOUT_MS, milliseconds(request.timeout))
    setLong(CURLOPT_CONNECTTIMEOUT_MS, milliseconds(min(request.connectTimeout, request.timeout)))
    setLong(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)  // a proxy's headers are not the answer's
    mapdoc_curl_leave_look_ups(table, easy)
    setVersion(request)
    if let proxy = request.proxy { setText(CURLOPT_PROXY, proxy) }
    for line in request.headerLines {
      let list = transfer.headerList?.assumingMemoryBound(to: curl_slist.self)
      guard let longer = table.pointee.curl_slist_append(list, line) else { return false }
      transfer.headerList = UnsafeMutableRawPointer(longer)
    }
    let isSet = [
      mapdoc_curl_set_text(table, easy, CURLOPT_URL, request.address.text),
      mapdoc_curl_allow_http_only(table, easy),
      mapdoc_curl_set_long(table, easy, CURLOPT_FOLLOWLOCATION, 0),
      mapdoc_curl_set_long(table, easy, CURLOPT_SSL_VERIFYPEER, 1),
      mapdoc_curl_set_long(table, easy, CURLOPT_SSL_VERIFYHOST, 2),
      mapdoc_curl_set_pointer(table, easy, CURLOPT_HTTPHEADER, transfer.headerList),
      mapdoc_curl_set_pointer(table, easy, CURLOPT_PRIVATE, me),
      mapdoc_curl_set_pointer(table, easy, CURLOPT_ERRORBUFFER, UnsafeMutableRawPointer(transfer.errorText)),
      mapdoc_curl_set_pointer(table, easy, CURLOPT_WRITEDATA, me),
      mapdoc_curl_set_pointer(table, easy, CURLOPT_HEADERDATA, me),
      mapdoc_curl_set_callback(table, easy, CURLOPT_WRITEFUNCTION, takeBody),
      mapdoc_curl_set_callback(table, easy, CURLOPT_HEADERFUNCTION, takeHeaderLine),
    ].allSatisfy { $0 == CURLE_OK }
    // curl copies it, and makes a POST of the request.
    if let form = request.form, mapdoc_curl_set_text(table, easy, CURLOPT_COPYPOSTFIELDS, form) != CURLE_OK {
      return false
    }
    guard let file = request.certificateFile else { return isSet }
    return isSet && mapdoc_curl_set_text(table, easy, CURLOPT_CAINFO, file) == CURLE_OK
  }

  /// HTTP/2 where TLS offers it: the first exchange with a host is waited for, the others join its connection.
  private func setVersion(_ request: WireRequest) {
    let mayBeHTTP2 = request.address.isSecure && !request.isKnownHTTP1
    setLong(CURLOPT_HTTP_VERSION, Int(mayBeHTTP2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1))
    setLong(CURLOPT_PIPEWAIT, mayBeHTTP2 ? 1 : 0)
  }

  private func setLong(_ option: CURLoption, _ value: Int) { _ = mapdoc_curl_set_long(table, easy, option, value) }

  private func setText(_ option: CURLoption, _ value: String) {
    _ = mapdoc_curl_set_text(table, easy, option, value)  // curl copies it
  }

  /// At least 1: 0 would mean no bound.
  private func milliseconds(_ seconds: Double) -> Int { Int(min(max(seconds * 1000, 1), 86_400_000)) }
}

/// For curl, which takes any other count than what it gave as an order to stop.
private let takeBody: curl_write_callback = { bytes, size, count, transfer in
  guard let bytes, let transfer else { return 0 }
  let isTaken = Unmanaged<Transfer>.fromOpaque(transfer).takeUnretainedValue()
    .takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
  return isTaken ? size * count : 0
}

private let takeHeaderLine: curl_write_callback = { bytes, size, count, transfer in
  guard let bytes, let transfer else { return 0 }
  let isTaken = Unmanaged<Transfer>.fromOpaque(transfer).takeUnretainedValue()
    .takeHeaderLine(UnsafeRawBufferPointer(start: bytes, count: size * count))
  return isTaken ? size * count : 0
}
