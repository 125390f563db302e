import Foundation
import GlobalEnvironmentTesting
import Testing

/// What both kinds of defaults do.
@Suite(.environment(.mock))
struct DefaultsTests {

  // MARK: Values

  @Test(
    arguments: DefaultsWorld.allCases,
    [
      true, false, 0, 1, 2, .integer(.max), .integer(.min), 0.0, 1.0, 0.1, .real(.infinity), "", "text",
      "日本語 👩‍👩‍👧 e\u{301}",
      .data(Data()), .data(Data([0, 255])), .date(.visit), .date(.distantPast),
      [], [1, "two", [3.5, true]], [:], ["a": ["b": [1, false]]],
    ] as [PropertyListValue])
  func `a value comes back as what it was`(_ world: DefaultsWorld, _ value: PropertyListValue) throws {
    try world.withDefaults { defaults, _ in
      defaults.set(value, for: "key")
      #expect(defaults.value(for: "key") == value)
    }
  }

  @Test(
    arguments: DefaultsWorld.allCases,
    ["a", "", "a.b", "with space", "日本語", "%@", String(repeating: "k", count: 10_000)])
  func `a name may be anything`(_ world: DefaultsWorld, _ name: String) throws {
    try world.withDefaults { defaults, _ in
      #expect(defaults.value(for: name) == nil)
      defaults.set(1, for: name)
      #expect(defaults.value(for: name) == 1)
      defaults.set(nil, for: name)
      #expect(defaults.value(for: name) == nil)
    }
  }

  @Test(arguments: DefaultsWorld.allCases)
  func `a million bytes come back`(_ world: DefaultsWorld) throws {
    try world.withDefaults { defaults, _ in
      let value = PropertyListValue.data(Data(repeating: 7, count: 1_000_000))
      defaults.set(value, for: "key")
      #expect(defaults.value(for: "key") == value)
    }
  }

  // MARK: Keys

  @Test(arguments: DefaultsWorld.allCases)
  func `a key has its default until it is set, and again when it is removed`(_ world: DefaultsWorld) throws {
    try world.withDefaults { defaults, _ in
      #expect(defaults[.isMuted] == false)
      defaults[.isMuted].toggle()
      #expect(defaults[.isMuted] == true)
      #expect(defaults.value(for: "isMuted") == true)
      defaults.remove(.isMuted)
      #expect(defaults[.isMuted] == false)
      defaults.remove(.isMuted)
    }
  }

  @Test(arguments: DefaultsWorld.allCases)
  func `nil removes an optional value`(_ world: DefaultsWorld) throws {
    try world.withDefaults { defaults, _ in
      #expect(defaults[.lastVisit] == nil)
      defaults[.lastVisit] = .visit
      #expect(defaults[.lastVisit] == .visit)
      #expect(defaults.value(for: "lastVisit") == .date(.visit))
      defaults[.lastVisit] = nil
      #expect(defaults.value(for: "lastVisit") == nil)
    }
  }

