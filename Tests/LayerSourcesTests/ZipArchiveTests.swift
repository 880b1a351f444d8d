import TestSupport
import Testing

@testable import LayerSources

@Suite struct ZipArchiveTests {
  @Test func listsAndReadsEntries() throws {
    for is64 in [false, true] {
      var zip = ZipMaker(is64: is64)
      zip.add("a/stored.txt", "stored")
      zip.add("deflated.txt", String(repeating: "deflated ", count: 100), deflated: true)
      zip.add("é", [])
      let archive = try Archive(zip.bytes(comment: "bye"))
      #expect(archive.names == ["a/stored.txt", "deflated.txt", "é"])
      #expect(try archive.text("a/stored.txt") == "stored")
      #expect(try archive.text("deflated.txt") == String(repeating: "deflated ", count: 100))
      #expect(try archive.text("é") == "")
    }
  }

  /// `python3 -c 'import zipfile; …'` is what made the fixtures; `unzip -l` lists as many.
  @Test(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)"))
  func listsRealArchives() throws {
    #expect(try Archive(Fixtures.bytes("tpk/states_filled.tpk")).names.count == 19)
  }

  @Test func readsADirectoryLargerThanAPiece() throws {
    var zip = ZipMaker()
    for index in 0..<9000 {
      zip.add("a/rather/long/name/for/an/entry/of/an/archive/that/has/many/of/them/\(index)", [])
    }
    let names = try Archive(zip.bytes()).names
    #expect(names.count == 9000)
    #expect(names.last?.hasSuffix("/8999") == true)
  }

  @Test func saysWhatIsWrongWithAnEntry() throws {
    var zip = ZipMaker()
    zip.add("secret", [1], flags: 1)
    zip.add("bzip2", [1], method: 12)
    zip.add("short", [UInt8](repeating: 1, count: 100), deflated: true, size: 200)
    zip.add("long", [UInt8](repeating: 1, count: 100), deflated: true, size: 50)
    zip.add("stored", [1], size: 5)
    zip.add("far", [1], offset: 1_000_000)
    zip.add("bomb", [1], deflated: true, size: 1 << 31)
    let archive = try Archive(zip.bytes())
    #expect(archive.failure("secret").hasSuffix("the entry there is encrypted"))
    #expect(
      archive.failure("bzip2").hasSuffix("the entry there is packed by method 12; stored (0) and deflated (8) are read")
    )
    #expect(archive.failure("short").hasSuffix("does not unpack to the 200 bytes that it says"))
    #expect(archive.failure("long").hasSuffix("does not unpack to the 50 bytes that it says"))
    #expect(archive.failure("stored").hasSuffix("the stored entry there has 1 bytes, and says that it has 5"))
    #expect(archive.failure("far").hasPrefix("byte 1000000: the header of an entry of 4 bytes is expected there"))
    #expect(archive.failure("bomb").contains("unpacks to 2147483648 bytes, more than the 268435456 that are unpacked"))
    #expect(
      TileDigest.failure { try archive.zip.bytes(of: archive.entry("short"), limit: 10) }.hasSuffix(
        "the entry there has 200 bytes, more than the 10 that are read"))
  }

  @Test func noticesDamageOfDeflatedEntries() throws {
    var zip = ZipMaker()
    zip.add("a", String(repeating: "abc", count: 1000), deflated: true)
    var bytes = zip.bytes()
    bytes[37] ^= 0xFF  // behind the entry's header of 30 bytes, its name and its extra field
    let archive = try Archive(bytes)
    #expect(archive.failure("a").hasPrefix("byte 0: the deflated entry there"))
  }

  @Test func saysWhatIsNoArchive() throws {
    #expect(
      TileDigest.failure { try Archive([]) }
        == "byte 0: no end record of a ZIP archive stands before it: it is cut short, or no ZIP archive")
    var zip = ZipMaker()
    zip.add("a", "text")
    let good = zip.bytes()
    for count in 0..<good.count {
      #expect(throws: SourceError.self) { try Archive(Array(good.prefix(count))) }
    }
    var wrong = good
    wrong[good.count - 6] = 200  // the directory's place
    #expect(TileDigest.failure { try Archive(wrong) }.contains("the directory of 47 bytes should begin at byte 200"))
    wrong = good
    wrong[good.count - 6] = 1
    #expect(TileDigest.failure { try Archive(wrong) } == "byte 1: no entry of the directory stands there")
    wrong = good
    wrong[good.count - 12] = 9  // entries in all
    #expect(TileDigest.failure { try Archive(wrong) }.hasSuffix("no entry of the directory stands there"))
    wrong = good
    wrong[good.count - 18] = 1
    #expect(TileDigest.failure { try Archive(wrong) }.hasSuffix("it is one of several parts"))
  }

  @Test func boundsWhatADirectoryMaySay() throws {
    var zip = ZipMaker(is64: true)
    zip.add("a", "text")
    var bytes = zip.bytes()
    let record = bytes.count - 22 - 20 - 56
    bytes.replaceSubrange(record + 32..<record + 40, with: CacheMaker.little(1 << 40, 8))
    #expect(TileDigest.failure { try Archive(bytes) }.contains("1099511627776 entries in a directory"))
    bytes.replaceSubrange(record + 32..<record + 40, with: CacheMaker.little(-1, 8))
    #expect(TileDigest.failure { try Archive(bytes) }.contains("-1 entries in a directory"))
  }

  @Test func survivesDamageAnywhere() throws {
    for is64 in [false, true] {
      var zip = ZipMaker(is64: is64)
      zip.add("stored", "stored")
      zip.add("deflated", String(repeating: "deflated ", count: 10), deflated: true)
      let good = zip.bytes()
      for place in good.indices {
        var bytes = good
        for value in [UInt8(0), 0x7F, 0xFF] {
          bytes[place] = value
          do {
            let archive = try Archive(bytes)
            for name in archive.names { _ = archive.failure(name) }
          } catch { #expect(error is SourceError) }
        }
      }
    }
  }
}

/// An archive in a file of its own, with all its entries by name.
private struct Archive {
  let zip: ZipArchive
  private var entries: [(name: String, entry: ZipEntry)] = []

  init(_ bytes: [UInt8]) throws {
    let folder = try TemporaryFolder()
    zip = ZipArchive(try FileBytes.existing(folder.write(bytes, to: "a.zip")))
    var entries: [(String, ZipEntry)] = []
    try ZipDirectory(of: zip.file).visit { name, entry throws(SourceError) in
      entries.append((String(Substring(name)), entry))
    }
    self.entries = entries
  }

  var names: [String] { entries.map(\.name) }

  func entry(_ name: String) throws -> ZipEntry { try #require(entries.first { $0.name == name }).entry }

  func text(_ name: String) throws -> String {
    String(decoding: try zip.bytes(of: entry(name), limit: 1 << 20), as: UTF8.self)
  }

  func failure(_ name: String) -> String {
    TileDigest.failure { try zip.content(of: entry(name)).size }
  }
}
