import Foundation
import Testing

struct FloorTests {

  @Test func `all that name the oldest versions name the same`() async throws {
    let floor = try await TemporaryFolder.with { try await Manifest.read(scratch: $0).floor }
    let readme = try text("README.md")
    let line = try #require(readme.split(separator: "\n").first { $0.contains("Swift 6.2 or later;") })
    let told = PlatformVersions(list: line)
    for platform in PlatformVersions.platforms {
      #expect(told[platform] == floor[platform], "The README names another version of \(platform).")
    }

    let platforms = try #require(try text("Package.swift").firstMatch(of: /platforms: \[.*\]/)).output
    let copying = [
      "Sources/GlobalEnvironment/GlobalEnvironment.docc/OwningThePattern.md",
      "Sources/Plugins/AddEnvironment/Plan.swift",
    ]
    let packages = ["Consumers/SmallApp", "Documentation"].map { "Tests/Packages/\($0)/Package.swift" }
    for file in packages + copying {
      #expect(try text(file).contains(platforms), "\(file) names other versions.")
    }
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
  }
}
