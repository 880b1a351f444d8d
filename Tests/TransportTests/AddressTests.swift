import Testing

@testable import Transport

@Suite struct AddressTests {
  @Test(arguments: [
    ("http://Example.ORG", "http://example.org/", "example.org", 80, false),
    ("HTTPS://example.org:443/a?b=c#d", "https://example.org/a?b=c", "example.org", 443, true),
    ("http://[::1]:8080/x", "http://[::1]:8080/x", "[::1]", 8080, false),
    ("http://[2001:DB8::1]/", "http://[2001:db8::1]/", "[2001:db8::1]", 80, false),
    ("http://example.org?x=1", "http://example.org/?x=1", "example.org", 80, false),
    ("http://a_b.example.org:/", "http://a_b.example.org/", "a_b.example.org", 80, false),
  ])
  func readsItsParts(text: String, whole: String, host: String, port: Int, isSecure: Bool) throws {
    let address = try Address(text)
    #expect(address.text == whole)
    #expect(address.host == host)
    #expect(address.port == port)
    #expect(address.isSecure == isSecure)
  }

  @Test(arguments: [
    "", "http", "http:", "http:/x", "http://", "http:///x", "http://:80/", "http://a b/", "http://a/\u{7f}",
    "http://ä/",
    "http://a:0/", "http://a:65536/", "http://a:8x/", "http://[::1/", "http://::1]/", "http://u@a/", "http://a\\b/",
    "gopher://a/", "data:,x", "http://a%2f/", "//a/b", "http://[]/",
  ])
  func refusesWhatIsNoAddress(text: String) {
    #expect(throws: Address.Malformed.self) { try Address(text) }
  }

  @Test func refusesAnAddressThatIsTooLong() {
    #expect(throws: Address.Malformed.self) { try Address("http://a/" + String(repeating: "x", count: 8192)) }
  }

  // The examples of RFC 3986, section 5.4, that an http address can have.
  @Test(arguments: [
    ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
    ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q"),
    ("g#s", "http://a/b/c/g"), (";x", "http://a/b/c/;x"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
    ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"),
    ("../..", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("/./g", "http://a/g"),
    ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), ("..g", "http://a/b/c/..g"), ("./g/.", "http://a/b/c/g/"),
    ("g/../h", "http://a/b/c/h"), ("g?y/../x", "http://a/b/c/g?y/../x"), ("https://h/é x", "https://h/%C3%A9%20x"),
  ])
  func followsALocation(location: String, expected: String) throws {
    #expect(try Address("http://a/b/c/d;p?q").following(location).text == expected)
  }

  @Test(arguments: [
    ("http://a/x?token=abc&z=1", "http://a/x?token=***&z=1"),
    ("http://a/x?API_KEY=abc", "http://a/x?API_KEY=***"),
    (
      "http://a/x?subscription-key=abc&sig=1&access_token=#f",
      "http://a/x?subscription-key=***&sig=***&access_token=***#f"
    ),
    ("http://a/x?tk=abc&layer=vec&z", "http://a/x?tk=***&layer=vec&z"),
    ("http://u:p@a/x", "http://***@a/x"),
    ("http://a/token=1?design=2", "http://a/token=1?design=2"),
    ("http://a/x", "http://a/x"),
    ("http://a/services;key=abc/tiles/v4/b=1/1/2/3.png", "http://a/services;key=***/tiles/v4/b=1/1/2/3.png"),
    ("http://a/b;x=1;%6Bey=abc;c/d?%74oken=e", "http://a/b;x=1;%6Bey=***;c/d?%74oken=***"),
  ])
  func hidesSecrets(address: String, shown: String) {
    #expect(Address.redacted(address) == shown)
  }

  /// A service may say what it was asked with.
  @Test(arguments: [
    ("token=SECRET123", "token=***"), ("Invalid token (token=a.b-c_), x=1", "Invalid token (token=***), x=1"),
    ("https://a.b/c?x=1&access_token=abc&y=2", "https://a.b/c?x=1&access_token=***&y=2"),
    ("no = sign, a = b; key=", "no = sign, a = b; key="), ("apiKey='q' size=3", "apiKey='***' size=3"),
  ])
  func wordsOfServersHideWhatTheyRepeat(words: String, shown: String) {
    #expect(Address.redacted(words: words) == shown)
  }
}
