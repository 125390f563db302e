import GlobalEnvironmentWire

/// A path as a stub writes it: `/posts`, or a template, `/users/:id`.
struct PathPattern: Sendable {

  /// Which part of a path the pattern describes.
  enum Extent: Sendable {
    case whole, beginning, end
  }

  private enum Component: Sendable, Equatable {
    case literal(Substring)
    /// Any one component that is not empty, under a name.
    case parameter(String)
  }

  /// The pattern in words: the path alone where a whole URL or a query was written, as other conditions name those.
  private let text: String
  private let extent: Extent
  private let components: [Component]
  /// The path that matches, if the pattern is one plain path.
  let literal: String?

  init(_ text: String, _ extent: Extent = .whole) {
    let target = RequestTarget(text)
    let path = target.path
    // The end of a component has no slash in front, which each whole path has.
    self.text = extent == .end && target.scheme == nil ? String(text.prefix { !"?#".contains($0) }) : path
    self.extent = extent
    // A colon that is written `%3A` is one of the path.
    var components = zip(Self.split(path), Self.split(String(target.writtenPath))).map { part, written in
      written.utf8.first == UInt8(ascii: ":") && part.utf8.count > 1
        ? Component.parameter(String(part.dropFirst())) : .literal(part)
    }
    // `/api/` begins what `/api` begins.
    if extent == .beginning, components.last == .literal("") { components.removeLast() }
    self.components = components
    let isLiteral = components.allSatisfy { if case .literal = $0 { true } else { false } }
    literal = extent == .whole && isLiteral ? path : nil
  }

  /// The components with which each path that matches begins, as far as they are known; nil where none is.
  var literalBeginning: Substring? {
    if extent == .end { return nil }
    var known: [Substring] = []
    for case .literal(let component) in components.prefix(while: { if case .literal = $0 { true } else { false } }) {
      known.append(component)
    }
    return known.isEmpty ? nil : known.joined(separator: "/")[...]
  }

  func matches(_ path: String) -> Bool { parameters(of: path) != nil }

  /// Returns the values of the named components in `path`; nil when it does not match.
  func parameters(of path: String) -> [String: String]? {
    if let literal { return path == literal ? [:] : nil }
    let parts = Self.split(path)
    return switch extent {
    case .whole: parts.count == components.count ? parameters(of: parts[...]) : nil
    case .beginning: parts.count >= components.count ? parameters(of: parts.prefix(components.count)) : nil
    case .end: parts.count >= components.count ? parameters(of: parts.suffix(components.count)) : nil
    }
  }

  private func parameters(of parts: ArraySlice<Substring>) -> [String: String]? {
    var parameters: [String: String] = [:]
    for (index, (part, component)) in zip(parts, components).enumerated() {
      switch component {
      case .literal(let literal):
        // `.json` ends what `/posts.json` ends; `/comments` ends only whole components.
        let isPartial = extent == .end && index == 0 && !text.hasPrefix("/")
        guard isPartial ? part.hasSuffix(literal) : part == literal else { return nil }
      case .parameter(let name):
        guard !part.isEmpty else { return nil }
        parameters[name] = Self.decoded(part)
      }
    }
    return parameters
  }

  /// Decodes what stays escaped in a path: `%2F`, and so `%252F`.
  private static func decoded(_ part: Substring) -> String {
    guard part.contains("%") else { return String(part) }
    return String(part).replacing(#/%(?:2F|3F|25(?=2[Ff]|3[Ff]))/#) { $0.output.percentDecoded() }
  }

  /// The components of a path that begins with a slash.
  private static func split(_ path: String) -> [Substring] {
    path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Substring.init)
  }

  /// Passes the first component of `path`, the first two, and so on, in the form of ``literalBeginning``.
  static func forEachBeginning(of path: String, atMost count: Int, _ body: (Substring) -> Void) {
    let path = path.utf8.dropFirst()
    var (rest, left) = (path, count)
    while left > 0 {
      left -= 1
      guard let end = rest.firstIndex(of: UInt8(ascii: "/")) else { return body(Substring(path)) }
      body(Substring(path[..<end]))
      rest = rest[end...].dropFirst()
    }
  }
}

extension PathPattern: CustomStringConvertible {
  var description: String {
    switch extent {
    case .whole: "path \(text)"
    case .beginning: "path that begins with \(text)"
    case .end: "path that ends with \(text)"
    }
  }

  /// How many characters `path` and the pattern begin with; `Int.max` where it matches.
  func likeness(to path: String) -> Int {
    matches(path) ? .max : zip(path, text).prefix { $0 == $1 }.count
  }

  /// Why `path` does not match, in words.
  func mismatch(of path: String) -> String {
    switch extent {
    case .whole: "path is \(path.shortened), not \(text)"
    case .beginning: "path is \(path.shortened), which does not begin with \(text)"
    case .end: "path is \(path.shortened), which does not end with \(text)"
    }
  }
}
