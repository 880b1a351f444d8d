import Geodesy
import Transport

/// A package while it is being filled: an SQLite file beside the target, which knows what has been asked for already, also
/// after the process was killed.
///
/// For MBTiles and GeoPackage it becomes the package itself; other packages are built out of it when all tiles are there.
/// For one thread at a time.
package final class TileStage {
  /// How tiles are kept.
  package enum Layout: Sendable, Equatable {
    /// Equal tiles once: `map` says where the pictures of `images` lie.
    case shared
    /// A GeoPackage's table for each tileset.
    case tables([String])
  }

  /// Where a tile stands in its package, and what it is; `bytes` is `nil` for a tile that its source does not have.
  package struct Entry: Sendable {
    /// Its number in the plan.
    package let number: Int
    package let tileset: Int
    package let place: PackagePlace
    package let picture: (bytes: [UInt8], header: PictureHeader)?

    package init(number: Int, tileset: Int, place: PackagePlace, picture: (bytes: [UInt8], header: PictureHeader)?) {
      self.number = number
      self.tileset = tileset
      self.place = place
      self.picture = picture
    }
  }

  package let path: String
  let database: WritableDatabase
  /// The numbers of the plan that have been answered: by a picture, or by there being none.
  package private(set) var done = NumberRanges()
  package private(set) var facts: [TilesetFacts]
  /// True when an earlier run of the same plan has left something.
  package var isResumed: Bool { !done.ranges.isEmpty && wasThere }
  /// There was something of another plan, which has been thrown away.
  package let hasReplaced: Bool
  private let wasThere: Bool
  let layout: Layout
  private var images: [TileFingerprint: Int] = [:]
  private var insertImage: WritableDatabase.Statement?
  private var insertPlace: [WritableDatabase.Statement] = []
  private var uncommitted = (tiles: 0, bytes: 0)
  /// When there was last nothing uncommitted.
  private var committed = ContinuousClock.now

  /// So many tiles or bytes make a transaction, and those of so long: few enough that a killed run has little to ask for
  /// again, also of a slow server.
  private static let transaction = (tiles: 4096, bytes: 16 << 20, time: Duration.milliseconds(500))
  /// Digests beyond this many are not kept: tiles after them are still stored, each for itself.
  private static let mostDigests = 4_000_000

  /// - Parameters:
  ///   - plan: Says what is packed and from where; a stage of another plan is thrown away.
  ///   - tilesets: How many there are.
  package init(_ path: String, plan: String, layout: Layout, tilesets: Int) throws(PackageError) {
    self.path = path
    self.layout = layout
    facts = Array(repeating: TilesetFacts(), count: tilesets)
    let existed = LocalFile.kind(of: path) != nil
    if existed { try Self.checkIsDatabase(path) }
    var opened: WritableDatabase? = existed ? try Self.earlier(path, plan: plan) : nil
    wasThere = opened != nil
    hasReplaced = existed && opened == nil
    if opened == nil {
      try PackageFolder.remove(path)
      opened = try Self.new(path, plan: plan, layout: layout, tilesets: tilesets)
    }
    guard let opened else { preconditionFailure("a stage is there or is made") }
    database = opened
    if wasThere { try restore() }
    try prepare()
    try database.run("BEGIN")
  }

  /// What is no database was not made here, and stays.
  private static func checkIsDatabase(_ path: String) throws(PackageError) {
    guard let head = LocalFile.head(of: path, count: 16), head.isEmpty || PictureFormat(of: head) == .sqlite else {
      throw .cannotWrite(path: path, reason: "it is where a package is filled, and something else lies there")
    }
  }

  /// That of an earlier run; `nil` for one of another plan, and for a damaged one.
  ///
  /// - Throws: When it belongs to another process, and when the file cannot be written.
  private static func earlier(_ path: String, plan: String) throws(PackageError) -> WritableDatabase? {
    let database = try WritableDatabase(path)
    try database.run("BEGIN EXCLUSIVE; COMMIT")
    guard let rows = try? database.prepare("SELECT value FROM pack_state WHERE name = 'plan'"),
      (try? rows.step()) ?? false
    else { return nil }
    let kept = rows.text(0)
    return kept == sealed(plan, salt: String(kept.prefix { $0 != " " })) ? database : nil
  }

  /// What is kept of a plan, which secrets have gone into: a digest that no table has.
  private static func sealed(_ plan: String, salt: String) -> String {
    "\(salt) \(SHA256.digest(of: Array("\(salt) \(plan)".utf8)).hex)"
  }

  private static func new(
    _ path: String, plan: String, layout: Layout, tilesets: Int
  ) throws(PackageError) -> WritableDatabase {
    let database = try WritableDatabase(path)
    let salt =
      String(UInt64.random(in: 0...UInt64.max), radix: 16) + String(UInt64.random(in: 0...UInt64.max), radix: 16)
    try database.run("PRAGMA page_size=4096; PRAGMA journal_mode=PERSIST; BEGIN EXCLUSIVE")
    switch layout {
    case .shared:
      try database.run(
        """
        CREATE TABLE map (zoom_level INTEGER NOT NULL, tile_column INTEGER NOT NULL, tile_row INTEGER NOT NULL,
          tile_id INTEGER NOT NULL, PRIMARY KEY (zoom_level, tile_column, tile_row)) WITHOUT ROWID;
        CREATE TABLE images (tile_id INTEGER PRIMARY KEY, tile_data BLOB NOT NULL);
        """)
    case .tables(let names):
      for name in names {
        try database.run(
          """
          CREATE TABLE \(quoted(name)) (id INTEGER PRIMARY KEY AUTOINCREMENT, zoom_level INTEGER NOT NULL,
            tile_column INTEGER NOT NULL, tile_row INTEGER NOT NULL, tile_data BLOB NOT NULL,
            UNIQUE (zoom_level, tile_column, tile_row));
          """)
      }
    }
    try database.run(
      """
      CREATE TABLE pack_state (name TEXT PRIMARY KEY, value TEXT NOT NULL);
      CREATE TABLE pack_done (first INTEGER PRIMARY KEY, last INTEGER NOT NULL);
      CREATE TABLE pack_facts (tileset INTEGER PRIMARY KEY, png INTEGER NOT NULL, jpeg INTEGER NOT NULL,
        webp INTEGER NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL, bytes INTEGER NOT NULL);
      """)
    try database.run("INSERT INTO pack_state VALUES ('plan', ?1)", .text(sealed(plan, salt: salt)))
    try database.run("COMMIT")
    return database
  }

  static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }

  /// What an earlier run has done.
  private func restore() throws(PackageError) {
    let rows = try database.prepare("SELECT first, last FROM pack_done ORDER BY first")
    while try rows.step() {
      let (first, last) = (rows.number(0), rows.number(1))
      if first <= last { done.insert(first...last) }
    }
    let kept = try database.prepare("SELECT tileset, png, jpeg, webp, width, height, bytes FROM pack_facts")
    while try kept.step() {
      guard facts.indices.contains(kept.number(0)) else { continue }
      var one = TilesetFacts()
      one.counts = [.png: kept.number(1), .jpeg: kept.number(2), .webp: kept.number(3)].filter { $0.value > 0 }
      if kept.number(4) > 0 { one.pictureSize = PixelSize(width: kept.number(4), height: kept.number(5)) }
      one.bytes = kept.number(6)
      facts[kept.number(0)] = one
    }
    guard layout == .shared else { return }
    let pictures = try database.prepare("SELECT tile_id, tile_data FROM images LIMIT \(Self.mostDigests)")
    while try pictures.step() { images[TileFingerprint(of: pictures.bytes(1))] = pictures.number(0) }
  }

  private func prepare() throws(PackageError) {
    switch layout {
    case .shared:
      insertImage = try database.prepare("INSERT INTO images (tile_data) VALUES (?1)")
      insertPlace = [try database.prepare("INSERT OR REPLACE INTO map VALUES (?1, ?2, ?3, ?4)")]
    case .tables(let names):
      for name in names {
        insertPlace.append(
          try database.prepare(
            "INSERT OR REPLACE INTO \(Self.quoted(name)) (tile_data, zoom_level, tile_column, tile_row) "
              + "VALUES (?1, ?2, ?3, ?4)"))
      }
    }
  }

  /// Keeps what was answered; a number that is done already is passed over.
  ///
  /// - Throws: ``PackageError``; what was committed before stays.
  package func add(_ entry: Entry) throws(PackageError) {
    guard done.insert(entry.number) else { return }
    uncommitted.tiles += 1
    if let (bytes, header) = entry.picture {
      let place = entry.place
      switch layout {
      case .shared:
        try insertPlace[0].run(place.level, place.column, place.row, try image(bytes))
      case .tables:
        try insertPlace[entry.tileset].run(bytes: bytes, (place.level, place.column, place.row))
      }
      facts[entry.tileset].add(header, bytes: bytes.count)
      uncommitted.bytes += bytes.count
    }
    if uncommitted.tiles >= Self.transaction.tiles || uncommitted.bytes >= Self.transaction.bytes
      || ContinuousClock.now - committed >= Self.transaction.time
    {
      try commit()
    }
  }

  /// The number of a picture in `images`; one that is there already is not stored again.
  private func image(_ bytes: [UInt8]) throws(PackageError) -> Int {
    let digest = TileFingerprint(of: bytes)
    if let known = images[digest] { return known }
    try insertImage?.run(bytes: bytes)
    let number = database.lastRow
    if images.count < Self.mostDigests { images[digest] = number }
    return number
  }

  /// Makes sure that what was added is not asked for again, whatever happens to the process.
  package func commit() throws(PackageError) {
    try database.run("DELETE FROM pack_done")
    let insert = try database.prepare("INSERT INTO pack_done VALUES (?1, ?2)")
    for range in done.ranges {
      insert.bind([.int(range.lowerBound), .int(range.upperBound)])
      _ = try insert.step()
    }
    let keep = try database.prepare("INSERT OR REPLACE INTO pack_facts VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")
    for (index, one) in facts.enumerated() {
      let size = one.pictureSize ?? PixelSize(width: 0, height: 0)
      keep.bind(
        [
          index, one.counts[.png, default: 0], one.counts[.jpeg, default: 0], one.counts[.webp, default: 0], size.width,
          size.height, one.bytes,
        ].map { .int($0) })
      _ = try keep.step()
    }
    insert.reset()
    keep.reset()
    try database.run("COMMIT; BEGIN")
    uncommitted = (0, 0)
    committed = .now
  }

  /// Lets the statements go: nothing more is added, and what makes a package of the file may be written into it.
  func endFilling() throws(PackageError) {
    try commit()
    insertImage = nil
    insertPlace = []
    images = [:]
  }

  /// Lets others read the file; it is still a stage, which knows its plan.
  package func release() throws(PackageError) {
    try database.run("COMMIT; PRAGMA locking_mode=NORMAL")
    _ = try database.number("SELECT count(*) FROM sqlite_master")  // takes the new mode up
  }

  /// Makes a package of the released file: nothing of the stage is left in it.
  package func forgetPlan() throws(PackageError) {
    try database.run(
      "PRAGMA journal_mode=DELETE; BEGIN; DROP TABLE pack_state; DROP TABLE pack_done; DROP TABLE pack_facts; COMMIT")
    // SQLite counts transactions in its header ("The SQLite database file format", 1.3.7 and 1.3.16). How many there were is
    // a matter of the clock, and the same tiles make the same file.
    let file = try PackageFile(changing: path)
    for place in [24, 92] { try file.overwrite(at: place, [0, 0, 0, 1]) }
  }
}
