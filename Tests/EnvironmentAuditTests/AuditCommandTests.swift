import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import EnvironmentAudit

@Suite(.environment(.mock))
struct AuditCommandTests {
  private let sources = URL(filePath: "/p/sources.json")

  @Test func `without a list of sources it cannot run`() {
    #expect(run("--sources", "/p/none.json") == 2)
    #expect(Env.output.standardError.hasPrefix("error: /p/none.json cannot be read: there is no such file; "))
  }

  @Test func `a list that is none is told`() throws {
    try Env.files().createFolder(URL(filePath: "/p"), withParents: true)
    try Env.files().write("{}", to: sources)
    #expect(run("--sources", sources.path) == 2)
    #expect(Env.output.standardError.contains("/p/sources.json is not a list of sources"))
  }

  @Test(arguments: ["--help", "-h"])
  func `help goes to the standard output, and is no failure`(option: String) {
    #expect(run(option) == 0)
    #expect(Env.output.standardOutput == Options.help)
    #expect(Env.output.standardError == "")
  }

  @Test func `an option that it does not know is told`() {
    #expect(run("--fixx") == 2)
    #expect(
      Env.output.standardError
        == "error: There is no option “--fixx”. swift package audit-environment --help lists all options.\n")
  }

  @Test func `the rules are listed with those of the package and of files, and what is off`() throws {
    try writeSources()
    try Env.files().write(
      "kind: analytics\neffect: reports what the user does\nwhy: Tests.\nApp.Tracker.send(_:) use: Env.analytics(_:)",
      to: own)
    try Env.files().write("off: output", to: URL(filePath: "/p/more.rules"))
    #expect(run("--sources", sources.path, "--rules", "/p/more.rules", "--list-rules") == 0)
    let told = Env.output.standardOutput
    #expect(
      told.contains("analytics: reports what the user does. Tests.\n  App.Tracker.send(_:)  use: Env.analytics(_:)\n"))
    #expect(
      told.contains("output: uses the terminal. A test cannot see what was written, nor answer what is asked. (off)"))
  }

  @Test func `rules that cannot be read are not passed over`() throws {
    try writeSources()
    try Env.files().write(Data([0xFF, 0xFE, 0x00]), to: own)
    #expect(run("--sources", sources.path) == 2)
    #expect(Env.output.standardError.hasPrefix("error: /p/.audit-environment cannot be read: it is not UTF-8 text; "))
  }

  @Test func `a byte order mark before the rules is no rule`() throws {
    try writeSources()
    try Env.files().write("\u{FEFF}kind: own\nApp.f() use: it", to: own)
    #expect(run("--sources", sources.path, "--list-rules") == 0)
    #expect(Env.output.standardOutput.contains("\n  App.f()  use: it\n"))
  }

  @Test func `a folder is no file of rules`() throws {
    try writeSources()
    #expect(run("--sources", sources.path, "--rules", "/p") == 2)
    #expect(Env.output.standardError.hasPrefix("error: /p cannot be read: it is a folder; name a file."))
  }

  @Test func `a rule that is wrong is told with its file and line`() throws {
    try writeSources()
    try Env.files().write("kind: clock\nDate", to: own)
    #expect(run("--sources", sources.path) == 2)
    #expect(Env.output.standardError.hasPrefix("error: .audit-environment:2: “Date” is not a rule."))
  }

  @Test func `all that is asked for is checked without sources, and nothing is told when it is right`() throws {
    try writeSources()
    #expect(run("--check", "--package-path", "/p", "--rules", "nio", "--output", "/p/a.sarif") == 0)
    #expect(Env.output.standardOutput.isEmpty && Env.output.standardError.isEmpty)
    #expect(run("--check", "--package-path", "/p", "--output", "/none/a.sarif") == 2)
    #expect(
      Env.output.standardError
        == "error: /none/a.sarif cannot be written: its folder is not there; make that first.\n")
  }

  @Test func `a build that failed is told once, and in the form that is asked for`() throws {
    try writeSources()
    let error = "/p/A.swift:1:9: error: cannot find 'x' in scope\n1 | x\n"
    try Env.files().write("[1/2] Compiling\n\(error)[2/2] Compiling\n\(error)", to: URL(filePath: "/p/log"))
    #expect(run("--failed-log", "/p/log", "--format", "sarif", "--output", "/p/a.sarif") == 2)
    #expect(
      Env.output.standardError
        == "\(error)error: The package does not build, so nothing is audited. Fix what the compiler reports.\n")
    let sarif = try Env.files().readText(URL(filePath: "/p/a.sarif"))
    #expect(sarif.contains("\"executionSuccessful\" : false"))
    #expect(sarif.contains("The package does not build"))
    #expect(Env.output.standardOutput.isEmpty)
  }

  @Test(arguments: OutputFormat.allCases)
  func `each form says that nothing was audited`(format: OutputFormat) throws {
    var report = Report()
    report.failure = "It is broken."
    #expect(try format.text(of: report).contains("It is broken."))
    #expect(report.exitCode == 2)
  }

  @Test func `files are left out by options and by the rules of the package, and what leaves out nothing is told`()
    throws
  {
    try writeSources()
    try Env.files().write("exclude: Made", to: own)
    let files = ["/p/A.swift", "/p/Made/B.swift", "/p/C.pb.swift"].map { SourceList.File(path: $0, realPath: $0) }
    let all = SourceList(package: "/p", targets: [SourceList.Target(name: "A", linksEnvironment: true, files: files)])
    let preparation = try AuditCommand(Options(["--exclude", "*.pb.swift", "--exclude", "None"])).prepare(for: "/p")
    let (left, notes) = try preparation.withoutExcluded(all)
    #expect(left.targets.flatMap(\.files).map(\.path) == ["/p/A.swift"])
    #expect(notes == ["2 files are left out", "“None” leaves out nothing; write a path that begins at /p"])
    let none = try AuditCommand(Options(["--exclude", "/p/*"])).prepare(for: "/p")
    #expect(throws: CannotAudit.self) { try none.withoutExcluded(all) }
  }

  @Test func `what a file leaves out of a target that is not audited is not told as useless`() throws {
    try writeSources()
    try Env.files().write("exclude: Sources/App", to: own)
    let core = SourceList.File(path: "/p/Sources/Core/A.swift", realPath: "/p/Sources/Core/A.swift")
    let target = SourceList.Target(name: "Core", linksEnvironment: true, files: [core])
    let preparation = try AuditCommand(Options(["--exclude", "None"])).prepare(for: "/p")
    func notes(isComplete: Bool?) throws -> [String] {
      let list = SourceList(package: "/p", targets: [target], isComplete: isComplete)
      return try preparation.withoutExcluded(list).notes.map { String($0.prefix { $0 != ";" }) }
    }
    #expect(try notes(isComplete: false) == ["“None” leaves out nothing"])
    #expect(try notes(isComplete: nil) == ["“None” leaves out nothing"])
    #expect(try notes(isComplete: true) == ["“None” leaves out nothing", "“Sources/App” leaves out nothing"])
  }

  @Test(arguments: [(4, "1 other"), (5, "2 others")])
  func `a note of many files names three, and counts the others`(count: Int, others: String) throws {
    try writeSources()
    let files = (1...count).map { number in
      SourceList.File(path: "/p/\(number).swift", realPath: "/p/\(number).swift", isOnlyFound: true)
    }
    for file in files { try Env.files().write("", to: URL(filePath: file.path)) }
    let target = SourceList.Target(name: "Core", linksEnvironment: true, files: files)
    let list = SourceList(package: "/p", targets: [target])
    let report = Report(try Search(IndexedSources(list, stores: []), rules: RuleSet.builtIn()), of: list)
    #expect(
      report.notes == ["\(count) files are in no index, so not audited: 1.swift, 2.swift, 3.swift and \(others)"])
  }

  @Test func `an entry of a rule that this run was not given is not called out of date`() throws {
    try writeSources()
    let search = try Search(
      IndexedSources(SourceList(package: "/p", targets: []), stores: []), rules: RuleSet.builtIn())
    let entries = [("clock", "Date()"), ("clock", "Tracker.now()"), ("analytics", "f()"), ("allowance", "audit:allow")]
      .map { Baseline.Entry(path: "Gone.swift", kind: $0, symbol: $1, code: "let a = 1") }
    #expect(entries.map { search.unused([$0]) } == [1, 0, 0, 1])
  }

  private let own = URL(filePath: "/p/.audit-environment")

  private func writeSources() throws {
    try Env.files().createFolder(URL(filePath: "/p"), withParents: true)
    try Env.files().write(JSONEncoder().encode(SourceList(package: "/p", targets: [])), to: sources)
  }

  private func run(_ arguments: String...) -> Int32 {
    do {
      return try AuditCommand(Options(arguments)).run()
    } catch {
      Env.standardError("error: \(error)\n")
      return 2
    }
  }
}
