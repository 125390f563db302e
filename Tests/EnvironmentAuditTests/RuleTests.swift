import Testing

@testable import EnvironmentAudit

@Suite struct RuleTests {
  private let clock = """
    # A comment.
    kind: clock
    effect: reads the clock
    why: Tests.

    Foundation.Date.init()   fix: Env.date()
    static Foundation.Date.timeIntervalSinceReferenceDate use: Env.date()
    C.time(_:)  use: Env.date()
    """

  @Test func `the rules of this package have kinds, effects and reasons, and no symbol twice`() throws {
    let rules = try RuleSet.builtIn()
    #expect(rules.effects.count == 16)
    #expect(rules.effects.allSatisfy { !$0.why.isEmpty && !$0.effect.hasPrefix("has an effect") })
    #expect(Set(rules.all.map(\.symbol)).count == rules.all.count)
  }

  @Test func `a symbol has a rule by its name and its module, whatever the platform calls that`() throws {
    let rules = try RuleSet("clock", clock)
    for usr in ["s:20FoundationEssentials4DateVACycfc", "s:10Foundation4DateVACycfc"] {
      #expect(rules.rule(name: "init()") { usr }?.spelling == "Date()")
    }
    #expect(rules.rule(name: "init()") { "s:3App4DateVACycfc" } == nil)
  }

  @Test func `a module's own extension of a system's type is none of the system's, but may have an own rule`() throws {
    let usr = "s:20FoundationEssentials4DateV3AppE3nowACvpZ"
    var rules = RuleSet()
    try rules.add("kind: a\nFoundation.DateFormatter.now use: x", name: "built-in", areOwn: false)
    #expect(rules.rule(name: "now") { "c:@CM@App@@objc(cs)NSDateFormatter(py)now" } == nil)
    #expect(rules.rule(name: "now") { "c:objc(cs)NSDateFormatter(py)now" } != nil)
    try rules.add("kind: a\nFoundation.Date.now use: x", name: "built-in", areOwn: false)
    #expect(rules.rule(name: "now") { usr } == nil)
    #expect(rules.rule(name: "now") { usr.replacing("3App", with: "10Foundation") } != nil)
    try rules.add("kind: a\nFoundation.Date.now use: y", name: "own")
    #expect(rules.rule(name: "now") { usr }?.replacement == "y")
  }

  @Test func `a rule for static members leaves those of values alone`() throws {
    let rules = try RuleSet("clock", clock)
    let name = "timeIntervalSinceReferenceDate"
    #expect(rules.rule(name: name) { "s:20FoundationEssentials4DateV\(name.utf8.count)\(name)SdvpZ" } != nil)
    #expect(rules.rule(name: name) { "s:20FoundationEssentials4DateV\(name.utf8.count)\(name)Sdvp" } == nil)
  }

  @Test func `a function of C has its rule with labels, as in Swift, and without, as in C`() throws {
    let rules = try RuleSet("clock", clock)
    #expect(rules.rule(name: "time(_:)") { "c:@F@time" } != nil)
    #expect(rules.rule(name: "time") { "c:@F@time" } != nil)
    #expect(rules.rule(name: "time(_:)") { "s:3App4timeyS2iF" } == nil)
  }

