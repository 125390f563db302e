/// The part of a module's symbol graph that tells since when its symbols are there.
struct SymbolGraph: Decodable {
  var symbols: [Symbol]
  var relationships: [Relationship]

  struct Symbol: Decodable {
    var identifier: Identifier
    var pathComponents: [String]
    var declarationFragments: [Fragment]?
    var swiftExtension: Extension?
    var availability: [Availability]?

    /// Since when it is there; empty for what always was.
    var introduced: PlatformVersions {
      var introduced = PlatformVersions()
      for platform in availability ?? [] {
        guard let domain = platform.domain, let version = platform.introduced else { continue }
        introduced[domain] = .init("\(version.major).\(version.minor ?? 0)")
      }
      return introduced
    }

    /// Its name with those of the types around it; the last of those is its parent.
    var path: String { pathComponents.joined(separator: ".") }
    var parent: String { pathComponents.dropLast().joined(separator: ".") }
    var declaration: String { (declarationFragments ?? []).map(\.spelling).joined() }
  }

  struct Identifier: Decodable {
    var precise: String
  }

  struct Fragment: Decodable {
    var spelling: String
  }

  struct Extension: Decodable {
    var constraints: [Constraint]?
  }

  struct Constraint: Decodable {}

  struct Availability: Decodable {
    var domain: String?
    var introduced: Version?
  }

  struct Version: Decodable {
    var major: Int
    var minor: Int?
  }

  struct Relationship: Decodable {
    var kind: String
    var source: String
    var target: String
  }
}
