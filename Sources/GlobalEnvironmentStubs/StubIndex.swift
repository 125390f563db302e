/// The stubs of a mock, to be found by path.
struct StubIndex: Sendable {
  private enum Key: Hashable {
    case path(String)
    case firstComponent(String)
  }

  /// In each list the newest comes last.
  private var byKey: [Key: [Stub]] = [:]
  /// The stubs that any path may match.
  private var others: [Stub] = []
  /// Whether there is a stub under a first component.
  private var hasFirstComponents = false

  /// All stubs, the oldest first.
  var all: [Stub] {
    var seen: Set<Int> = []
    return (byKey.values.joined() + others).filter { seen.insert($0.serial).inserted }.sorted { $0.serial < $1.serial }
  }

  /// Adds a stub that is newer than all others.
  mutating func add(_ stub: Stub) {
    guard let keys = Self.keys(of: stub.matcher.rule) else { return others.append(stub) }
    for key in keys {
      byKey[key, default: []].append(stub)
      if case .firstComponent = key { hasFirstComponents = true }
    }
  }

  mutating func remove(_ stub: Stub) {
    guard let keys = Self.keys(of: stub.matcher.rule) else { return others.remove(stub) }
    for key in keys {
      byKey[key]?.remove(stub)
      if byKey[key]?.isEmpty == true { byKey[key] = nil }
    }
  }

  /// Returns all stubs that may match a request for `path`, and some that do not.
  func candidates(for path: String) -> Candidates {
    let near = hasFirstComponents ? byKey[.firstComponent(PathPattern.firstComponent(of: path))] : nil
    return Candidates(exact: byKey[.path(path), default: []][...], near: near?[...] ?? [], others: others[...])
  }

  /// Stubs, the newest first.
  struct Candidates: Sequence, IteratorProtocol {
    fileprivate var exact: ArraySlice<Stub>
    fileprivate var near: ArraySlice<Stub>
    fileprivate var others: ArraySlice<Stub>

    mutating func next() -> Stub? {
      let newest = Swift.max(exact.last?.serial ?? -1, near.last?.serial ?? -1, others.last?.serial ?? -1)
      if exact.last?.serial == newest { return Self.takeLast(of: &exact) }
      if near.last?.serial == newest { return Self.takeLast(of: &near) }
      return Self.takeLast(of: &others)
    }

    private static func takeLast(of list: inout ArraySlice<Stub>) -> Stub? {
      // Not `popLast()`, which would copy the list: it is shared with the index.
      defer { list = list.dropLast() }
      return list.last
    }
  }

  /// The keys of a stub with this rule; nil when the path does not decide.
  private static func keys(of rule: RequestMatcher.Rule) -> [Key]? {
    switch rule {
    case .path(let pattern):
      return pattern.literal.map { [.path($0)] } ?? pattern.firstComponent.map { [.firstComponent($0)] }
    case .condition, .not:
      return nil
    case .all(let rules):
      return rules.lazy.compactMap(keys).first
    case .any(let rules):
      let keys = rules.compactMap(keys)
      return keys.count == rules.count ? Array(Set(keys.joined())) : nil
    }
  }
}

extension [Stub] {
  /// Removes a stub from a list in the order of serial numbers, if it is there.
  fileprivate mutating func remove(_ stub: Stub) {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].serial < stub.serial { low = middle + 1 } else { high = middle }
    }
    if low < count, self[low] === stub { remove(at: low) }
  }
}
