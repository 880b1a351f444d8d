import Glibc
import Synchronization

/// The database file: opened, checked, created, and set aside when it is damaged.
///
/// Safe with many processes: SQLite's own locks guard the content (write-ahead log), and a lock file guards the moments
/// when the file itself is made or set aside.
final class CacheFile: Sendable {
  private struct State {
    /// Grows when the file is set aside: connections of an older generation are not used any more.
    var generation = 0
    var isReady = false
    /// Of the file that was found sound, to know it from one that another process has put in its place.
    var inode: UInt = 0
    var isOff = false
    var mode = SQLiteConnection.Mode.readWrite
    /// Nothing more is stored once a write has failed, even if the file could be opened for it.
    var isWritable = true
    var warnings: [TransportWarning] = []
  }

  let path: String
  private let folder: String
  /// For a lock of another process, in seconds.
  let busyTimeout: Double
  private let date: @Sendable () -> Double
  private let state = Mutex(State())

  /// A second damaged file in one run is a broken disk: the run goes on without a cache.
  private static let mostRebuilds = 1

  init(folder: String, busyTimeout: Double, date: @escaping @Sendable () -> Double) {
    self.folder = folder
    self.busyTimeout = busyTimeout
    self.date = date
    path = Self.path(in: folder)
  }

  private static func path(in folder: String) -> String { folder + "/tiles.sqlite" }

  /// Whether there is anything that could be looked at.
  static func exists(in folder: String) -> Bool { access(path(in: folder), F_OK) == 0 }

  var warnings: [TransportWarning] { state.withLock { $0.warnings } }
  var generation: Int { state.withLock { $0.generation } }
  var isWritable: Bool { state.withLock { $0.isWritable && !$0.isOff } }

  /// A connection that is ready for use, and the generation it belongs to; `nil` when the run goes on without a cache.
  func connect() -> (connection: SQLiteConnection, generation: Int)? {
    state.withLock { state -> (connection: SQLiteConnection, generation: Int)? in
      if !state.isOff, !state.isReady { prepare(&state) }
      guard !state.isOff else { return nil }
      do throws(SQLiteFailure) {
        let connection = try SQLiteConnection(path: path, mode: state.mode, busyTimeout: busyTimeout)
        try connection.execute(CacheSchema.settings)
        return (connection, state.generation)
      } catch {
        turnOff(&state, error.reason)
        return nil
      }
    }
  }

  /// Takes note of a failure while a connection of that generation was used.
  func report(_ failure: SQLiteFailure, generation: Int, whileWriting: Bool) {
    state.withLock { state in
      guard generation == state.generation, !state.isOff else { return }
      if failure.isDamaged {
        let unlock = lock()
        defer { unlock() }
        if inode == state.inode {
          setAside(&state, failure.reason)
        } else {  // another process has done it
          state.generation += 1
          state.isReady = false
        }
      } else if whileWriting {
        guard state.isWritable else { return }
        state.isWritable = false
        state.warnings.append(.cacheNotWritten(path: path, reason: failure.reason))
      }
      // A reader that finds the file busy or the disk failing has a miss, nothing more.
    }
  }

  /// Looks at the file, creates it, or sets it aside and creates it anew.
  private func prepare(_ state: inout State) {
    state.isReady = true
    if let reason = CacheFolder.make(folder) {
      turnOff(&state, reason)
      return
    }
    let unlock = lock()
    defer { unlock() }
    while !state.isOff {
      do throws(SQLiteFailure) {
        let connection = try SQLiteConnection(path: path, busyTimeout: busyTimeout)
        switch try CacheSchema.condition(of: connection) {
        case .ours: break
        case .empty: try CacheSchema.create(in: connection)
        case .newer: return turnOff(&state, "a newer mapdoc made it")
        case .foreign:
          setAside(&state, "it is not a cache of mapdoc")
          state.isReady = !state.isOff
          continue
        }
        state.inode = inode
        return
      } catch {
        guard error.isDamaged else { return settle(&state, for: error) }
        setAside(&state, error.reason)
        state.isReady = !state.isOff
      }
    }
  }

  /// What cannot be written to may still be read.
  private func settle(_ state: inout State, for failure: SQLiteFailure) {
    let modes: [SQLiteConnection.Mode] = isDiskReadOnly ? [.readOnly, .immutable] : [.readOnly]
    for mode in modes where !failure.isBusy && access(path, R_OK) == 0 {
      guard let connection = try? SQLiteConnection(path: path, mode: mode, busyTimeout: busyTimeout),
        (try? CacheSchema.condition(of: connection)) == .ours
      else { continue }
      state.mode = mode
      state.isWritable = false
      state.warnings.append(.cacheNotWritten(path: path, reason: "it cannot be written to"))
      return
    }
    turnOff(&state, failure.reason)
  }

  private var isDiskReadOnly: Bool {
    var status = statvfs()
    return statvfs(folder, &status) == 0 && status.f_flag & UInt(ST_RDONLY) != 0
  }

  /// Of the database and its log.
  var bytesOnDisk: Int {
    var bytes = 0
    for suffix in ["", "-wal"] {
      var status = stat()
      if stat(path + suffix, &status) == 0 { bytes += Int(status.st_size) }
    }
    return bytes
  }

  private var inode: UInt {
    var status = stat()
    return stat(path, &status) == 0 ? UInt(status.st_ino) : 0
  }

  private func turnOff(_ state: inout State, _ reason: String) {
    state.isOff = true
    state.warnings.append(.cacheUnavailable(path: path, reason: reason))
  }

  private func setAside(_ state: inout State, _ reason: String) {
    guard state.generation < Self.mostRebuilds else { return turnOff(&state, reason) }
    state.generation += 1
    state.isReady = false
    let name = freeName()
    // The log goes first: a crash in between must not leave it beside a new database.
    for suffix in ["-wal", "-shm", ""] {
      if rename(path + suffix, name + suffix) != 0, errno != ENOENT {
        return turnOff(&state, String(cString: strerror(errno)).lowercased())
      }
    }
    state.warnings.append(.cacheRebuilt(path: path, setAsideAs: name, reason: reason))
  }

  /// `tiles.sqlite.damaged-20260131T104500Z`, with a number when there is such a file already.
  private func freeName() -> String {
    var moment = time_t(date())
    var parts = tm()
    gmtime_r(&moment, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let day = "\(1900 + parts.tm_year)\(two(parts.tm_mon + 1))\(two(parts.tm_mday))"
    let base = path + ".damaged-\(day)T\(two(parts.tm_hour))\(two(parts.tm_min))\(two(parts.tm_sec))Z"
    var name = base
    var number = 1
    while access(name, F_OK) == 0 {
      number += 1
      name = "\(base)-\(number)"
    }
    return name
  }

  /// Takes the lock file; where that cannot be had (a network disk, a read-only folder) works on without.
  /// - Returns: Gives it back.
  private func lock() -> () -> Void {
    let file = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { return {} }
    let isLocked = flock(file, LOCK_EX) == 0
    return {
      if isLocked { flock(file, LOCK_UN) }
      close(file)
    }
  }
}
