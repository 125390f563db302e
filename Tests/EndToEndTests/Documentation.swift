import Foundation
import Testing

/// The documentation of the products, made by the plugin of Swift-DocC.
struct Documentation {
  static let modules = [
    "GlobalEnvironment", "GlobalEnvironmentMocks", "GlobalEnvironmentTesting", "GlobalEnvironmentCombine",
    "GlobalEnvironmentFlight", "GlobalEnvironmentRecordings", "GlobalEnvironmentRedaction", "GlobalEnvironmentStubs",
    "GlobalEnvironmentTime", "GlobalEnvironmentWire",
  ]

  /// Where the plugin puts what it makes.
  private let outputs: URL
  private let scratch: URL

  private init(in scratch: URL) {
    self.scratch = scratch
    outputs = scratch.appending(path: "plugins/Swift-DocC/outputs")
  }

  /// Makes it, unless the suite has done so already, and expects that there is no warning.
  ///
  /// - Throws: When the command cannot be started, or its output cannot be read.
  static func made() async throws -> Documentation {
    let documentation = Documentation(in: try TemporaryFolder.url.appending(component: "Documentation"))
    if (try? documentation.scratch.checkResourceIsReachable()) == true { return documentation }
    let targets = modules.flatMap { ["--target", $0] }
    try await SwiftCommand("package", ["generate-documentation", "--warnings-as-errors"] + targets)
      .expectSuccess(in: Repository.packages.appending(component: "Documentation"), scratch: documentation.scratch)
    return documentation
  }

  /// Returns the public symbols that the sources of `module` declare, also in extensions of other modules' types.
  ///
  /// - Throws: When a symbol graph cannot be read.
  func symbols(of module: String) throws -> [PublicSymbol] {
    // One folder of them is for this machine's kind, and only that has symbols.
    try files(in: scratch).map { $0.appending(path: "extracted-symbols/documentation/\(module)") }
      .flatMap { (try? files(in: $0)) ?? [] }
      .flatMap { try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: $0)).declared }
  }

  /// Returns the symbols on a page that no topic of it names, by their kind.
  ///
  /// - Throws: When the page cannot be read.
  func ungrouped(on page: [String]) throws -> [(group: String, symbols: [String])] {
    let path = "\(page[0]).doccarchive/data/documentation/\(page.joined(separator: "/").lowercased()).json"
    let data = try Data(contentsOf: outputs.appending(path: path))
    // Made by DocC for what is left. Extended modules have no other place; an initialiser is found where its type is.
    return try JSONDecoder().decode(Page.self, from: data).topicSections
      .filter { $0.generated == true && !["Extended Modules", "Initializers"].contains($0.title) }
      .map { ($0.title, $0.identifiers.compactMap { $0.split(separator: "/").last.map(String.init) }) }
  }

  private struct Page: Decodable {
    struct Section: Decodable {
      let title: String
      let identifiers: [String]
      let generated: Bool?
    }

    let topicSections: [Section]
  }

  private func files(in folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
  }
}
