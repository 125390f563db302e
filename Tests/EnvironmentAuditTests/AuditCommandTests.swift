import EnvironmentAudit
import Foundation
import GlobalEnvironmentTesting
import Testing

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
    #expect(Env.output.standardError.contains("/p/sources.json is no list of sources"))
  }

  @Test func `an option that it does not know is told`() {
    #expect(run("--fixx") == 2)
    #expect(
      Env.output.standardError
        == "error: There is no option “--fixx”. swift package audit-environment --help tells of all options.\n")
  }

  @Test func `the rules are listed with those of the package and of files, and what is off`() throws {
    try writeSources()
    try Env.files().write(
      "kind: analytics\neffect: tells on the user\nwhy: Tests.\nApp.Tracker.send(_:) use: Env.analytics(_:)", to: own)
    try Env.files().write("off: output", to: URL(filePath: "/p/more.rules"))
    #expect(run("--sources", sources.path, "--rules", "/p/more.rules", "--list-rules") == 0)
    let told = Env.output.standardOutput
    #expect(told.contains("analytics: tells on the user. Tests.\n  App.Tracker.send(_:)  use: Env.analytics(_:)\n"))
    #expect(
      told.contains("output: uses the terminal. A test cannot see what was written, nor answer what is asked. (off)"))
  }

  @Test func `rules that cannot be read are not passed over`() throws {
    try writeSources()
    try Env.files().write(Data([0xFF, 0xFE, 0x00]), to: own)
    #expect(run("--sources", sources.path) == 2)
    #expect(Env.output.standardError.hasPrefix("error: /p/.audit-environment cannot be read: it is no text in UTF-8; "))
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
    #expect(Env.output.standardError.hasPrefix("error: .audit-environment:2: “Date” is no rule."))
  }

  private let own = URL(filePath: "/p/.audit-environment")

  private func writeSources() throws {
    try Env.files().createFolder(URL(filePath: "/p"), withParents: true)
    try Env.files().write(JSONEncoder().encode(SourceList(package: "/p", targets: [])), to: sources)
  }

  private func run(_ arguments: String...) -> Int32 {
    Env.arguments = { ["environment-audit"] + arguments }
    return AuditCommand.run()
  }
}
