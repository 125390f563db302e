extension FunctionFields {

  /// Whether two values have one type, and the same bits or the same members.
  ///
  /// Two copies of one value may have different bits between the members of a struct, and in the unused part of an
  /// existential. The `==` of a user's type does not decide, as it may leave something out.
  ///
  /// - Parameters:
  ///   - isSame: Decides whether two functions are the same.
  ///   - depth: In how many values they are. Beyond a hundred they count as different, as a long list of `indirect` cases
  ///     would overflow the stack.
  nonisolated static func areSame(_ one: Any, _ other: Any, by isSame: Comparison, depth: Int = 0) -> Bool {
    guard depth <= 100 else { return false }
    // The type of the value itself, not that of an existential that holds it.
    let type = type(of: one)
    guard type == Swift.type(of: other) else { return false }
    func open<Value>(_: Value.Type) -> Bool {
      guard let one = one as? Value, let other = other as? Value else { return false }
      return haveSameBits(one, other, by: isSame) ?? haveSameMembers(one, other, by: isSame, depth)
    }
    return _openExistential(type, do: open)
  }

  /// - Returns: Nil where the bits of two values do not decide whether they are the same.
  private nonisolated static func haveSameBits<Value>(_ one: Value, _ other: Value, by isSame: Comparison) -> Bool? {
    var (one, other) = (one, other)
    return withUnsafeBytes(of: &one) { one in
      withUnsafeBytes(of: &other) { other in
        if one.elementsEqual(other) { return true }
        if Value.self is AnyClass { return false }
        guard areAll(in: Value.self), let one = one.baseAddress, let other = other.baseAddress else { return nil }
        return stride(from: 0, to: MemoryLayout<Value>.size, by: width).allSatisfy {
          Self.isSame(at: $0, one, other, by: isSame)
        }
      }
    }
  }

  private nonisolated static func haveSameMembers<Value>(
    _ one: Value, _ other: Value, by isSame: Comparison, _ depth: Int
  ) -> Bool {
    let (isOfSystem, mirror) = (isOfSystem(Value.self), Mirror(reflecting: one))
    if isOfSystem, mirror.displayStyle != .optional, mirror.displayStyle != .collection,
      let type = Value.self as? any Equatable.Type
    {
      return type.areEqual(one, other)
    }
    // A mirror that a user's type makes need not show all.
    if !isOfSystem, one is any CustomReflectable { return false }
    let (mine, theirs) = (mirror.children, Mirror(reflecting: other).children)
    return !mine.isEmpty && mine.count == theirs.count
      && zip(mine, theirs).allSatisfy { mine, theirs in
        mine.label == theirs.label && areSame(mine.value, theirs.value, by: isSame, depth: depth + 1)
      }
  }
}
