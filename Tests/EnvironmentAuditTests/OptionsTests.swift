@testable import EnvironmentAudit
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

  @Test func `the package, the index and the parts that are asked for are read`() throws {
    let options = try Options([
      "--package-path", "p", "--index-store-path", "a", "--index-store-path", "b", "--sources", "s", "--remap",
      "/x=/y=z",
      "--target", "A,B", "--target", "C", "--exclude", "a,b", "--explain", "f", "--skip-build", "--tests",
    ])
    #expect(options.packagePath == "p")
    #expect(options.stores == ["a", "b"])
    #expect(options.remaps == [PathRemap(old: "/x", new: "/y=z")])
    #expect(options.targets == ["A", "B", "C"])
    #expect(options.excluded == ["a,b"])
    #expect(options.explained == "f")
    #expect(options.skipsBuild && options.includesTests)
  }

  @Test(arguments: [
    (["--fixx"], "There is no option “--fixx”."), (["now"], "There is no option “now”."),
    (["--format", "xml"], "There is no format “xml”. There are: text, json, sarif, github."),
    (["--baseline"], "--baseline needs a value."), (["--baseline", "--fix"], "--baseline needs a value."),
    (["--remap", "=a"], "“=a” remaps nothing."), (["--target", ","], "--target needs a value."),
    (["--format", ""], "--format needs a value."), (["--without", ""], "--without needs a value."),
    (["--baseline", "a", "--write-baseline", "a"], "--baseline and --write-baseline exclude each other: "),
    (["--fix", "--write-baseline", "a"], "--fix and --write-baseline exclude each other: "),
  ])
  func `what it cannot understand is told`(arguments: [String], message: String) {
    let error = #expect(throws: CannotAudit.self) { try Options(arguments) }
    #expect(error?.description.hasPrefix(message) == true)
  }
}
