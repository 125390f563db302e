import BuildIndex
import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import EnvironmentAudit

/// Explains names of this very file, by the index of this build.
@Suite(.enabled(if: BuildIndex.isExpected, "This build has left no index."))
struct ExplanationTests {
  @Test func `a name without a rule is told with the line that gives it one`() async throws {
    #expect(Odd.plain() == 2)
    let line = "static EnvironmentAuditTests.Odd.plain()  use: Env.endpoint()"
    #expect(try await explanation(of: "plain").contains("  rule: none. To write one: \(line)\n"))
  }

  @Test(arguments: ["+", "an odd name"])
  func `no line is told for a name that rules cannot spell`(name: String) async throws {
    #expect(Odd.`an odd name`() == 2)
    let text = try await explanation(of: name)
    #expect(text.contains(name) && text.contains("  rule: none, as no rule can name it\n"), "\(text)")
  }

  @Test(arguments: ["DateInterval()", "Calendar(identifier:)"])
  func `a name as findings tell it is known`(name: String) async throws {
    _ = (DateInterval(), Calendar(identifier: .gregorian))
    let text = try await explanation(of: name)
    #expect(text.contains("  used once, first at ") && text.contains("  rule: kind "), "\(text)")
  }

  private func explanation(of name: String) async throws -> String {
    let store = try IndexStore(path: try #require(BuildIndex.store), library: await BuildIndex.library())
    let file = SourceList.File(path: #filePath, realPath: #filePath)
    let target = SourceList.Target(name: "Tests", linksEnvironment: true, files: [file])
    let sources = SourceList(package: "/p", targets: [target])
    return try Explanation(of: name, in: IndexedSources(sources, stores: [store]), RuleSet.builtIn()).text
  }
}

enum Odd {
  static func plain() -> Int { 1 + 1 }
  static func `an odd name`() -> Int { 1 + 1 }
}
