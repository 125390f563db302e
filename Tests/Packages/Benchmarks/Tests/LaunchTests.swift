#if os(Linux)
  import Foundation
  import Testing

  /// What this package adds to the start of a process of tests.
  @Suite(.serialized) struct LaunchTests {
    @Test func `what this package adds to the start of a process is printed`() throws {
      let (bare, linked) = (try program("Bare"), try program("Linked"))
      var times: [(bare: Double, linked: Double)] = []
      for _ in 0..<40 { times.append((try processorTime(of: bare), try processorTime(of: linked))) }
      let (least, leastLinked) = (times.map(\.bare).min() ?? 0, times.map(\.linked).min() ?? 0)
      let median = times.map { $0.linked - $0.bare }.sorted()[20]
      print("Start of a process: \(least) ms; with this package: \(leastLinked) ms; median difference: \(median) ms")
    }

    /// The program of that name, which is built beside the tests.
    private func program(_ name: String) throws -> URL {
      let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      let program = folder.appending(path: name)
      try #require(FileManager.default.isExecutableFile(atPath: program.path))
      return program
    }

    /// Starts a program, waits for its end, and returns the processor time that it took, in milliseconds.
    private func processorTime(of program: URL) throws -> Double {
      let before = childTime
      let process = Process()
      process.executableURL = program
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      return (childTime - before) * 1_000
    }

    /// The processor time of all children that have ended, in seconds.
    private var childTime: Double {
      var usage = rusage()
      getrusage(RUSAGE_CHILDREN.rawValue, &usage)
      return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }
  }
#endif
