import Foundation

/// The public symbols of a module, as the compiler lists them: the format is that of swift-docc-symbolkit.
struct SymbolGraph: Decodable {
  private let symbols: [PublicSymbol]
  private let relationships: [Relationship]

  /// One symbol's relation to another: a member, a conformance.
  private struct Relationship: Decodable {
    struct Origin: Decodable {}

    let source: String
    /// Where the compiler has taken the symbol from, as with the members that a protocol's extensions give to a type.
    let sourceOrigin: Origin?
  }

  /// Those that stand in the module's sources.
  var declared: [PublicSymbol] {
    let inherited = Set(relationships.filter { $0.sourceOrigin != nil }.map(\.source))
    return symbols.filter { $0.isDeclared && ($0.comment != nil || !inherited.contains($0.identifier.precise)) }
  }
}

/// Something public that a module declares.
struct PublicSymbol: Decodable, CustomStringConvertible {
  struct Identifier: Decodable { let precise: String }

  private struct Kind: Decodable { let identifier: String }
  private struct Fragment: Decodable { let spelling: String }
  private struct Location: Decodable {}
  private struct Comment: Decodable {
    struct Line: Decodable { let text: String }

    let lines: [Line]
  }

  let identifier: Identifier
  private let kind: Kind
  private let pathComponents: [String]
  private let declarationFragments: [Fragment]
  private let docComment: Comment?
  private let location: Location?

  /// The name with those of the types around it.
  var description: String { pathComponents.joined(separator: ".") }

  /// The doc comment; nil when there is none.
  var comment: String? {
    let text = docComment?.lines.map(\.text).joined(separator: "\n") ?? ""
    return text.isEmpty ? nil : text
  }

  var isFunction: Bool { ["func", "method", "init"].contains { kind.identifier.hasSuffix($0) } }

  /// Whether it stands in a source file: not what the compiler adds, nor the block of an extension.
  var isDeclared: Bool {
    location != nil && kind.identifier != "swift.extension" && !identifier.precise.contains("::SYNTHESIZED::")
  }

  /// Whether the declaration says `throws` outside of parentheses, and before what it returns: of itself, and not of a
  /// closure that it takes or makes.
  var throwsErrors: Bool {
    var depth = 0
    var outside = ""
    // Not of a name either, which stands in backticks.
    for character in declarationFragments.map(\.spelling).joined() {
      if character == ")" { depth -= 1 }
      if depth == 0 { outside.append(character) }
      if character == "(" { depth += 1 }
    }
    let itself = isFunction ? outside.components(separatedBy: "->")[0] : outside
    // A function whose error is that of its closure, typed or not, throws nothing of its own otherwise.
    return itself.split { !$0.isLetter && $0 != "`" }.contains("throws")
  }
}