  @Test(arguments: DefaultsWorld.allCases)
  func `what is Codable is stored as a property list`(_ world: DefaultsWorld) throws {
    try world.withDefaults { defaults, _ in
      let theme = Theme(shade: .dark, size: 1.5, names: ["a", "b"], since: .visit, parent: nil)
      defaults[.theme] = theme
      #expect(defaults[.theme] == theme)
      #expect(
        defaults.value(for: "theme")
          == ["shade": "dark", "size": 1.5, "names": ["a", "b"], "since": .date(.visit)])
      defaults[.shade] = .light
      #expect(defaults.value(for: "shade") == "light")
      defaults[.scores]["x"] = 3
      #expect(defaults.value(for: "scores") == ["x": 3])
    }
  }

  @Test(arguments: DefaultsWorld.allCases)
  func `every plain type keeps its values`(_ world: DefaultsWorld) throws {
    func expectKept<Value: Codable & Equatable & Sendable>(_ values: Value..., in defaults: any DefaultsStore) {
      for value in values {
        let key = DefaultsKey<Value?>("plain")
        defaults[key] = value
        #expect(defaults[key] == value)
      }
    }
    try world.withDefaults { defaults, _ in
      expectKept(true, false, in: defaults)
      expectKept(Int.min, 0, Int.max, in: defaults)
      expectKept(UInt8.max, in: defaults)
      expectKept(Int8.min, 0, 1, in: defaults)
      expectKept(0.1, -0.0, .greatestFiniteMagnitude, in: defaults)
      expectKept(Float(0.1), in: defaults)
      expectKept("", "\u{1F468}", in: defaults)
      expectKept(Data(), Data([1]), in: defaults)
      expectKept(Date.distantPast, .distantFuture, in: defaults)
      expectKept(URL(filePath: "/a b"), in: defaults)
      expectKept(UUID(), in: defaults)
      expectKept([[1, 2], []], in: defaults)
      expectKept(["a": [true]], in: defaults)
      expectKept([1, nil, 3] as [Int?], in: defaults)
    }
  }

  @Test(arguments: DefaultsWorld.allCases)
  func `a value of another type counts as none`(_ world: DefaultsWorld) throws {
    try world.withDefaults { defaults, _ in
      for value in ["text", .data(Data([1])), [1], ["a": 1], .date(.visit)] as [PropertyListValue] {
        defaults.set(value, for: "volume")
        #expect(defaults[.volume] == 5)
      }
      for value in ["text", 1, [1], ["shade": "purple"]] as [PropertyListValue] {
        defaults.set(value, for: "theme")
        #expect(defaults[.theme] == nil)
      }
    }
  }

  @Test(arguments: DefaultsWorld.allCases)
  func `text that a launch argument gave is understood`(_ world: DefaultsWorld) throws {
    try world.withDefaults { defaults, _ in
      defaults.set("11", for: "volume")
      #expect(defaults[.volume] == 11)
      for (text, value) in [("YES", true), ("no", false), ("1", true), ("false", false)] {
        defaults.set(.string(text), for: "isMuted")
        #expect(defaults[.isMuted] == value)
      }
      defaults.set("maybe", for: "isMuted")
      #expect(defaults[.isMuted] == false)
    }
  }

  @Test(arguments: DefaultsWorld.allCases)
  func `a value that cannot be encoded leaves what is there, and is reported`(_ world: DefaultsWorld) throws {
    try world.withDefaults { defaults, _ in
      defaults.set("before", for: "stubborn")
      let error = #expect(throws: DefaultsError.self) { try defaults.set(Stubborn(), for: .stubborn) }
      #expect(error?.description.contains("\"stubborn\"") == true)
      #expect(error?.description.contains("Stubborn") == true)
      withKnownIssue {
        defaults[.stubborn] = Stubborn()
      } matching: {
        "\($0)".contains("cannot be encoded")
      }
      #expect(defaults.value(for: "stubborn") == "before")
    }
  }

  // MARK: Registered values and suites

  @Test(arguments: DefaultsWorld.allCases)
  func `a registered value counts where nothing is set, in every suite`(_ world: DefaultsWorld) throws {
    try world.withDefaults { defaults, suite in
      // Registered for the process: a name that no other test has.
      let key = DefaultsKey("registered-\(suite)", default: 1)
      defaults.register([key.name: 2])
      #expect(defaults[key] == 2)
      defaults[key] = 3
      defaults.register([key.name: 4])
      #expect(defaults[key] == 3)
      let other = try defaults.suite("\(suite).other")
      #expect(other[key] == 4)
      defaults.remove(key)
      #expect(defaults[key] == 4)
    }
  }

  @Test(arguments: DefaultsWorld.allCases)
  func `suites of one name are one, of two names are two`(_ world: DefaultsWorld) throws {
    try world.withDefaults { defaults, suite in
      defaults[.volume] = 7
      let (same, other) = try (defaults.suite(suite), defaults.suite("\(suite).other"))
      #expect(same[.volume] == 7)
      #expect(other[.volume] == 5)
    }
  }

  @Test(arguments: DefaultsWorld.allCases, ["", "NSGlobalDomain"])
  func `a name that cannot be a suite's is an error`(_ world: DefaultsWorld, _ name: String) throws {
    try world.withDefaults { defaults, _ in
      let error = #expect(throws: DefaultsError.self) { try defaults.suite(name) }
      #expect(error?.description.hasPrefix("\"\(name)\" cannot be the name of a suite.") == true)
    }
  }
}
