import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import Testing

/// What both kinds of defaults do.
@Suite(.hidesKnownIssues, .environment(.mock))
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
  func `a slice comes back with indices from 0`(_ world: DefaultsWorld) throws {
    try world.withDefaults { defaults, _ in
      let slice = Data([1, 2, 3]).dropFirst(2)
      defaults.set(["slice": [.data(slice)]], for: "slices")
      guard case .dictionary(let values) = defaults.value(for: "slices"),
        case .array(let array) = values["slice"], case .data(let data) = array.first
      else {
        Issue.record("There are no bytes.")
        return
      }
      #expect(data.indices == 0..<1)
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
  func `a value of another type leaves an optional key its default`(_ world: DefaultsWorld) throws {
    func expectDefault<Value: Codable & Equatable & Sendable>(_ value: Value, in defaults: any DefaultsStore) {
      #expect(defaults[DefaultsKey<Value?>("other", default: value)] == value)
    }
    try world.withDefaults { defaults, _ in
      defaults.set([1], for: "other")
      expectDefault(true, in: defaults)
      expectDefault(5, in: defaults)
      expectDefault(0.5, in: defaults)
      expectDefault("text", in: defaults)
      expectDefault(["text"], in: defaults)
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
  func `text that a launch argument gave is understood as a number of any type`(_ world: DefaultsWorld) throws {
    func expectRead<Value: Codable & Equatable & Sendable>(
      _ text: String, as value: Value?, in defaults: any DefaultsStore
    ) {
      defaults.set(.string(text), for: "number")
      #expect(defaults[DefaultsKey<Value?>("number")] == value)
    }
    try world.withDefaults { defaults, _ in
      expectRead("0.1", as: 0.1 as Float, in: defaults)
      expectRead("11", as: 11 as Float, in: defaults)
      expectRead("-11", as: -11 as Int64, in: defaults)
      expectRead("11", as: 11 as UInt8, in: defaults)
      expectRead("-11", as: nil as UInt8?, in: defaults)
      expectRead("1", as: Step.second, in: defaults)
      expectRead("second", as: nil as Step?, in: defaults)
    }
  }

  enum Step: Int, Codable { case first, second }

  @Test(arguments: DefaultsWorld.allCases)
  func `a Float is read from any number`(_ world: DefaultsWorld) throws {
    try world.withDefaults { defaults, _ in
      defaults.set(.real(0.1), for: "volume")
      #expect(defaults[DefaultsKey<Float>("volume", default: 1)] == 0.1)
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

  @Test(arguments: DefaultsWorld.allCases, [.max, (1 << 63) + 1] as [UInt64])
  func `a number that would be stored as another one is an error`(_ world: DefaultsWorld, _ number: UInt64) throws {
    try world.withDefaults { defaults, _ in
      defaults.set("before", for: "number")
      #expect(throws: DefaultsError.self) { try defaults.set(number, for: DefaultsKey("number", default: 0)) }
      #expect(throws: DefaultsError.self) { try defaults.set([number], for: DefaultsKey("number", default: [])) }
      #expect(defaults.value(for: "number") == "before")
    }
  }

  @Test(arguments: DefaultsWorld.allCases, [0, UInt64(Int64.max), 1 << 63] as [UInt64])
  func `a number that is exact comes back`(_ world: DefaultsWorld, _ number: UInt64) throws {
    try world.withDefaults { defaults, _ in
      let key = DefaultsKey<UInt64?>("number")
      try defaults.set(number, for: key)
      #expect(defaults[key] == number)
    }
  }

  @Test(arguments: DefaultsWorld.allCases)
  func `a text that is read as nil is an error, and nil beside others is not`(_ world: DefaultsWorld) throws {
    struct Person: Codable { var nick: String? }
    func expectError<Value: Codable & Sendable>(_ value: Value, in defaults: any DefaultsStore) {
      let key = DefaultsKey("text", default: value)
      let error = #expect(throws: DefaultsError.self) { try defaults.set(value, for: key) }
      #expect(error?.description.contains("it has the text \"$null\", which is read as nil") == true)
      #expect(defaults.value(for: "text") == "before")
    }
    func expectKept<Value: Codable & Equatable & Sendable>(_ value: Value, in defaults: any DefaultsStore) throws {
      let key = DefaultsKey<Value?>("kept")
      try defaults.set(value, for: key)
      #expect(defaults[key] == value)
    }
    try world.withDefaults { defaults, _ in
      defaults.set("before", for: "text")
      expectError(["$null", "b"], in: defaults)
      expectError([nil, "$null"], in: defaults)
      expectError(["a": ["$null"]], in: defaults)
      expectError(["$null": 1], in: defaults)
      expectError(Person(nick: "$null"), in: defaults)
      try expectKept("$null", in: defaults)
      try expectKept([nil, "null", "$null$null"], in: defaults)
      try expectKept([Double.infinity, nil], in: defaults)
      try expectKept(["$": [1, nil]], in: defaults)
      defaults.set(["$null"], for: "kept")
      #expect(defaults.value(for: "kept") == ["$null"])
    }
  }

  @Test func `the error of a value that cannot be encoded says why, and does not show the value`() {
    let key = DefaultsKey("token", default: Token())
    let error = #expect(throws: DefaultsError.self) { try Env.defaults().set(Token(), for: key) }
    #expect(error?.description.contains("It has expired. Look at") == true)
    #expect(error?.description.contains("s3cret") == false)
  }

  /// Values that no property list holds. By number: Foundation ends the process where a test prints such a date.
  private static let unwritable: [PropertyListValue] = [
    .date(Date(timeIntervalSinceReferenceDate: .nan)), .date(Date(timeIntervalSinceReferenceDate: .infinity)),
    .date(Date(timeIntervalSinceReferenceDate: -1e18)), [.date(Date(timeIntervalSinceReferenceDate: -.infinity))],
    ["CF$UID": 4], ["CF$UID": -0.5], [["a": ["CF$UID": 1]]], nested(600), ["a": nested(500)],
  ]

  @Test(arguments: DefaultsWorld.allCases, unwritable.indices)
  func `a value that no property list holds is reported, and costs no other`(
    _ world: DefaultsWorld, _ number: Int
  ) throws {
    try world.withDefaults { defaults, suite in
      let value = Self.unwritable[number]
      for name in ["a", "p"] { defaults.set("before", for: name) }
      func expectIssue(_ body: () -> Void) {
        withKnownIssue {
          body()
        } matching: {
          "\($0)".contains("was left as it is, as no property list can hold")
        }
      }
      expectIssue { defaults.set(value, for: "p") }
      expectIssue { defaults.register(["registered-\(suite)": value, "sound-\(suite)": 1]) }
      defaults.set(2, for: "b")
      let same = try defaults.suite(suite)
      #expect(["a", "p", "b"].map { same.value(for: $0) } == ["before", "before", 2])
      #expect(defaults.value(for: "registered-\(suite)") == nil)
      #expect(defaults.value(for: "sound-\(suite)") == 1)
    }
  }

  @Test(arguments: DefaultsWorld.allCases)
  func `a number whose name makes a reference of its suite is reported`(_ world: DefaultsWorld) throws {
    try world.withDefaults { defaults, _ in
      let key = DefaultsKey("CF$UID", default: 0)
      #expect(throws: DefaultsError.self) { try defaults.set(4, for: key) }
      withKnownIssue {
        defaults.set(0.5, for: key.name)
      } matching: {
        "\($0)".contains("was left as it is, as no property list can hold")
      }
      #expect(defaults.value(for: key.name) == nil)
      defaults.set("text", for: key.name)
      #expect(defaults.value(for: key.name) == "text")
    }
  }

  @Test(arguments: DefaultsWorld.allCases, [Double.nan, .infinity, -.infinity, 1e18])
  func `a date that is no moment is an error that says so`(_ world: DefaultsWorld, _ seconds: Double) throws {
    try world.withDefaults { defaults, _ in
      defaults[.lastVisit] = .visit
      let error = #expect(throws: DefaultsError.self) {
        try defaults.set(Date(timeIntervalSinceReferenceDate: seconds), for: .lastVisit)
      }
      #expect(error?.description.contains("\"lastVisit\"") == true)
      #expect(defaults[.lastVisit] == .visit)
    }
  }

  @Test(
    arguments: DefaultsWorld.allCases,
    [
      nested(490), .date(Date(timeIntervalSinceReferenceDate: 1e15)), ["CF$UID": "text"], ["CF$UID": 4, "a": 1],
      .real(.infinity), "\u{0}\u{1B}\u{FFFF}", "x\u{FEFF}",
    ] as [PropertyListValue])
  func `what is odd, but no more, is kept`(_ world: DefaultsWorld, _ value: PropertyListValue) throws {
    try world.withDefaults { defaults, suite in
      defaults.set(value, for: "p")
      defaults.set(1, for: "a")
      let same = try defaults.suite(suite)
      #expect(same.value(for: "p") == value)
    }
  }

  @Test(arguments: DefaultsWorld.allCases)
  func `a number replaces an equal one of another kind`(_ world: DefaultsWorld) throws {
    try world.withDefaults { defaults, _ in
      for value in [1.0, 1, 1.0, true, 1, [1.0], [1], 0, 0.0, 0] as [PropertyListValue] {
        defaults.set(value, for: "n")
        #expect(defaults.value(for: "n").map { "\($0)" } == "\(value)")
      }
    }
  }

  #if !canImport(Darwin)
    @Test(arguments: DefaultsWorld.allCases)
    func `zero has no sign, which the file of the settings would lose`(_ world: DefaultsWorld) throws {
      try world.withDefaults { defaults, _ in
        for value in [-0.0, [-0.0], ["zero": -0.0]] as [PropertyListValue] {
          defaults.set(value, for: "n")
          #expect(defaults.value(for: "n").map { "\($0)".contains("-") } == false)
        }
      }
    }
  #endif

  #if canImport(Darwin)
    @Test(arguments: DefaultsWorld.allCases)
    func `two names of other bytes are two`(_ world: DefaultsWorld) throws {
      try world.withDefaults { defaults, _ in
        let told = Locked<[String]>([])
        let names = ["\u{E9}", "e\u{301}"]
        let observations = names.map { name in
          defaults.onChange(of: DefaultsKey(name, default: 0)) { value in told.withLock { $0.append("\(value)") } }
        }
        for (value, name) in names.enumerated() { defaults.set(.integer(value + 1), for: name) }
        #expect(names.map { defaults.value(for: $0) } == [1, 2])
        defaults.set(nil, for: names[0])
        #expect(names.map { defaults.value(for: $0) } == [nil, 2])
        #expect(told.withLock { $0 } == ["1", "2", "0"])
        for observation in observations { observation.cancel() }
        defaults.set(nil, for: names[1])
      }
    }
  #else
    @Test(arguments: DefaultsWorld.allCases)
    func `two ways to write a name are one name`(_ world: DefaultsWorld) throws {
      try world.withDefaults { defaults, suite in
        let told = Locked<[String]>([])
        // Several: Foundation may find the one by the other's name, or not, by chance.
        for number in 0..<30 {
          let names = ["\(suite)\(number)\u{E9}", "\(suite)\(number)e\u{301}", "\u{FEFF}\(suite)\(number)\u{E9}"]
          for name in names {
            let other = defaults.onChange(of: DefaultsKey(names[1], default: 0)) { value in
              told.withLock { $0.append("\(value)") }
            }
            defaults.register([name: 7])
            #expect(names.map { defaults.value(for: $0) } == [7, 7, 7])
            defaults.set(1, for: name)
            #expect(names.map { defaults.value(for: $0) } == [1, 1, 1])
            defaults.set(nil, for: name)
            other.cancel()
          }
          #expect(told.withLock { $0.suffix(2) } == ["1", "7"])
        }
      }
    }

    @Test(arguments: DefaultsWorld.allCases)
    func `a text loses the byte order marks at its beginning`(_ world: DefaultsWorld) throws {
      try world.withDefaults { defaults, suite in
        defaults.set(["\u{FEFF}\u{FEFF}x": ["\u{FEFF}y", "z\u{FEFF}"]], for: "p")
        defaults.set(1, for: "a")
        let same = try defaults.suite(suite)
        #expect(same.value(for: "p") == ["x": ["y", "z\u{FEFF}"]])
      }
    }
  #endif

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

  @Test(
    arguments: DefaultsWorld.allCases,
    [
      "", "NSGlobalDomain", "kCFPreferencesAnyApplication", "kCFPreferencesCurrentApplication", "a/b", "../x", "/",
      "/\u{301}", "a\u{0}", String(repeating: "s", count: 250), String(repeating: "é", count: 125),
    ])
  func `a name that cannot be a suite's is an error`(_ world: DefaultsWorld, _ name: String) throws {
    try world.withDefaults { defaults, _ in
      let error = #expect(throws: DefaultsError.self) { try defaults.suite(name) }
      let shown = String(name.prefix(80)).debugDescription
      #expect(error?.description.hasPrefix("\(shown) cannot be the name of a suite.") == true)
    }
  }

  @Test(arguments: DefaultsWorld.allCases)
  func `the longest name of a suite is one`(_ world: DefaultsWorld) throws {
    try world.withDefaults { defaults, suite in
      let long = try defaults.suite(suite.padding(toLength: 249, withPad: "s", startingAt: 0))
      long[.volume] = 7
      #expect(long[.volume] == 7)
      long.remove(.volume)
    }
  }
}

/// A text in so many arrays in each other.
private func nested(_ depth: Int) -> PropertyListValue {
  var value: PropertyListValue = "x"
  for _ in 0..<depth { value = [value] }
  return value
}
