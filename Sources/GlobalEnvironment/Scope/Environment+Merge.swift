extension Environment {

  /// Takes from `current` every endpoint that this copy has not changed since `base`.
  mutating func takeUnchanged(since base: UnsafePointer<Environment>, from current: UnsafePointer<Environment>) {
    own.takeUnchanged(since: base.pointee.own, from: current.pointee.own)
    FunctionFields.takeUnchanged(of: &self, since: base, from: current.pointee, size: Self.sizeOfFunctions)
  }

  /// How many bytes, from the beginning, hold functions: all stored properties do, except the last, which is `own`.
  static var sizeOfFunctions: Int { MemoryLayout<Environment>.size - MemoryLayout<OwnEndpoints>.size }

  /// Returns the names of the stored endpoints that differ from those of `base`, and ``changeNameOfOwn`` if own ones do.
  ///
  /// - Parameter isSame: Decides whether two functions are the same: those with the same bits, unless given.
  package func endpoints(changedSince base: Environment, by isSame: FunctionFields.Comparison = { $0 == $1 })
    -> [String]
  {
    var changed = withUnsafePointer(to: self) { mine in
      withUnsafePointer(to: base) { base in
        Self.storedNames.enumerated().filter { index, _ in
          !FunctionFields.isSame(at: index * FunctionFields.width, mine, base, by: isSame)
        }
      }
    }.map(\.element)
    if own.isChanged(since: base.own, by: isSame) { changed.append(Self.changeNameOfOwn) }
    return changed
  }

  /// The names of the stored endpoints, in the order in which they lie in memory.
  static let storedNames = Mirror(reflecting: Environment()).children.dropLast().map { $0.label ?? "" }

  /// Returns the name of the function within an endpoint of ``EnvironmentEndpoints`` that differs from that in `base`:
  /// `inner.track`; an empty one for an endpoint that is a function itself, nil where it is not known.
  package func nameOfOwnFunction(changedSince base: Environment) -> String? { own.nameOfDifference(from: base.own) }

  /// What ``endpoints(changedSince:)`` calls those that are declared in an extension of ``EnvironmentEndpoints``.
  package static var changeNameOfOwn: String { "endpoints of your own" }
}
