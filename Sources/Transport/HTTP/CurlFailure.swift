internal import CCurl
import Glibc

/// What a result of curl's means for us.
struct CurlFailure {
  let table: UnsafePointer<mapdoc_curl>
  let easy: UnsafeMutableRawPointer
  let code: CURLcode

  var wireFailure: WireFailure {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST: .nameNotFound
    case CURLE_COULDNT_RESOLVE_PROXY: .connectionLost(reason: "the proxy's name was not found")
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
