/// Measures mapdoc's own stages and prints a table: `make bench`.
enum Benchmarks {
  static func run() async {}
}
