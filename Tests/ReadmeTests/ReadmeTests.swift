import Foundation
import Testing

/// Every Swift example of the articles stands, line for line, in a file that is compiled and tested. Those of the README become
/// a package of their own, in EndToEndTests.
struct ReadmeTests {

  @Test(arguments: try Documents.articles)
  func `every example is compiled`(document: String) throws {
    let examples = try Documents.blocks(of: document).filter { $0.language == "swift" }
    let compiled = try Documents.compiled.get()
    for example in examples.map(\.text) {
      #expect(compiled.contains { $0.contains(example) }, "not compiled anywhere:\n\(example)")
    }
  }

  /// So that none escapes the test above.
  @Test(arguments: try Documents.articles)
  func `every block of an article says what it is`(document: String) throws {
    for block in try Documents.blocks(of: document) {
      #expect(["swift", "console", "yaml", "text"].contains(block.language), "\(block.text)")
    }
  }

  @Test func `the README fits on a few screens`() throws {
    #expect(try Documents.text(of: "README.md").split(separator: "\n", omittingEmptySubsequences: false).count <= 121)
  }

  @Test func `the README leads to each article, and every path in it leads somewhere`() throws {
    let links = try Documents.text(of: "README.md").matches(of: /\]\(([^)#]+)\)/).map { String($0.1) }
    for link in links where !link.hasPrefix("https:") {
      #expect(throws: Never.self, "\(link)") { try Documents.text(of: link) }
    }
    for article in try Documents.articles {
      // The page of a module or of a type is none.
      let isArticle = try !Documents.text(of: article).hasPrefix("# ``")
      #expect(!isArticle || links.contains(article), "\(article)")
    }
  }
}
