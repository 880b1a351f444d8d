import DocumentModel
import FoundationEssentials
import TestSupport
import Testing

@testable import LayerSources

/// Files of HDF 5, netCDF 4 and HDF 4 that take their numbers from elsewhere on the disk.
@Suite struct RasterContainerTests {
  // Made by Tests/Scripts/make_hdf5_data.py: packed by gzip, in base 64.
  private static let external =
    """
    H4sIAAAAAAACA+v0cHHj5ZLiYubgYICB/1BQxQThG0DFbyxiDPP3cAliYqhgEkJWCANcTAyMDAxsPAxAijFxM8w8DwaqgZSiVC9inMAPcgJLel
    FmihkjVKsrlZxwlWnnTrATgH5kVGFgYGJiZGSByuGimXkYGAUYQG4CAQ4GVqArmbnYNYAmgEUZGZygYc2BZpsAlOYA+paZEeZLmChDDcOAAv2H
    Sx94uDoGgNgSUDFYeCcxoalNLUnWL0gsLi5PAfMBRJVjKHoCAAA=
    """

  private static let link =
    """
    H4sIAAAAAAACA+v0cHHj5ZLiYubgYICB/1CwnxHCN4CKx1v8++Lv4RLExFDBJISsEAa4mBiAWtjkGBgYORxY0osyU0QYGPRTS5L180syUov0Mk
    wZQIIMbHxAFQzM+eV5m2F2qjAQBRJFP64DO4GRgZERqIeJiZGRBSqHi2bmYWAUYADZCAIcDKxAVzJzcQB9wMwIc7kAzIIVDEMGXOGSiQMAN+Zn
    /L8BAAA=
    """

  private static let virtual =
    """
    H4sIAAAAAAACA+v0cHHj5ZLiYubgYICB/1DAIAHhG0DFHTs72f09XIKYGCqYhJAVwgAXEwMjAwMbPwOQYkkvykzZDDPSlYE6QLM4VhbsBMUOa7
    5sZMzAyKjCwMDExMjIAlWLi2bmYWAUYAC5EQQ4GFiBrmbm5uADqmBmgIYCWG4Nw5ACdm8u8jOMglEwCkbBKBgFxAB3Z38fcGUngFTxAUEETAFM
    QD+1JFk/vyQjtUgvw5QBVLkzMCNJgwATEl8CjQ+ueKHY3/DcV5hYx2iVNQpGwSgYBaNgFIyCUTAKRsEoGAWjYBTQHAAA0QGvMwAYAAA=
    """

  private static let sound =
    """
    H4sIAAAAAAACA+v0cHHj5ZLiYubgYICB/1DAAhUygIrHaep1+Hu4BDExVDAJISuEAS4mBkYGBjYeBiDFmLgZqo0NqJaRg5GlOD+thINBPy+/PC
    O1KJXBiIEMcGJDhiIxTuAHOYElvSgzxYwR6gqIUHFibipMiDwn/F2dMRHsBKAfGVUYGJiYGBmZoHK4aGYeBkYBBpADQICDgRXoSmYuDqAPmBkZ
    oKHMAlUrxgpkgjXOZxjsILG5JpNhFIyCUTAKRsFQBKGr/gMAMA82MgQIAAA=
    """

  private static func bytes(_ text: String) throws -> [UInt8] {
    let packed = try #require(Data(base64Encoded: text, options: .ignoreUnknownCharacters))
    return try Packing.gzip.unpacked(Array(packed), limit: 1 << 20)
  }

  private static func reason(_ bytes: [UInt8], _ name: String = "a.h5", path: String? = nil) async throws -> String? {
    let folder = try TemporaryFolder()
    try folder.write(bytes, to: "maps/" + name)
    let vrt = """
      <VRTDataset rasterXSize="4" rasterYSize="4"><VRTRasterBand dataType="Byte" band="1"><SimpleSource>
        <SourceFilename relativeToVRT="1">\(name)</SourceFilename><SourceBand>1</SourceBand></SimpleSource>
      </VRTRasterBand></VRTDataset>
      """
    try folder.write(vrt, to: "maps/a.vrt")
    let layer = try LayerInDocument("type: raster\nsrs: EPSG:3857\npath: \(path ?? name)", in: folder)
    do throws(any Error) {
      _ = try await layer.open()
      return nil
    } catch {
      guard case .unreadable(_, _, let reason)? = error as? SourceError else { return "\(error)" }
      return reason
    }
  }

  private static let rest = ", and a raster is read from its own file alone; "

  @Test(arguments: [
    (external, "`a/grid` has its numbers in another file"), (link, "`grid` is a link into another file"),
    (virtual, "`grid` is made of those of other files"),
  ])
  func whatTakesFromOtherFilesIsNotRead(_ text: String, _ words: String) async throws {
    let bytes = try Self.bytes(text)
    for (name, path) in [("a.h5", nil), ("a.nc", nil), ("a.h5", "a.vrt")] {
      #expect(
        try await Self.reason(bytes, name, path: path) == words + Self.rest + "`h5repack` makes one file of them")
    }
  }

  /// Links within the file, also those that lead nowhere, are not taken for others'. It has no place of its own.
  @Test func linksOfTheFileItselfAreRead() async throws {
    let reason = try await Self.reason(try Self.bytes(Self.sound))
    #expect(reason?.contains("another file") == false, "\(reason ?? "")")
  }

  /// A block of descriptors: an ordinary element, and a special one whose numbers lie in another file or in this one.
  @Test(arguments: [(UInt8(2), true), (1, false), (3, false)])
  func anExternalElementOfHDF4IsNotRead(_ code: UInt8, _ isRefused: Bool) async throws {
    let bytes: [UInt8] =
      [0x0E, 0x03, 0x13, 0x01, 0, 2, 0, 0, 0, 0] + [0, 30, 0, 1, 0, 0, 0, 34, 0, 0, 0, 2]
      + [0x42, 0xBE, 0, 1, 0, 0, 0, 34, 0, 0, 0, 20] + [0, code, 0, 0, 0, 16] + Array(repeating: 0, count: 14)
    let reason = try await Self.reason(bytes, "a.hdf")
    let words =
      "the element that byte 34 describes has its numbers in another file" + Self.rest
      + "`hrepack` makes one file of them"
    #expect((reason == words) == isRefused, "\(reason ?? "")")
  }

  /// Blocks that lead back to themselves, and such that are cut off.
  @Test func brokenBlocksOfHDF4End() async throws {
    let loop: [UInt8] = [0x0E, 0x03, 0x13, 0x01, 0, 0, 0, 0, 0, 4]
    #expect(try await Self.reason(loop, "a.hdf") != nil)
    let cut: [UInt8] = [0x0E, 0x03, 0x13, 0x01, 0xFF, 0xFF, 0, 0, 0, 0]
    #expect(
      try await Self.reason(cut, "a.hdf")
        == "65535 data descriptors of 786420 bytes is expected there, and there are 10 bytes in all")
  }
}
