enum GzipSamples {
  /// 100,000 zeros: `python3 -c "import gzip; print(list(gzip.compress(bytes(100000), 9, mtime=0)))"`.
  static let zeros100000: [UInt8] =
    [31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 237, 193, 49, 1, 0, 0, 0, 194, 160, 245, 79, 109, 13, 15, 160]
    + [UInt8](repeating: 0, count: 96)
    + [128, 87, 3, 125, 149, 17, 212, 160, 134, 1, 0]
}
