/// One rule in a file: `static Module.Type.member(label:)  use: Env.endpoint()`.
///
/// It is read byte by byte: an audit reads a thousand rules before it begins, and a pattern would take most of its time.
struct RuleLine {
  let symbol: SymbolPath
  let isFixable: Bool
  let replacement: String

  /// Reads a line without spaces around it; nil when it is not a rule.
  init?(_ line: Substring) {
    var rest = line.utf8[...]
    let isStatic = rest.starts(with: "static ".utf8) || rest.starts(with: "static\t".utf8)
    if isStatic { rest = rest.dropFirst("static".utf8.count).drop(while: \.isSpace) }

    let path = rest.prefix { $0.isPartOfName || $0 == UInt8(ascii: ".") }
    guard let dot = path.lastIndex(of: UInt8(ascii: ".")), dot > path.startIndex else { return nil }
    guard path.index(after: dot) < path.endIndex else { return nil }
    var end = path.endIndex
    if end < rest.endIndex, rest[end] == UInt8(ascii: "(") {
      let labels = rest[end...].dropFirst().prefix { $0.isPartOfName || $0 == UInt8(ascii: ":") }
      guard labels.endIndex < rest.endIndex, rest[labels.endIndex] == UInt8(ascii: ")") else { return nil }
      end = rest.index(after: labels.endIndex)
    }
    symbol = SymbolPath(
      owner: String(Substring(path[..<dot])), member: String(Substring(rest[path.index(after: dot)..<end])),
      isStatic: isStatic)

    rest = rest[end...]
    guard rest.first?.isSpace == true else { return nil }
    rest = rest.drop(while: \.isSpace)
    isFixable = rest.starts(with: "fix:".utf8)
    guard isFixable || rest.starts(with: "use:".utf8) else { return nil }
    replacement = String(Substring(rest.dropFirst("use:".utf8.count).drop(while: \.isSpace)))
    guard !replacement.isEmpty else { return nil }
  }
}
