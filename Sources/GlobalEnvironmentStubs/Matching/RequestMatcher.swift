/// Which requests a stub answers.
///
/// ```swift
/// .get("/posts")
/// .post("/users/:id").json(["name": "B"]).header("X-Version", "2")
/// .host("api.example.com") && !.any.query("page") || .path(prefix: "/health")
/// ```
///
/// A matcher begins with a method, a path, a host, a condition of your own, or ``any``; chained conditions must all hold.
/// Each part can say why it does not match a request, for the issue that a request without a stub records.
public struct RequestMatcher: Sendable {

  indirect enum Rule: Sendable {
    case path(PathPattern)
    case condition(Condition)
    case all([Rule])
    case any([Rule])
    case not(Rule)
  }

  /// One thing that a request must have.
  struct Condition: Sendable {
    /// In words: `header X-Version: 2`.
    let description: String
    let holds: @Sendable (SentRequest) -> Bool
    /// Why a request does not fulfil it.
    let mismatch: @Sendable (SentRequest) -> String
    /// Whether it asks code of the test, which may wait for anything.
    let asksTest: Bool
    /// The only host of the requests that fulfil it, in lowercase; nil where it does not ask for one.
    let host: String?
  }

  let rule: Rule

  init(_ rule: Rule) {
    self.rule = rule
  }

  /// Every request.
  public static var any: RequestMatcher { RequestMatcher(.all([])) }

  /// Requests that both match.
  public static func && (left: RequestMatcher, right: RequestMatcher) -> RequestMatcher {
    RequestMatcher(.all(left.rule.conjuncts + right.rule.conjuncts))
  }

  /// Requests that at least one of the two matches.
  public static func || (left: RequestMatcher, right: RequestMatcher) -> RequestMatcher {
    RequestMatcher(.any(left.rule.alternatives + right.rule.alternatives))
  }

  /// Requests that `matcher` does not match.
  public static prefix func ! (matcher: RequestMatcher) -> RequestMatcher {
    RequestMatcher(.not(matcher.rule))
  }

  func and(
    _ description: String,
    asksTest: Bool = false,
    onlyHost: String? = nil,
    _ holds: @escaping @Sendable (SentRequest) -> Bool,
    mismatch: @escaping @Sendable (SentRequest) -> String
  ) -> RequestMatcher {
    let condition = Condition(
      description: description, holds: holds, mismatch: mismatch, asksTest: asksTest, host: onlyHost)
    return self && RequestMatcher(.condition(condition))
  }
}

extension RequestMatcher: CustomStringConvertible {
  /// The conditions in words: `GET, path /posts`.
  public var description: String { rule.description }
}

extension RequestMatcher.Rule {
  fileprivate var conjuncts: [Self] { if case .all(let rules) = self { rules } else { [self] } }

  fileprivate var alternatives: [Self] { if case .any(let rules) = self { rules } else { [self] } }

  func matches(_ request: SentRequest) -> Bool {
    switch self {
    case .path(let pattern): pattern.matches(request.path)
    case .condition(let condition): condition.holds(request)
    case .all(let rules): rules.allSatisfy { $0.matches(request) }
    case .any(let rules): rules.contains { $0.matches(request) }
    case .not(let rule): !rule.matches(request)
    }
  }

  /// The components that matching path templates find in the path of `request`.
  func parameters(of request: SentRequest) -> [String: String] {
    switch self {
    case .path(let pattern): pattern.parameters(of: request.path) ?? [:]
    case .condition, .not: [:]
    case .all(let rules), .any(let rules):
      rules.reduce(into: [:]) { $0.merge($1.parameters(of: request)) { first, _ in first } }
    }
  }

  /// The parts that do not match, each in words.
  func mismatches(of request: SentRequest) -> [String] {
    if matches(request) { return [] }
    return switch self {
    case .path(let pattern): [pattern.mismatch(of: request.path)]
    case .condition(let condition): [condition.mismatch(request)]
    case .all(let rules): rules.flatMap { $0.mismatches(of: request) }
    case .any(let rules):
      [rules.map { $0.mismatches(of: request).joined(separator: " and ") }.joined(separator: ", nor: ")]
    case .not(let rule): ["it matches \(rule), which it must not"]
    }
  }

  /// How much of `path` the paths have that it names: `Int.max` where one matches, 0 where it names none.
  func likeness(to path: String) -> Int {
    switch self {
    case .path(let pattern): pattern.likeness(to: path)
    case .condition, .not: 0
    case .all(let rules), .any(let rules): rules.map { $0.likeness(to: path) }.max() ?? 0
    }
  }

  /// Whether code of the test is among the parts.
  var asksTest: Bool {
    switch self {
    case .path: false
    case .condition(let condition): condition.asksTest
    case .not(let rule): rule.asksTest
    case .all(let rules), .any(let rules): rules.contains { $0.asksTest }
    }
  }
}

extension RequestMatcher.Rule: CustomStringConvertible {
  var description: String {
    switch self {
    case .path(let pattern): "\(pattern)"
    case .condition(let condition): condition.description
    case .all(let rules): rules.isEmpty ? "any request" : rules.map(\.description).joined(separator: ", ")
    case .any(let rules): "(\(rules.map(\.description).joined(separator: " or ")))"
    case .not(let rule): "not (\(rule))"
    }
  }
}