  @Test func `rules that are added later hold, and may add to a kind by its name`() throws {
    var rules = try RuleSet("clock", clock)
    try rules.add("kind: clock\nFoundation.Date.init()  use: Clock.shared.now", name: "own")
    let rule = try #require(rules.rule(name: "init()") { "s:20FoundationEssentials4DateVACycfc" })
    #expect(rule.replacement == "Clock.shared.now")
    #expect(rule.effect.effect == "reads the clock")
    #expect(rules.effects.count == 1)
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `lines may end in any way, and have tabs`(end: String) throws {
    let lines = ["# A comment.", "kind:\tclock", "", "\tFoundation.Date.init()\tfix:\tEnv.date()\t", "off: clock"]
    let rules = try RuleSet("own", lines.joined(separator: end))
    #expect(rules.all.map(\.replacement) == ["Env.date()"])
    #expect(rules.off == ["clock"])
  }

  @Test func `calls that take an effect away are for the rules behind them, in their kind`() throws {
    let rules = try RuleSet(
      "own",
      """
      kind: own
      App.before() use: it
      unless-in: App.around(_:)
      unless-before: App.Style.behind()
      unless-given: a, b
      App.style() use: it
      unless-given:
      App.last() use: it
      kind: other
      App.after() use: it
      """)
    let counts = Dictionary(uniqueKeysWithValues: rules.all.map { ($0.symbol.member, $0.exceptions.count) })
    #expect(counts == ["before()": 0, "style()": 2, "last()": 2, "after()": 0])
    #expect(rules.all.filter { !$0.harmlessLabels.isEmpty }.map(\.harmlessLabels) == [["a", "b"]])
    #expect(rules.exceptions(name: "around(_:)") { "s:3App6aroundyS2iF" }.map(\.position) == [.around])
    #expect(rules.exceptions(name: "around(_:)") { "s:4Apps6aroundyS2iF" }.isEmpty)
    #expect(rules.exceptions(name: "style()") { "s:3App5styleyyF" }.isEmpty)
  }

  @Test func `a rule may be for values of some types, for fixed texts, and for what is not beside a member`() throws {
    let rules = try RuleSet(
      "own",
      """
      kind: own
      App.all use: it
      on: Swift.Set, Swift.Dictionary.Keys
      App.some use: it
      on:
      unless-with: App.Queue.main
      unless-fixed: locale
      App.last use: it
      """)
    let all = Dictionary(uniqueKeysWithValues: rules.all.map { ($0.symbol.member, $0) })
    #expect(all["all"]?.holds(for: nil) == true && all["last"]?.holds(for: "Swift.Array") == true)
    #expect(["Swift.Set", "Swift.Array", nil].map { all["some"]?.holds(for: $0) } == [true, false, false])
    #expect(all["last"]?.exceptions.map(\.position) == [.with])
    #expect(all["last"]?.fixedSettings == ["locale"])
  }

  @Test func `what a style may be given may be set later, too`() throws {
    let rules = try RuleSet.builtIn().all.filter { $0.effect.kind == "formatter" }
    let styles = rules.filter { !$0.harmlessLabels.isEmpty }
    #expect(styles.count > 20 && styles.allSatisfy { $0.harmlessSettings == $0.harmlessLabels })
    #expect(rules.filter { $0.symbol.isOfC }.allSatisfy { $0.harmlessSettings.isEmpty })
  }

  @Test func `a second effect in a kind is for the rules behind it`() throws {
    let rules = try RuleSet("own", "kind: own\neffect: is one\nApp.a() use: it\neffect: is two\nApp.b() use: it")
    #expect(rules.effects.map(\.effect) == ["is one"])
    #expect(rules.all.map(\.effect.effect) == ["is one", "is two"])
  }

  @Test func `a rule that a user wrote knows its file and line, one of this package none`() throws {
    var rules = try RuleSet.builtIn()
    #expect(rules.own.isEmpty)
    try rules.add("rules: nio\nexclude: Made\nkind: own\nApp.f() use: it", name: "own")
    #expect(rules.own.map(\.origin) == ["own:4"])
    #expect(rules.excluded == ["Made"])
    #expect(rules.rule(name: "now()") { "s:7NIOCore11NIODeadlineV3nowACyFZ" }?.effect.kind == "clock")
  }

  @Test(arguments: ["async-http-client", "crypto", "nio", "system"])
  func `the rules of each library are rules of known kinds`(name: String) throws {
    var rules = try RuleSet.builtIn()
    let before = rules.all.count
    let kinds = rules.effects
    try rules.addLibrary(name)
    try rules.addLibrary(name)
    #expect(rules.all.count > before)
    #expect(rules.effects == kinds)
    #expect(Set(rules.all.map(\.symbol)).count == rules.all.count)
  }

  @Test func `a file can switch kinds off`() throws {
    var rules = try RuleSet("clock", clock)
    try rules.add("off: clock", name: "own")
    #expect(rules.off == ["clock"])
  }

  @Test(arguments: [
    (
      "Foundation.Date.init() fix: Env.date()",
      "own:1: “Foundation.Date.init() fix: Env.date()” has no kind. Write a line before it: kind: clock"
    ),
    ("kind: clock\n\nDate", "own:3: “Date” is not a rule."),
    ("kind: Big Clock", "own:1: “Big Clock” is not the name of a kind."),
    ("\n\noff: clok", "own:3: There is no kind “clok”. There are: clock."),
    ("effect: is lost", "own:1: “effect: is lost” has no kind."),
    ("kind: clock\nunless-in: Env.localized", "own:2: “Env.localized” is not a function."),
    ("kind: clock\nunless-with: main", "own:2: “main” is not a function."),
    ("kind: clock\nunless-given: a:false", "own:2: “a:false” is not a name."),
    ("\nrules: ni", "own:2: There are no rules for a library “ni”. There are some for: async-http-client, crypto, "),
    ("kind: clock\n\u{0}\u{1}\u{FFFD}", "own:2: “\u{0}\u{1}\u{FFFD}” is not a rule."),
  ])
  func `what is wrong in a file is told with its line and what to write`(text: String, message: String) throws {
    var rules = try RuleSet("clock", clock)
    let error = #expect(throws: CannotAudit.self) { try rules.add(text, name: "own") }
    #expect(error?.description.hasPrefix(message) == true)
  }

  @Test func `a line of ten megabytes is told by its beginning`() throws {
    var rules = try RuleSet("clock", clock)
    let text = "kind: clock\n" + String(repeating: "a.", count: 5_000_000)
    let error = #expect(throws: CannotAudit.self) { try rules.add(text, name: "own") }
    let message = error?.description ?? ""
    #expect(message.hasPrefix("own:2: “a.a.") && message.count < 1_000)
  }

  @Test(arguments: [
    ("Foundation.Date.init(timeIntervalSinceNow:)", "Date(timeIntervalSinceNow:)"),
    ("Foundation.Calendar.current", "Calendar.current"),
    ("Swift.readLine(strippingNewline:)", "readLine(strippingNewline:)"),
    ("Swift.ContinuousClock.Instant.now", "ContinuousClock.Instant.now"), ("C.time(_:)", "time(_:)"),
    ("std.chrono.system_clock.now", "std::chrono::system_clock::now"), ("std.cout", "std::cout"),
    ("std.basic_ifstream.basic_ifstream", "std::ifstream"), ("std.random_device.random_device", "std::random_device"),
  ])
  func `a symbol is told as code spells it`(symbol: String, spelling: String) throws {
    let rules = try RuleSet("own", "kind: own\n\(symbol) use: it")
    #expect(rules.all.map(\.spelling) == [spelling])
  }
}

extension RuleSet {
  /// The rules of one text.
  init(_ name: String, _ text: String) throws {
    self.init()
    try add(text, name: name)
  }
}
