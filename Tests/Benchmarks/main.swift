import Glibc

exit(await Benchmarks.run(Array(CommandLine.arguments.dropFirst())))
