import EnvironmentAudit
import Testing

@Suite struct OptionsTests {
  @Test func `options may come in any order`() throws {
    let options = try Options([
      "--fix", "--format", "sarif", "--without", "output, process,", "--baseline", "b", "--without", "clock",
    ])
    #expect(options.fixes)
    #expect(options.format == .sarif)
    #expect(options.off == ["output", "process", "clock"])
    #expect(options.baseline == "b")
  }

  @Test func `what writes is known before the audit runs`() {
    for arguments in [["--tests", "--fix"], ["--output", "a.sarif"], ["--write-baseline", "b"]] {
      #expect(Options.write(arguments))
    }
    #expect(!Options.write(["--tests", "--baseline", "b", "--format", "json"]))
  }

  @Test(arguments: [
    (["--fixx"], "There is no option “--fixx”."), (["now"], "There is no option “now”."),
    (["--format", "xml"], "There is no format “xml”. There are: text, json, sarif, github."),
    (["--baseline"], "--baseline needs a value."), (["--baseline", "--fix"], "--baseline needs a value."),
    (["--format", ""], "--format needs a value."), (["--without", ""], "--without needs a value."),
    (["--baseline", "a", "--write-baseline", "a"], "--baseline and --write-baseline exclude each other: "),
    (["--fix", "--write-baseline", "a"], "--fix and --write-baseline exclude each other: "),
  ])
  func `what it cannot understand is told`(arguments: [String], message: String) {
    let error = #expect(throws: CannotAudit.self) { try Options(arguments) }
    #expect(error?.description.hasPrefix(message) == true)
  }
}
