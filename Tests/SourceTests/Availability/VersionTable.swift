import Foundation

/// Since which versions of Apple's platforms symbols are there, as the toolchain's own modules tell on Linux, too.
///
/// Of some symbols there are two: a newer one that is better, and the one that was there before, of the same declaration, in the
/// same type or in a protocol of its. Where the newer one is too new, a compiler for Apple's platforms takes the older: so a symbol
/// counts as there since its oldest twin is. On Linux, where all versions are there, it takes the newer, which so stands in the
/// index. These are, by now, `&*` of `FixedWidthInteger` and `String.data(using:allowLossyConversion:)`.
struct VersionTable {
  private(set) var versions: [String: PlatformVersions] = [:]

  /// The modules that tell. Foundation's part that was not rewritten in Swift, FoundationNetworking, Dispatch and XCTest tell
  /// nothing or little.
  static let modules = [
    "Swift", "_Concurrency", "Synchronization", "_StringProcessing", "RegexBuilder", "Observation", "Foundation",
    "FoundationEssentials", "FoundationInternationalization", "Testing",
  ]

  /// Asks the toolchain.
  ///
  /// - Throws: ``CannotCheck`` when a part of it is missing, or tells nothing any more.
  init(in folder: URL) async throws {
    guard let target = try await Toolchain.run("swiftc", ["-print-target-info"]).firstMatch(of: /"triple": "([^"]+)"/)
    else { throw CannotCheck("swiftc -print-target-info names no triple.") }
    for module in Self.modules {
      try await Toolchain.run(
        "swift",
        [
          "symbolgraph-extract", "-module-name", module, "-target", String(target.output.1),
          "-skip-synthesized-members",
        ]
          + ["-minimum-access-level", "public", "-output-dir", folder.path(percentEncoded: false)])
    }
    let graphs = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    add(
      try graphs.filter { $0.lastPathComponent.hasSuffix(".symbols.json") }.map {
        try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: $0))
      })
    // Two that are known, from the two repositories that these modules come from.
    for (symbol, name) in [("s:15Synchronization6AtomicV", "Atomic"), ("s:s6Int128V", "Int128")]
    where versions[symbol] == nil {
      throw CannotCheck("The symbol graphs of this toolchain do not tell since when there is \(name).")
    }
  }

  /// Notes since when a symbol is there.
  mutating func add(_ introduced: PlatformVersions, of symbol: String) {
    versions[symbol] = introduced
  }

  private mutating func add(_ graphs: [SymbolGraph]) {
    let symbols = graphs.flatMap(\.symbols)
    let paths = Dictionary(symbols.map { ($0.identifier.precise, $0.path) }) { first, _ in first }
    var protocols: [String: Set<String>] = [:]
    for relationship in graphs.flatMap(\.relationships) where relationship.kind == "conformsTo" {
      guard let type = paths[relationship.source], let target = paths[relationship.target] else { continue }
      protocols[type, default: []].insert(target)
    }
    let twins = Dictionary(
      grouping: symbols.filter { $0.swiftExtension?.constraints?.isEmpty ?? true }, by: \.declaration)
    for symbol in symbols where !symbol.introduced.isEmpty {
      let parents = (protocols[symbol.parent] ?? []).union([symbol.parent])
      let older = (symbol.declaration.isEmpty ? [] : twins[symbol.declaration] ?? []).filter {
        $0.pathComponents.last == symbol.pathComponents.last && parents.contains($0.parent)
      }
      let oldest = older.map(\.introduced).min { $0.isOlder(than: $1) } ?? symbol.introduced
      versions[symbol.identifier.precise] = oldest.isEmpty ? nil : oldest
    }
  }
}
