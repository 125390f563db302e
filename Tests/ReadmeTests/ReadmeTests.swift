import Foundation
import Testing

/// Every Swift example of the README and of the articles stands, line for line, in a file that is compiled and tested.
struct ReadmeTests {

  @Test(arguments: try Documents.all)
  func `every example is compiled`(document: String) throws {
    let examples = try Documents.blocks(of: document).filter { $0.language == "swift" }
    #expect(document != "README.md" || examples.count >= 10)
    let compiled = try Documents.compiled.get()
    for example in examples.map(\.text) {
      #expect(compiled.contains { $0.contains(example) }, "not compiled anywhere:\n\(example)")
    }
  }

  /// So that none escapes the test above.
  @Test(arguments: try Documents.all.filter { $0 != "README.md" })
  func `every block of an article is Swift, or for the console`(document: String) throws {
    for block in try Documents.blocks(of: document) {
      #expect(["swift", "console"].contains(block.language), "\(block.text)")
    }
  }

  @Test func `the article on performance has the figures of the README`() throws {
    let figures = try Documents.text(of: "README.md").split(separator: "\n")
    let article = try Documents.text(of: "Sources/GlobalEnvironment/GlobalEnvironment.docc/Performance.md")
    let rows = article.split(separator: "\n").filter { $0.hasPrefix("|") }
    #expect(!rows.isEmpty)
    for row in rows { #expect(figures.contains(row)) }
  }
}
