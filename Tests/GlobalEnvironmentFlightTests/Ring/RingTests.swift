import Dispatch
import Foundation
import GlobalEnvironmentFlight
import GlobalEnvironmentTesting
import Testing

@Suite struct RingTests {

  @Test("What is newest takes the place of what is oldest, and the file keeps its size") func wraps() throws {
    let folder = try FlightFolder()
    let recorder = FlightRecorder(at: folder.file, limit: 20_000)
    withEnvironment(Environment.mock.recorded(by: recorder)) {
      for number in 0..<2_000 { Env.mark("\(number) \(String(repeating: "x", count: number % 97))") }
    }
    let size = try #require(try FileManager.default.attributesOfItem(atPath: folder.file.path)[.size] as? Int)
    #expect(size <= 20_000)
    let flight = try Flight(contentsOf: folder.file)
    let numbers = flight.events.compactMap { event -> Int? in
      if case .mark(let text, _) = event.content { Int(text.prefix { $0 != " " }) } else { nil }
    }
    let first = try #require(numbers.first)
    #expect(first > 1_500 && numbers == Array(first..<2_000))
    #expect(flight.gaps.isEmpty)
  }

  @Test(arguments: [300, 384, 385, 500, 1_000, 2_000])
  func `nothing is missing of a whole ring, in whatever round`(count: Int) throws {
    let folder = try FlightFolder()
    let environment = Environment.mock.recorded(by: FlightRecorder(at: folder.file, limit: 16_384))
    for _ in 0..<count { _ = environment.date() }
    let flight = try Flight(contentsOf: folder.file)
    #expect(flight.gaps == [] && flight.events.count == min(count, 384))
  }

  @Test("Threads that write at once lose no record") func threads() throws {
    let folder = try FlightFolder()
    let recorder = FlightRecorder(at: folder.file, limit: 1_000_000)
    let environment = Environment.mock.recorded(by: recorder)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for number in 0..<1_000 {
        environment.mark("\(thread) \(number)")
        _ = environment.randomBits()
      }
    }
    let flight = try Flight(contentsOf: folder.file)
    var numbers: [String: [Int]] = [:]
    for event in flight.events {
      guard case .mark(let text, _) = event.content else { continue }
      numbers[String(text.prefix(1)), default: []].append(Int(text.dropFirst(2)) ?? -1)
    }
    #expect(numbers.count == 4 && numbers.values.allSatisfy { $0 == Array(0..<1_000) })
    #expect(flight.events.count == 8_000 && flight.gaps.isEmpty && flight.lost == 0)
  }

  @Test("A flight can be read while threads come around the ring") func readsWhileWritten() async throws {
    let folder = try FlightFolder()
    let recorder = FlightRecorder(at: folder.file, limit: 16_384)
    let environment = Environment.mock.recorded(by: recorder)
    await withTaskGroup { group in
      for _ in 0..<3 {
        group.addTask {
          for number in 0..<2_000 { environment.mark(String(repeating: "y", count: number % 300)) }
        }
      }
      group.addTask {
        for _ in 0..<20 { #expect(environment.flight.size > 4_096) }
      }
    }
    #expect(try Flight(contentsOf: folder.file).events.count > 10)
  }

  @Test("What is older than a flight lasts is not read") func lasting() async throws {
    let folder = try FlightFolder()
    let recorder = FlightRecorder(at: folder.file, lasting: .milliseconds(20), limit: 16_384)
    let environment = Environment.mock.recorded(by: recorder)
    environment.mark("old")
    // Real time: nothing but that makes a record old.
    try await ContinuousClock().sleep(for: .milliseconds(60))
    environment.mark("new")
    let flight = try Flight(contentsOf: folder.file)
    #expect(flight.told.count == 1 && flight.told[0].contains("new"))
  }

  @Test func `a file that a power loss has left empty is recorded to again`() throws {
    let folder = try FlightFolder()
    try (Data(count: 4_096) + Data(repeating: 7, count: 12_000) + Data(count: 8_000)).write(to: folder.file)
    let recorder = FlightRecorder(at: folder.file, limit: 16_384)
    withEnvironment(Environment.mock.recorded(by: recorder)) { Env.mark("after it") }
    #expect(recorder.error == nil)
    #expect(try Flight(contentsOf: folder.file).told.count == 1)
  }

  @Test func `another file is left as it is, even if zeros are in front`() throws {
    let folder = try FlightFolder()
    let image = Data(count: 4_096) + Data(repeating: 7, count: 20_000)
    for contents in [Data(count: 4_095), Data(count: 4_095) + [1], Data(count: 20_001), image] {
      try contents.write(to: folder.file)
      #expect(FlightRecorder(at: folder.file).error != nil)
      #expect(try Data(contentsOf: folder.file) == contents)
    }
  }

  #if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    @Test("What was written survives kill -9") func survivesKill() async throws {
      // The process that is killed finds the folder by the number of this one.
      let folder = try FlightFolder(ofProcess: getpid())
      await #expect(processExitsWith: .signal(SIGKILL)) {
        let file = FlightFolder.url(ofProcess: getppid()).appending(component: "test.flight")
        Env = .mock.recorded(by: FlightRecorder(at: file, limit: 100_000))
        for number in 0..<5_000 { Env.mark("\(number)") }
        kill(getpid(), SIGKILL)
        // The signal needs a moment.
        while true { _ = Env.date() }
      }
      let flight = try Flight(contentsOf: folder.file)
      let marks = flight.events.compactMap { event -> Int? in
        if case .mark(let text, _) = event.content { Int(text) } else { nil }
      }
      #expect(marks.last == 4_999 && marks == Array((marks.first ?? 0)..<5_000))
    }
  #endif
}
