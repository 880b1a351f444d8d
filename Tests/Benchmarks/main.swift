await Benchmarks.run()
