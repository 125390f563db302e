import Foundation
import GlobalEnvironmentTesting
import Testing

/// How both kinds of defaults tell of changes.
@Suite(.environment(.mock))
struct DefaultsChangesTests {

  @Test(arguments: DefaultsWorld.allCases)
  func `each change is told once, before setting returns`(_ world: DefaultsWorld) throws {
    try world.withDefaults { defaults, _ in
      let values = Values<Int>()
      let observation = defaults.onChange(of: .volume) { values.append($0) }
      defer { observation.cancel() }
      #expect(values.all == [])
      defaults[.volume] = 6
      #expect(values.all == [6])
      defaults[.volume] = 7
      defaults.remove(.volume)
      #expect(values.all == [6, 7, 5])
    }
  }

  @Test(arguments: DefaultsWorld.allCases)
  func `observers are told in the order in which they began`(_ world: DefaultsWorld) throws {
    try world.withDefaults { defaults, _ in
      let numbers = Values<Int>()
      let observations = (0..<20).map { number in defaults.onChange(of: .volume) { _ in numbers.append(number) } }
      defer { for observation in observations { observation.cancel() } }
      defaults[.volume] = 6
      #expect(numbers.all == Array(0..<20))
    }
  }

  @Test(arguments: DefaultsWorld.allCases)
  func `an equal value is no change`(_ world: DefaultsWorld) throws {
    try world.withDefaults { defaults, _ in
      let values = Values<Int>()
      let observation = defaults.onChange(of: .volume) { values.append($0) }
      defer { observation.cancel() }
      defaults[.volume] = 5
      defaults.remove(.volume)
      defaults.remove(.volume)
      defaults.set("a text is no volume", for: "volume")
      #expect(values.all == [])
      defaults[.volume] = 6
      defaults[.volume] = 6
      #expect(values.all == [6])
    }
  }

  @Test(arguments: DefaultsWorld.allCases)
  func `an equal set is no change, in whatever order it is stored`(_ world: DefaultsWorld) throws {
    try world.withDefaults { defaults, _ in
      let key = DefaultsKey<Set<Int>?>("numbers")
      let values = Values<Set<Int>?>()
      let observation = defaults.onChange(of: key) { values.append($0) }
      defer { observation.cancel() }
      defaults.set(.array((0..<9).map { .integer($0) }), for: "numbers")
      defaults.set(.array((0..<9).reversed().map { .integer($0) }), for: "numbers")
      #expect(values.all == [Set(0..<9)])
      defaults[key] = nil
      #expect(values.all == [Set(0..<9), nil])
    }
  }

  @Test(arguments: DefaultsWorld.allCases)
  func `not a number, once more, is no change`(_ world: DefaultsWorld) throws {
    try world.withDefaults { defaults, _ in
      let (number, list) = (DefaultsKey("number", default: 0.0), DefaultsKey("list", default: [0.0]))
      let (numbers, lists) = (Values<Double>(), Values<[Double]>())
      let observations = [
        defaults.onChange(of: number) { numbers.append($0) }, defaults.onChange(of: list) { lists.append($0) },
      ]
      defer { for observation in observations { observation.cancel() } }
      for _ in 0..<3 {
        defaults[number] = .nan
        defaults[list] = [1, .nan]
      }
      defaults[number] = 1
      defaults[list] = [2, .nan]
      #expect("\(numbers.all)" == "[nan, 1.0]")
      #expect("\(lists.all)" == "[[1.0, nan], [2.0, nan]]")
    }
  }

  @Test(arguments: DefaultsWorld.allCases)
  func `a change that equality does not see is told`(_ world: DefaultsWorld) throws {
    struct Note: Codable, Sendable, Equatable {
      var number: Int
      var text: String
      static func == (one: Note, other: Note) -> Bool { one.number == other.number }
    }
    try world.withDefaults { defaults, _ in
      let key = DefaultsKey<[Note]>("notes", default: [])
      let values = Values<[Note]>()
      let observation = defaults.onChange(of: key) { values.append($0) }
      defer { observation.cancel() }
      defaults[key] = [Note(number: 1, text: "old")]
      defaults[key] = [Note(number: 1, text: "new")]
      #expect(values.all.map(\.first?.text) == ["old", "new"])
    }
  }

