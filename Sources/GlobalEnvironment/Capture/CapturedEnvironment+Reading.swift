/// How the subscripts of a captured environment read and call.
nonisolated extension CapturedEnvironment {

  @inlinable @inline(__always)
  func question<Answer>(_ path: KeyPath<Environment, @Sendable () -> Answer>) -> @Sendable () -> Answer {
    answering(captured.snapshot.pointee[keyPath: path])
  }

  @inlinable @inline(__always)
  func answering<Answer>(_ function: @escaping @Sendable () -> Answer) -> @Sendable () -> Answer {
    let captured = captured
    return { captured.answer(function) }
  }

  @inlinable @inline(__always) func setUp<Settings, Result>(
    _ path: KeyPath<Environment, @Sendable ((inout Settings) -> Void) -> Result>
  ) -> @Sendable ((inout Settings) -> Void) -> Result {
    let (scope, function) = (scope, function(path))
    return { change in scope.run { function(change) } }
  }

  @inlinable @inline(__always) func onMainActor<each Argument, Result>(
    _ function: @escaping @MainActor @Sendable (repeat each Argument) -> Result
  ) -> @MainActor @Sendable (repeat each Argument) -> Result {
    let scope = scope
    return { (argument: repeat each Argument) in scope.run { function(repeat each argument) } }
  }

  /// Returns a function as it is; the caller binds it to the scope.
  @inlinable @inline(__always) func function<Function>(_ path: KeyPath<Environment, Function>) -> Function {
    // In the scope: the first value of an endpoint of one's own may ask `Env` when it is made, here.
    captured.answer { captured.snapshot.pointee[keyPath: path] }
  }

  @inlinable @inline(__always) func value<Value>(_ path: KeyPath<Environment, Value>) -> Value {
    reportFunction(Value.self)
    let scope = scope
    return scope.run { scope.latest.pointee[keyPath: path] }
  }
}

/// Reports `type` if it is a function or an optional function: those that can be bound never come here.
@usableFromInline nonisolated func reportFunction(_ type: Any.Type) {
  // Swift has no API for this. The first word of a type that is not a class is its kind, and each kind has its fixed number
  // (the ABI's `MetadataKind`); a class has an address there.
  let kind = unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee
  if kind == 0x202, let optional = type as? any AnyOptional.Type { return reportFunction(optional.wrapped) }
  guard kind == 0x302 else { return }
  TestHooks.report(
    """
    A function of the type \(type) was read through a captured environment, which does not know how to call it: \
    wherever it asks Env, it asks the environment of its caller. \
    Call it as env.run { Env.… }. Those it knows are declared @Sendable and have three arguments or fewer, none of them \
    inout, variadic, sending, or a closure that must not escape. They throw untyped errors, and belong to no actor, or to \
    the main actor if they neither throw nor wait. Those that are @concurrent take and return only Sendable values. None is \
    optional.
    """
  )
}

private nonisolated protocol AnyOptional {
  static var wrapped: Any.Type { get }
}

nonisolated extension Optional: AnyOptional {
  fileprivate static var wrapped: Any.Type { Wrapped.self }
}
