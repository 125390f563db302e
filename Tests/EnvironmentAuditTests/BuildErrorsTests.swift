@testable import EnvironmentAudit
import Testing

@Suite struct BuildErrorsTests {
  @Test func `each error is told once, with its code and its notes, and nothing else is`() {
    let error = [
      "/p/A.swift:1:9: error: cannot find 'nothing' in scope", "1 | let a = nothing",
      "  |         `- error: cannot find 'nothing' in scope", "/p/B.swift:2:1: note: something is there",
    ]
    let log =
      ["[1/9] Compiling App A.swift"] + error + ["[2/9] Compiling App B.swift"] + error + ["Building for debugging..."]
    var errors = BuildErrors()
    #expect(log.compactMap { errors.take($0) } == error)
  }

  @Test func `a header of C that is missing is told, with the line that includes it`() {
    let error = [
      "/p/x.c:1:10: fatal error: 'no.h' file not found", "    1 | #include \"no.h\"", "      |          ^~~~~~",
    ]
    var errors = BuildErrors()
    #expect((["[1/2] Compiling x.c"] + error + ["1 error generated."]).compactMap { errors.take($0) } == error)
  }

  @Test func `an error of the package manager is told`() {
    var errors = BuildErrors()
    #expect(["error: no such product", "warning: old"].compactMap { errors.take($0) } == ["error: no such product"])
  }

  @Test func `the progress of a build is told once in a second`() {
    var progress = BuildProgress()
    let told = [0.0, 0.5, 1.1, 1.2, 2.2].compactMap { time in
      progress.take("[\(time)/9] Compiling", at: .seconds(time))
    }
    #expect(told == ["[0.0/9] Compiling", "[1.1/9] Compiling", "[2.2/9] Compiling"])
    #expect(progress.take("Building for debugging...", at: .seconds(9)) == nil)
  }
}
