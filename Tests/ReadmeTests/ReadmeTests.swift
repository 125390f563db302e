import Foundation
import Testing

/// Every Swift example of the README stands, line for line, in a file that the tests compile.
struct ReadmeTests {

  @Test func `every example is compiled`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let examples = try swiftBlocks(in: String(contentsOf: root.appending(path: "README.md"), encoding: .utf8))
    #expect(examples.count >= 10)

    var compiled: [String] = []
    for folder in ["Tests/ReadmeTests", "Tests/Consumers/NextToSwiftUI/Sources"] {
      let files = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path())
      for file in files where file.hasSuffix(".swift") {
        compiled.append(
          flattened(try String(contentsOf: root.appending(path: folder).appending(path: file), encoding: .utf8)))
      }
    }
    for example in examples {
      #expect(compiled.contains { $0.contains(flattened(example)) }, "not compiled anywhere:\n\(example)")
    }
  }

  private func swiftBlocks(in markdown: String) -> [String] {
    markdown.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
  }

  /// The lines without indentation, which depends on where they stand.
  private func flattened(_ source: String) -> String {
    source.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
  }
}
