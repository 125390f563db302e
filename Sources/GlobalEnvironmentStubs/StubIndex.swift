import GlobalEnvironmentWire

/// The stubs of a mock, to be found by path.
struct StubIndex: Sendable {
  private struct Key: Hashable {
    enum Path: Hashable {
      case any, whole(String)
      /// The first components of a path.
      case beginning(Substring)
    }

    /// In lowercase; nil for any.
    var host: String?
    var path = Path.any

    /// The path, if it is that of any host.
    var onlyPath: String? {
      if host == nil, case .whole(let path) = path { path } else { nil }
    }

    /// How few requests have it.
    var narrowness: Int {
      switch path {
      case .any: 0
      case .beginning(let components): 1 + components.utf8.count { $0 == UInt8(ascii: "/") }
      case .whole: .max
      }
    }
  }

  /// Those for one path, on any host: most are. In each list the newest comes last.
  private var byPath: [String: [Stub]] = [:]
  private var byKey: [Key: [Stub]] = [:]
  /// The stubs that any request may match.
  private var others: [Stub] = []
  /// Whether there has been a stub under a host.
  private var hasHosts = false
  /// The most components of a path under which there has been a stub.
  private var mostComponents = 0
  /// Those that answer no more requests, by their serial number; no request looks at them.
  private var usedUp: [Int: Stub] = [:]
  /// How often it has changed.
  private(set) var changes = 0

  /// All stubs, the oldest first.
  var all: [Stub] {
    if changes == 0 { return [] }
    var seen: Set<Int> = []
    let stubs = Array(byPath.values.joined()) + byKey.values.joined() + others + usedUp.values
    return stubs.filter { seen.insert($0.serial).inserted }.sorted { $0.serial < $1.serial }
  }

  mutating func add(_ stub: Stub) {
    changes += 1
    guard let keys = Self.keys(of: stub.matcher.rule) else { return others.add(stub) }
    for key in keys {
      if let path = key.onlyPath {
        byPath[path, default: []].add(stub)
        continue
      }
      byKey[key, default: []].add(stub)
      if key.host != nil { hasHosts = true }
      if case .beginning = key.path { mostComponents = max(mostComponents, key.narrowness) }
    }
  }

  mutating func remove(_ stub: Stub) {
    changes += 1
    if usedUp.removeValue(forKey: stub.serial) == nil { _ = removeFromLists(stub) }
  }

  mutating func removeAll() {
    self = StubIndex(changes: changes + 1)
  }

  /// Puts a stub where no request looks, if it answers no more requests.
  mutating func retireIfUsedUp(_ stub: Stub) {
    changes += 1
    if stub.isUsedUp, removeFromLists(stub) { usedUp[stub.serial] = stub }
  }

  /// Puts a stub back that may answer more requests than it has.
  mutating func restore(_ stub: Stub) {
    changes += 1
    if usedUp.removeValue(forKey: stub.serial) != nil { add(stub) }
  }

  /// - Returns: Whether it was there.
  private mutating func removeFromLists(_ stub: Stub) -> Bool {
    guard let keys = Self.keys(of: stub.matcher.rule) else { return others.remove(stub) }
    var wasThere = false
    for key in keys {
      if let path = key.onlyPath {
        if byPath[path]?.remove(stub) == true { wasThere = true }
        if byPath[path]?.isEmpty == true { byPath[path] = nil }
      } else {
        if byKey[key]?.remove(stub) == true { wasThere = true }
        if byKey[key]?.isEmpty == true { byKey[key] = nil }
      }
    }
    return wasThere
  }

  /// Returns all stubs that may match a request to `target`, and some that do not.
  func candidates(for target: RequestTarget) -> Candidates {
    let path = target.path
    var candidates = Candidates(exact: byPath[path, default: []][...], others: others[...])
    let host = hasHosts ? target.host?.lowercased() : nil
    if let host {
      candidates.add(byKey[Key(host: host)])
      candidates.add(byKey[Key(host: host, path: .whole(path))])
    }
    if mostComponents > 0 {
      PathPattern.forEachBeginning(of: path, atMost: mostComponents) { beginning in
        candidates.add(byKey[Key(path: .beginning(beginning))])
        if let host { candidates.add(byKey[Key(host: host, path: .beginning(beginning))]) }
      }
    }
    return candidates
  }

  /// Stubs, the newest first.
  struct Candidates: Sequence, IteratorProtocol {
    private var exact: ArraySlice<Stub>
    private var others: ArraySlice<Stub>
    /// The first list of other keys; of most requests there is none, and of some just one.
    private var near: ArraySlice<Stub> = []
    private var more: [ArraySlice<Stub>] = []
    /// The number of the one that came last: it may be in several lists, as it may have several of the keys.
    private var last = -1

    /// No stubs, and no list of the index that would be copied when that changes.
    static var none: Candidates { Candidates(exact: [], others: []) }

    fileprivate init(exact: ArraySlice<Stub>, others: ArraySlice<Stub>) {
      (self.exact, self.others) = (exact, others)
    }

    fileprivate mutating func add(_ stubs: [Stub]?) {
      guard let stubs else { return }
      if near.isEmpty { near = stubs[...] } else { more.append(stubs[...]) }
    }

    mutating func next() -> Stub? {
      while let stub = takeNewest() {
        if stub.serial == last { continue }
        last = stub.serial
        return stub
      }
      return nil
    }

    private mutating func takeNewest() -> Stub? {
      var newest = Swift.max(exact.last?.serial ?? -1, near.last?.serial ?? -1, others.last?.serial ?? -1)
      for list in more { newest = Swift.max(newest, list.last?.serial ?? -1) }
      if exact.last?.serial == newest { return Self.takeLast(of: &exact) }
      if near.last?.serial == newest { return Self.takeLast(of: &near) }
      for index in more.indices where more[index].last?.serial == newest { return Self.takeLast(of: &more[index]) }
      return Self.takeLast(of: &others)
    }

    private static func takeLast(of list: inout ArraySlice<Stub>) -> Stub? {
      // Not `popLast()`, which would copy the list: it is shared with the index.
      defer { list = list.dropLast() }
      return list.last
    }
  }

  /// The keys of a stub with this rule; nil when neither the path nor the host decides.
  private static func keys(of rule: RequestMatcher.Rule) -> [Key]? {
    switch rule {
    case .path(let pattern):
      if let literal = pattern.literal { return [Key(path: .whole(literal))] }
      return pattern.literalBeginning.map { [Key(path: .beginning($0))] }
    case .condition(let condition):
      return condition.host.map { [Key(host: $0)] }
    case .not:
      return nil
    case .all(let rules):
      let lists = rules.compactMap(keys)
      func narrowness(of keys: [Key]) -> Int { keys.map(\.narrowness).min() ?? 0 }
      guard var narrowest = lists.max(by: { narrowness(of: $0) < narrowness(of: $1) }) else { return nil }
      if let host = lists.lazy.compactMap({ $0.count == 1 ? $0[0].host : nil }).first {
        for index in narrowest.indices where narrowest[index].host == nil { narrowest[index].host = host }
      }
      return narrowest
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
