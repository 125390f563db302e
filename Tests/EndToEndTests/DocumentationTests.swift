import Foundation
import Testing

extension EndToEndTests {
  /// The documentation of the products, as `Tests/Packages/Documentation` makes it.
  @Suite struct DocumentationTests {
    @Test(.timeLimit(.minutes(10)))
    func `the documentation is made without a warning, and its links lead somewhere`() async throws {
      _ = try await Documentation.made()
    }

    @Test(.timeLimit(.minutes(10)), arguments: Documentation.modules)
    func `every public symbol is documented`(module: String) async throws {
      let symbols = try await Documentation.made().symbols(of: module)
      #expect(symbols.count > 5)
      for symbol in symbols where symbol.comment == nil { Issue.record("\(symbol) has no doc comment.") }
    }

    @Test(.timeLimit(.minutes(10)), arguments: Documentation.modules)
    func `what throws says when`(module: String) async throws {
      for symbol in try await Documentation.made().symbols(of: module) where symbol.throwsErrors {
        let isTold = symbol.comment?.contains(symbol.isFunction ? "- Throws: " : "hrows") ?? false
        if !isTold { Issue.record("\(symbol) throws, and its doc comment has no \"- Throws:\".") }
      }
    }

    @Test(
      .timeLimit(.minutes(10)), arguments: Documentation.modules.map { [$0] } + [["GlobalEnvironment", "Environment"]])
    func `every public symbol has its place in a group`(page: [String]) async throws {
      for (group, symbols) in try await Documentation.made().ungrouped(on: page) {
        Issue.record("Group these \(group) in \(page.joined(separator: "/")).md: \(symbols.joined(separator: ", "))")
      }
    }
  }
}
