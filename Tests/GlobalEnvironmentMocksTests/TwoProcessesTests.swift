import Foundation
import GlobalEnvironmentTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A mock says the same in every process, though Swift hashes with another seed in each.
struct TwoProcessesTests {

  #if os(macOS) || os(Linux)
    @Test func `a mock gives the same values in two processes`() async throws {
      async let other = valuesInAnotherProcess()
      let first = try await valuesInAnotherProcess()
      let second = try await other
      #expect(first.count > 150)
      for (first, second) in zip(first, second) { #expect(first == second) }
      #expect(first.count == second.count)
    }

    private func valuesInAnotherProcess() async throws -> [Substring] {
      let result = try await #require(
        processExitsWith: .success, observing: [\.standardOutputContent],
        performing: {
          Env = .mock
          var values = Values()
          values.addChance()
          values.addPlace()
          values.addProcess()
          try values.addCoding()
          try values.addStorage()
          try await values.addNetwork()
          try await values.addTime()
          print(values.lines.joined(separator: "\n"))
        })
      return String(decoding: result.standardOutputContent, as: UTF8.self).split(separator: "\n")
    }
  #endif
}

/// What the endpoints of a mock say, a value on a line.
private struct Values {
  private(set) var lines: [String] = []

  /// Names whose order in a set or a dictionary differs from process to process.
  private let names = (0..<40).map { "name\($0)" }

  private mutating func add(_ value: Any) {
    lines += "\(value)".split(separator: "\n").map(String.init)
  }

  mutating func addChance() {
    for _ in 0..<3 { add(Env.uuid()) }
    for _ in 0..<3 { add(Env.randomBits()) }
    add(Env.random(in: 1...6))
    add(Env.random(in: 0..<1.0))
    add(Env.shuffled(1...20))
    add(Env.randomElement(of: 1...1_000) ?? 0)
  }

  mutating func addPlace() {
    for culture in [Env.culture] + Culture.extremes {
      Env.culture = culture
      add(Env.culture)
      add("\(Env.preferredLanguages()) \(Env.layoutDirection) \(Env.measurementSystem) \(Env.firstWeekday)")
      add(Env.calendar().dateComponents([.era, .year, .month, .day, .hour], from: Env.date()))
      add(
        Env.dateFormatter {
          $0.dateStyle = .full
          $0.timeStyle = .medium
        }.string(from: Env.date()))
      add(Env.date().formatted(Env.dateFormat(date: .complete, time: .complete)))
      add((Env.date()..<(Env.date() + 7200)).formatted(Env.dateIntervalFormat(date: .long, time: .shortened)))
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        add((Env.date() - 86_400).formatted(Env.relativeDateFormat(presentation: .named)))
      }
      add(Env.iso8601Formatter().string(from: Env.date()))
      add(Env.numberFormatter { $0.numberStyle = .currency }.string(from: 1234.5))
      add(names.prefix(3).formatted(Env.localized(.list(type: .and))))
    }
    Env.culture = .unitedStates
  }

  mutating func addProcess() {
    add("\(Env.arguments()) \(Env.environmentVariable("PATH") ?? "nil") \(Env.processIdentifier()) \(Env.hostName())")
    add(Env.uptime())
  }

  mutating func addCoding() throws {
    let numbers = Dictionary(uniqueKeysWithValues: zip(names, 0...))
    add(String(decoding: try Env.encoder().encode(numbers), as: UTF8.self))
  }

  mutating func addStorage() throws {
    let files = Env.files()
    for name in Set(names) {
      try files.write(name, to: files.folder(.temporary).appending(component: name))
      try Env.secrets().write(name, for: name)
    }
    for file in try files.list(files.folder(.temporary)) {
      add("\(file.path()) \(try files.readText(file)) \(try files.attributes(of: file).modified)")
    }
    add(Env.secrets())
    Env.defaults()[DefaultsKey<Set<String>>("names", default: [])] = []
    add(Env.defaults().value(for: "names") as Any)
  }

  mutating func addNetwork() async throws {
    let numbers = Dictionary(uniqueKeysWithValues: zip(names, 0...))
    Env.unmatched(.respond500)
    Env.stub(.get("/encoded"), .json(encoding: numbers))
    Env.stub(.get("/value"), .json(["one": 1, "two": 2, "three": 3, "four": 4, "five": 5]))
    for path in ["encoded", "value", "none"] {
      var request = URLRequest(url: try #require(URL(string: "https://example.com/\(path)?b=1&a=2")))
      for name in names { request.setValue(name, forHTTPHeaderField: "X-\(name)") }
      let (data, response) = try await Env.http(request)
      add("\(response.statusCode) \(String(decoding: data, as: UTF8.self))")
    }
    for request in Env.requests { add(request) }
  }

  mutating func addTime() async throws {
    let names = names
    let order = Locked<[String]>([])
    for name in names { Env.scheduler().schedule(after: .seconds(1)) { order.withLock { $0.append(name) } } }
    for work in Env.time.pending { add("\(work.kind) \(work.deadline as Any)") }
    await Env.time.advance(by: .seconds(2))
    add(order.withLock { $0 })
    try await withVirtualTime {
      await withTaskGroup { group in
        for name in names {
          group.addTask {
            try? await Env.sleep(for: .seconds(Env.random(in: 1...3)))
            order.withLock { $0.append(name) }
          }
        }
      }
    }
    add(order.withLock { $0 })
    add(Env.date())
  }
}
