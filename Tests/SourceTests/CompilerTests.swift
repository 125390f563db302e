import Foundation
import Testing

struct CompilerTests {

  @Test func `the executors' SPI is compiled by no compiler that is newer than the one that has been tried`() throws {
    let files = ["Sources", "Tests"].flatMap { Repository.files(in: Repository.root.appending(path: $0), "swift") }
    for file in files where !Repository.path(of: file).hasPrefix("Tests/SourceTests") {
      let text = try String(contentsOf: file, encoding: .utf8)
      guard text.contains("@_spi(ExperimentalCustomExecutors) import") else { continue }
      let conditions = text.matches(of: /#if .*compiler.*/).map(\.output)
      #expect(!conditions.isEmpty)
      for condition in conditions { #expect(condition.contains("compiler(<6.4)"), "\(Repository.path(of: file))") }
    }
  }
}
