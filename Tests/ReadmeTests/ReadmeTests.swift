import Foundation
import Testing

/// Every Swift example of the articles stands, line for line, in a file that is compiled and tested. Those of the README become
/// a package of their own, in EndToEndTests.
struct ReadmeTests {

  @Test(arguments: try Documents.pages)
  func `every example is compiled`(document: String) throws {
    let examples = try Documents.blocks(of: document).filter { $0.language == "swift" }
    let compiled = try Documents.compiled.get()
    for example in examples.map(\.text) {
      #expect(compiled.contains { $0.contains(example) }, "not compiled anywhere:\n\(example)")
    }
  }

  /// So that none escapes the test above.
  @Test(arguments: try Documents.pages)
  func `every block of an article says what it is`(document: String) throws {
    for block in try Documents.blocks(of: document) {
      #expect(["swift", "console", "yaml", "text"].contains(block.language), "\(block.text)")
    }
  }

  @Test func `the README fits on a few screens`() throws {
    #expect(try Documents.text(of: "README.md").split(separator: "\n", omittingEmptySubsequences: false).count <= 121)
  }

  @Test func `the README leads to each article`() throws {
    let links = try Documents.links(of: "README.md")
    for article in try Documents.articles { #expect(links.contains(article), "\(article)") }
  }

  @Test(arguments: try ["README.md"] + Documents.articles)
  func `every link to a file leads somewhere`(document: String) throws {
    for link in try Documents.links(of: document) {
      #expect(throws: Never.self, "\(link)") { try Documents.text(of: link) }
    }
  }

  /// Where the code is hosted, links to symbols are no links.
  @Test(arguments: try Documents.articles)
  func `an article links in plain Markdown alone`(document: String) throws {
    let text = try Documents.text(of: document).replacing("```", with: "")
    #expect(!text.contains("<doc:") && !text.contains("(doc:") && !text.contains("``"))
  }
}
