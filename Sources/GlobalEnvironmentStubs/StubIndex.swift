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
  /// Those that answer no more requests, by their serial number; no request looks at them.
  private var usedUp: [Int: Stub] = [:]

  /// All stubs, the oldest first.
  var all: [Stub] {
    var seen: Set<Int> = []
    let stubs = byKey.values.joined() + others + usedUp.values
    return stubs.filter { seen.insert($0.serial).inserted }.sorted { $0.serial < $1.serial }
  }

  mutating func add(_ stub: Stub) {
    guard let keys = Self.keys(of: stub.matcher.rule) else { return others.add(stub) }
    for key in keys {
      byKey[key, default: []].add(stub)
      if case .firstComponent = key { hasFirstComponents = true }
    }
  }

  mutating func remove(_ stub: Stub) {
    if usedUp.removeValue(forKey: stub.serial) == nil { _ = removeFromLists(stub) }
  }

  /// Puts a stub where no request looks, if it answers no more requests.
  mutating func retireIfUsedUp(_ stub: Stub) {
    if stub.isUsedUp, removeFromLists(stub) { usedUp[stub.serial] = stub }
  }

  /// Puts a stub back that may answer more requests than it has.
  mutating func restore(_ stub: Stub) {
    if usedUp.removeValue(forKey: stub.serial) != nil { add(stub) }
  }

  /// - Returns: Whether it was there.
  private mutating func removeFromLists(_ stub: Stub) -> Bool {
    guard let keys = Self.keys(of: stub.matcher.rule) else { return others.remove(stub) }
    var wasThere = false
    for key in keys {
      if byKey[key]?.remove(stub) == true { wasThere = true }
      if byKey[key]?.isEmpty == true { byKey[key] = nil }
    }
    return wasThere
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

/// A list in the order of serial numbers.
extension [Stub] {
  fileprivate mutating func add(_ stub: Stub) {
    insert(stub, at: place(of: stub))
  }

  /// - Returns: Whether it was there.
  fileprivate mutating func remove(_ stub: Stub) -> Bool {
    let place = place(of: stub)
    guard place < count, self[place] === stub else { return false }
    remove(at: place)
    return true
  }

  private func place(of stub: Stub) -> Int {
    // Most are the newest.
    if last.map({ $0.serial < stub.serial }) ?? true { return count }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].serial < stub.serial { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
