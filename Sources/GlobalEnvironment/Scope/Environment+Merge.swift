extension Environment {

  /// Takes from `current` every endpoint that this copy has not changed since `base`.
  mutating func takeUnchanged(since base: UnsafePointer<Environment>, from current: UnsafePointer<Environment>) {
    own.takeUnchanged(since: base.pointee.own, from: current.pointee.own)
    for (index, endpoint) in Self.stored.enumerated() where isSame(at: index, as: base) {
      // `base` holds what this replaces, so nothing is released here, where the caller holds a lock.
      if !isSame(at: index, as: current) { endpoint.take(&self, current) }
    }
  }

  /// Takes every endpoint of `source`. Counts references to those that differ only, as few do.
  mutating func assign(_ source: UnsafePointer<Environment>) {
    own = source.pointee.own
    withUnsafeMutablePointer(to: &self) { target in
      // As plain words, which is fast in a debug build, too. They are looked at, and never written.
      let old = UnsafeRawPointer(target).assumingMemoryBound(to: UInt.self)
      let new = UnsafeRawPointer(source).assumingMemoryBound(to: UInt.self)
      let count = Self.stored.count
      var index = 0
      while index < count {
        if new[2 * index] != old[2 * index] || new[2 * index + 1] != old[2 * index + 1] {
          Self.stored[index].take(&target.pointee, source)
        }
        index += 1
      }
    }
  }

  /// Whether both have the same function as the endpoint of that number.
  private mutating func isSame(at index: Int, as other: UnsafePointer<Environment>) -> Bool {
    withUnsafePointer(to: &self) { FunctionFields.isSame(at: index * FunctionFields.width, $0, other) }
  }

  /// Returns the names of the stored endpoints that differ from those of `base`, and ``changeNameOfOwn`` if own ones do.
  ///
  /// - Parameter isSame: Decides whether two functions are the same: those with the same bits, unless given.
  package func endpoints(changedSince base: Environment, by isSame: FunctionFields.Comparison = { $0 == $1 })
    -> [String]
  {
    var changed = withUnsafePointer(to: self) { mine in
      withUnsafePointer(to: base) { base in
        Self.stored.enumerated().filter { index, _ in
          !FunctionFields.isSame(at: index * FunctionFields.width, mine, base) {
            $0 == $1 || isSame(Self.liveTwins[$0] ?? $0, Self.liveTwins[$1] ?? $1)
          }
        }
      }
    }.map(\.element.name)
    if own.isChanged(since: base.own, by: isSame) { changed.append(Self.changeNameOfOwn) }
    return changed
  }

  /// The endpoints of `Environment()` that tell tests, and those of `Environment.live` that do the same: in comparisons, both
  /// are one.
  private static let liveTwins: [FunctionFields.Function: FunctionFields.Function] = {
    let (noted, live) = (Environment(), Environment.live)
    // A compiler may make one function of two that do the same.
    return Dictionary(zip(noted.functions, live.functions).filter { $0 != $1 }) { first, _ in first }
  }()

  /// The stored endpoints, in the order in which they lie in memory.
  var functions: [FunctionFields.Function] {
    withUnsafeBytes(of: self) { bytes in
      Self.stored.indices.map {
        bytes.load(fromByteOffset: $0 * FunctionFields.width, as: FunctionFields.Function.self)
      }
    }
  }

  /// Returns the name of the function within an endpoint of ``EnvironmentEndpoints`` that differs from that in `base`:
  /// `inner.track`; an empty one for an endpoint that is a function itself, nil where it is not known.
  package func nameOfOwnFunction(changedSince base: Environment) -> String? { own.nameOfDifference(from: base.own) }

  /// What ``endpoints(changedSince:)`` calls those that are declared in an extension of ``EnvironmentEndpoints``.
  package static var changeNameOfOwn: String { "endpoints of your own" }
}
