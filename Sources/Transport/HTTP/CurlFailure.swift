internal import CCurl
import Glibc

/// What a result of curl's means for us.
struct CurlFailure {
  let table: UnsafePointer<mapdoc_curl>
  let easy: UnsafeMutableRawPointer
  let code: CURLcode
  /// What curl says beyond the code; may be empty.
  let text: String
  /// Of the host's settings; `nil`: what the environment says, or none.
  let proxy: String?

  var wireFailure: WireFailure {
    if let proxyFailure { return proxyFailure }
    switch code {
    case CURLE_BAD_CONTENT_ENCODING: return .undecodable
    case CURLE_SSL_CONNECT_ERROR where isWithoutTLS:
      return .protocolBroken(reason: "the server does not speak TLS there; its address may begin with `http://`")
    default: return failureOfServer
    }
  }

  /// What is the proxy's fault; `nil` where it is not.
  private var proxyFailure: WireFailure? {
    let shown = proxy.map { "the proxy `\(Self.withoutUser($0))`" } ?? "the proxy"
    let status = mapdoc_curl_get_long(table, easy, CURLINFO_HTTP_CONNECTCODE)
    if status >= 300 {
      let reason = "\(shown) answers with HTTP status \(status)"
      return status >= 500 ? .connectionLost(reason: reason) : .protocolBroken(reason: reason)
    }
    switch code {
    case CURLE_COULDNT_RESOLVE_PROXY: return .connectionLost(reason: "no host has the name of \(shown)")
    case CURLE_COULDNT_CONNECT where proxy != nil:
      return .connectionLost(reason: "\(shown) cannot be reached: \(systemReason ?? "no connection")")
    case CURLE_PROXY: return .connectionLost(reason: "\(shown) refuses to connect")
    default: return nil
    }
  }

  /// A proxy's address without user and password, as messages show it.
  private static func withoutUser(_ address: String) -> String {
    guard let at = address.lastIndex(of: "@") else { return address }
    let rest = address[address.index(after: at)...]
    let scheme = address.prefix { $0 != ":" }
    return address.dropFirst(scheme.count).hasPrefix("://") ? "\(scheme)://\(rest)" : String(rest)
  }

  /// The other side answered a TLS greeting with something else: OpenSSL's and GnuTLS's words for it.
  private var isWithoutTLS: Bool {
    let text = text.lowercased()
    return ["wrong version number", "http request", "packet length", "unexpected tls packet"].contains {
      text.contains($0)
    }
  }

  private var failureOfServer: WireFailure {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST: .nameNotFound
    case CURLE_COULDNT_CONNECT: .connectionLost(reason: systemReason ?? "no connection")
    case CURLE_OPERATION_TIMEDOUT: .timedOut
    case CURLE_PARTIAL_FILE: .connectionLost(reason: "the answer was cut short")
    case CURLE_GOT_NOTHING: .connectionLost(reason: "the server closed the connection without an answer")
    case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM:
      .connectionLost(reason: systemReason ?? "the connection was lost")
    case CURLE_SSL_CONNECT_ERROR where mapdoc_curl_get_long(table, easy, CURLINFO_OS_ERRNO) == Int(ECONNRESET):
      .connectionLost(reason: "the connection was lost")
    case CURLE_PEER_FAILED_VERIFICATION: .insecure(reason: verificationReason)
    case CURLE_SSL_CACERT_BADFILE: .insecure(reason: "the file of certificates cannot be read")
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED,
      CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT, CURLE_USE_SSL_FAILED:
      .insecure(reason: name)
    case CURLE_OUT_OF_MEMORY, CURLE_FAILED_INIT: .noEngine(reason: name)
    default: .protocolBroken(reason: name)
    }
  }

  /// curl's name of the failure, as it would stand in a sentence.
  private var name: String {
    guard let text = table.pointee.curl_easy_strerror(code) else { return "failure \(code.rawValue)" }
    return Self.lowered(String(cString: text))
  }

  private var systemReason: String? {
    let number = mapdoc_curl_get_long(table, easy, CURLINFO_OS_ERRNO)
    guard number != 0, let text = strerror(Int32(truncatingIfNeeded: number)) else { return nil }
    return Self.lowered(String(cString: text))
  }

  /// 0 and 1 are curl's own: the chain is sound, or not looked at, because the name is another.
  /// The others are OpenSSL's, `X509_V_ERR_…` of `openssl/x509_vfy.h`; other libraries have their own.
  private var verificationReason: String {
    switch mapdoc_curl_get_long(table, easy, CURLINFO_SSL_VERIFYRESULT) {
    case 10: "its certificate has expired"
    case 9: "its certificate is not valid yet"
    case 18: "its certificate is signed by itself"
    case 19, 2, 20, 21: "its certificate is signed by an authority that is not trusted"
    case 23: "its certificate was revoked"
    case 0, 1, 62, 64: "its certificate is for another name"
    default: "its certificate cannot be trusted"
    }
  }

  private static func lowered(_ text: String) -> String {
    guard let first = text.first else { return text }
    // An abbreviation ("SSL …") stays as it is.
    return text.dropFirst().first?.isUppercase == true ? text : first.lowercased() + text.dropFirst()
  }
}