  @Test(arguments: DefaultsWorld.allCases)
  func `other names and other suites are not told`(_ world: DefaultsWorld) throws {
    try world.withDefaults { defaults, suite in
      let values = Values<Int>()
      let observation = defaults.onChange(of: .volume) { values.append($0) }
      defer { observation.cancel() }
      defaults[.isMuted] = true
      let other = try defaults.suite("\(suite).other")
      other[.volume] = 9
      other.remove(.volume)
      #expect(values.all == [])
    }
  }

  @Test(arguments: DefaultsWorld.allCases)
  func `what is set through another value of the same suite is told`(_ world: DefaultsWorld) throws {
    try world.withDefaults { defaults, suite in
      let values = Values<Int>()
      let observation = defaults.onChange(of: .volume) { values.append($0) }
      defer { observation.cancel() }
      try defaults.suite(suite)[.volume] = 8
      #expect(values.all == [8])
    }
  }

  @Test(arguments: DefaultsWorld.allCases)
  func `a registered value is told where it counts`(_ world: DefaultsWorld) throws {
    try world.withDefaults { defaults, suite in
      let key = DefaultsKey("registered-\(suite)", default: 1)
      let values = Values<Int>()
      let observation = defaults.onChange(of: key) { values.append($0) }
      defer { observation.cancel() }
      defaults.register([key.name: 2])
      defaults[key] = 3
      defaults.register([key.name: 4])
      #expect(values.all == [2, 3])
    }
  }

  @Test(arguments: DefaultsWorld.allCases)
  func `nothing is told after the end`(_ world: DefaultsWorld) throws {
    try world.withDefaults { defaults, _ in
      let values = Values<Int>()
      let observation = defaults.onChange(of: .volume) { values.append($0) }
      observation.cancel()
      observation.cancel()
      defaults[.volume] = 6
      #expect(values.all == [])
    }
  }

  @Test(arguments: DefaultsWorld.allCases)
  func `who is told may set, read and end`(_ world: DefaultsWorld) throws {
    try world.withDefaults { defaults, _ in
      let values = Values<Int>()
      let end = Values<EnvironmentCancellation>()
      end.append(
        defaults.onChange(of: .volume) { value in
          values.append(value)
          #expect(defaults[.volume] == value)
          if value < 8 { defaults[.volume] = value + 1 } else { end.all.first?.cancel() }
        })
      defaults[.volume] = 6
      defaults[.volume] = 1
      #expect(values.all == [6, 7, 8])
    }
  }

  @Test(arguments: DefaultsWorld.allCases)
  func `a stream has every change, also those before anybody listens`(_ world: DefaultsWorld) async throws {
    try await world.withDefaults { defaults, _ in
      var changes = defaults.changes(of: .volume).makeAsyncIterator()
      for volume in [6, 6, 7, 8, 8] { defaults[.volume] = volume }
      #expect(await changes.next() == 6)
      #expect(await changes.next() == 7)
      #expect(await changes.next() == 8)
    }
  }

  @Test(arguments: DefaultsWorld.allCases)
  func `a stream ends with its task`(_ world: DefaultsWorld) async throws {
    try await world.withDefaults { defaults, _ in
      let task = Task {
        var count = 0
        for await _ in defaults.changes(of: .volume) { count += 1 }
        return count
      }
      task.cancel()
      #expect(await task.value == 0)
    }
  }

  @Test(arguments: DefaultsWorld.allCases)
  func `the last of many changes at once is told, and none twice in a row`(_ world: DefaultsWorld) async throws {
    try await world.withDefaults { defaults, suite in
      let values = Values<Int>()
      let observation = defaults.onChange(of: .volume) { values.append($0) }
      await withTaskGroup { group in
        for task in 1...4 {
          group.addTask { for number in 0..<25 { defaults[.volume] = task * 1_000 + number / 2 } }
        }
        group.addTask { for _ in 0..<25 { _ = defaults[.volume] } }
        group.addTask { for _ in 0..<25 { defaults.onChange(of: .volume) { _ in }.cancel() } }
        group.addTask { for number in 0..<25 { defaults.register(["registered-\(suite)": .integer(number)]) } }
      }
      observation.cancel()
      let told = values.all
      #expect(told.last == defaults[.volume])
      #expect(zip(told, told.dropFirst()).allSatisfy { $0 != $1 })
    }
  }
}

/// Values in the order in which they came.
private final class Values<Value: Sendable>: Sendable {
  private let values = Locked<[Value]>([])

  var all: [Value] { values.withLock { $0 } }

  func append(_ value: Value) {
    values.withLock { $0.append(value) }
  }
}
