/// The colours of ColorBrewer 2.0 (https://colorbrewer2.org) by Cynthia A. Brewer, The Pennsylvania State University, under the
/// Apache License 2.0: diverging schemes, for three classes and more as they were chosen by eye for each number.
extension ColorRamp {
  static let diverging: [String: String] = [
    "BrBG": """
    d8b365 f5f5f5 5ab4ac
    a6611a dfc27d 80cdc1 018571
    a6611a dfc27d f5f5f5 80cdc1 018571
    8c510a d8b365 f6e8c3 c7eae5 5ab4ac 01665e
    8c510a d8b365 f6e8c3 f5f5f5 c7eae5 5ab4ac 01665e
    8c510a bf812d dfc27d f6e8c3 c7eae5 80cdc1 35978f 01665e
    8c510a bf812d dfc27d f6e8c3 f5f5f5 c7eae5 80cdc1 35978f 01665e
    543005 8c510a bf812d dfc27d f6e8c3 c7eae5 80cdc1 35978f 01665e 003c30
    543005 8c510a bf812d dfc27d f6e8c3 f5f5f5 c7eae5 80cdc1 35978f 01665e 003c30
    """,
    "PiYG": """
    e9a3c9 f7f7f7 a1d76a
    d01c8b f1b6da b8e186 4dac26
    d01c8b f1b6da f7f7f7 b8e186 4dac26
    c51b7d e9a3c9 fde0ef e6f5d0 a1d76a 4d9221
    c51b7d e9a3c9 fde0ef f7f7f7 e6f5d0 a1d76a 4d9221
    c51b7d de77ae f1b6da fde0ef e6f5d0 b8e186 7fbc41 4d9221
    c51b7d de77ae f1b6da fde0ef f7f7f7 e6f5d0 b8e186 7fbc41 4d9221
    8e0152 c51b7d de77ae f1b6da fde0ef e6f5d0 b8e186 7fbc41 4d9221 276419
    8e0152 c51b7d de77ae f1b6da fde0ef f7f7f7 e6f5d0 b8e186 7fbc41 4d9221 276419
    """,
    "PRGn": """
    af8dc3 f7f7f7 7fbf7b
    7b3294 c2a5cf a6dba0 008837
    7b3294 c2a5cf f7f7f7 a6dba0 008837
    762a83 af8dc3 e7d4e8 d9f0d3 7fbf7b 1b7837
    762a83 af8dc3 e7d4e8 f7f7f7 d9f0d3 7fbf7b 1b7837
    762a83 9970ab c2a5cf e7d4e8 d9f0d3 a6dba0 5aae61 1b7837
    762a83 9970ab c2a5cf e7d4e8 f7f7f7 d9f0d3 a6dba0 5aae61 1b7837
    40004b 762a83 9970ab c2a5cf e7d4e8 d9f0d3 a6dba0 5aae61 1b7837 00441b
    40004b 762a83 9970ab c2a5cf e7d4e8 f7f7f7 d9f0d3 a6dba0 5aae61 1b7837 00441b
    """,
    "PuOr": """
    f1a340 f7f7f7 998ec3
    e66101 fdb863 b2abd2 5e3c99
    e66101 fdb863 f7f7f7 b2abd2 5e3c99
    b35806 f1a340 fee0b6 d8daeb 998ec3 542788
    b35806 f1a340 fee0b6 f7f7f7 d8daeb 998ec3 542788
    b35806 e08214 fdb863 fee0b6 d8daeb b2abd2 8073ac 542788
    b35806 e08214 fdb863 fee0b6 f7f7f7 d8daeb b2abd2 8073ac 542788
    7f3b08 b35806 e08214 fdb863 fee0b6 d8daeb b2abd2 8073ac 542788 2d004b
    7f3b08 b35806 e08214 fdb863 fee0b6 f7f7f7 d8daeb b2abd2 8073ac 542788 2d004b
    """,
    "RdBu": """
    ef8a62 f7f7f7 67a9cf
    ca0020 f4a582 92c5de 0571b0
    ca0020 f4a582 f7f7f7 92c5de 0571b0
    b2182b ef8a62 fddbc7 d1e5f0 67a9cf 2166ac
    b2182b ef8a62 fddbc7 f7f7f7 d1e5f0 67a9cf 2166ac
    b2182b d6604d f4a582 fddbc7 d1e5f0 92c5de 4393c3 2166ac
    b2182b d6604d f4a582 fddbc7 f7f7f7 d1e5f0 92c5de 4393c3 2166ac
    67001f b2182b d6604d f4a582 fddbc7 d1e5f0 92c5de 4393c3 2166ac 053061
    67001f b2182b d6604d f4a582 fddbc7 f7f7f7 d1e5f0 92c5de 4393c3 2166ac 053061
    """,
    "RdGy": """
    ef8a62 ffffff 999999
    ca0020 f4a582 bababa 404040
    ca0020 f4a582 ffffff bababa 404040
    b2182b ef8a62 fddbc7 e0e0e0 999999 4d4d4d
    b2182b ef8a62 fddbc7 ffffff e0e0e0 999999 4d4d4d
    b2182b d6604d f4a582 fddbc7 e0e0e0 bababa 878787 4d4d4d
    b2182b d6604d f4a582 fddbc7 ffffff e0e0e0 bababa 878787 4d4d4d
    67001f b2182b d6604d f4a582 fddbc7 e0e0e0 bababa 878787 4d4d4d 1a1a1a
    67001f b2182b d6604d f4a582 fddbc7 ffffff e0e0e0 bababa 878787 4d4d4d 1a1a1a
    """,
    "RdYlBu": """
    fc8d59 ffffbf 91bfdb
    d7191c fdae61 abd9e9 2c7bb6
    d7191c fdae61 ffffbf abd9e9 2c7bb6
    d73027 fc8d59 fee090 e0f3f8 91bfdb 4575b4
    d73027 fc8d59 fee090 ffffbf e0f3f8 91bfdb 4575b4
    d73027 f46d43 fdae61 fee090 e0f3f8 abd9e9 74add1 4575b4
    d73027 f46d43 fdae61 fee090 ffffbf e0f3f8 abd9e9 74add1 4575b4
    a50026 d73027 f46d43 fdae61 fee090 e0f3f8 abd9e9 74add1 4575b4 313695
    a50026 d73027 f46d43 fdae61 fee090 ffffbf e0f3f8 abd9e9 74add1 4575b4 313695
    """,
    "RdYlGn": """
    fc8d59 ffffbf 91cf60
    d7191c fdae61 a6d96a 1a9641
    d7191c fdae61 ffffbf a6d96a 1a9641
    d73027 fc8d59 fee08b d9ef8b 91cf60 1a9850
    d73027 fc8d59 fee08b ffffbf d9ef8b 91cf60 1a9850
    d73027 f46d43 fdae61 fee08b d9ef8b a6d96a 66bd63 1a9850
    d73027 f46d43 fdae61 fee08b ffffbf d9ef8b a6d96a 66bd63 1a9850
    a50026 d73027 f46d43 fdae61 fee08b d9ef8b a6d96a 66bd63 1a9850 006837
    a50026 d73027 f46d43 fdae61 fee08b ffffbf d9ef8b a6d96a 66bd63 1a9850 006837
    """,
    "Spectral": """
    fc8d59 ffffbf 99d594
    d7191c fdae61 abdda4 2b83ba
    d7191c fdae61 ffffbf abdda4 2b83ba
    d53e4f fc8d59 fee08b e6f598 99d594 3288bd
    d53e4f fc8d59 fee08b ffffbf e6f598 99d594 3288bd
    d53e4f f46d43 fdae61 fee08b e6f598 abdda4 66c2a5 3288bd
    d53e4f f46d43 fdae61 fee08b ffffbf e6f598 abdda4 66c2a5 3288bd
    9e0142 d53e4f f46d43 fdae61 fee08b e6f598 abdda4 66c2a5 3288bd 5e4fa2
    9e0142 d53e4f f46d43 fdae61 fee08b ffffbf e6f598 abdda4 66c2a5 3288bd 5e4fa2
    """,
  ]
}
