import Foundation

extension DefaultsStore {

  /// Returns the values that `key` takes from now on, one for each change, in their order.
  ///
  /// Setting the same value again is not a change. Nothing is dropped while no code iterates; the stream ends when its task
  /// is cancelled or it is released.
  public func changes<Value>(of key: DefaultsKey<Value>) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self)
    let observation = onChange(of: key) { continuation.yield($0) }
    continuation.onTermination = { _ in observation.cancel() }
    return stream
  }

  /// Calls `body` with each new value of `key`, on the thread that set it and before setting returns.
  ///
  /// Setting the same value again is not a change. Where several threads change the value at once, one of them calls `body`
  /// for all, and the last value is always among those that it passes.
  ///
  /// - Returns: A token that ends it.
  public func onChange<Value>(
    of key: DefaultsKey<Value>, _ body: @escaping @Sendable (Value) -> Void
  ) -> EnvironmentCancellation {
    let watch = DefaultsWatch(read: { self[key] }, encode: { (try? key.encode($0))?.equalToItself }, deliver: body)
    let observation = observe(key.name) { watch.check() }
    // What was set since the watch began is a change, too.
    watch.check()
    return EnvironmentCancellation {
      watch.end()
      observation.cancel()
    }
  }
}

/// Finds the real changes among calls that say there may be one.
private final class DefaultsWatch<Value: Sendable>: Sendable {
  /// A value, and how it is stored.
  private struct Reading {
    let value: Value
    let stored: PropertyListValue?

    /// Whether they are one value; a set is stored in any order.
    func isSame(as other: Reading) -> Bool {
      if stored == other.stored { return true }
      guard let type = Value.self as? any Equatable.Type, stored?.withoutOrder == other.stored?.withoutOrder else {
        return false
      }
      return type.areEqual(value, other.value)
    }
  }

  private struct State {
    var last: Reading
    /// How many calls the running check has to answer. While it runs, another one may come: then the value that it has read
    /// may be old.
    var calls = 0
    var hasEnded = false
  }

  private let state: Locked<State>
  private let read: @Sendable () -> Value
  private let encode: @Sendable (Value) -> PropertyListValue?
  private let deliver: @Sendable (Value) -> Void

  init(
    read: @escaping @Sendable () -> Value,
    encode: @escaping @Sendable (Value) -> PropertyListValue?,
    deliver: @escaping @Sendable (Value) -> Void
  ) {
    self.read = read
    self.encode = encode
    self.deliver = deliver
    let value = read()
    state = Locked(State(last: Reading(value: value, stored: encode(value))))
  }

  /// Delivers the value if it differs from last time; one thread at a time, with no lock held.
  func check() {
    guard begins(with: reading()) else { return }
    repeat {
      let new = reading()
      // Compared and released outside the lock: both call code of the user. Only this thread sets it.
      let last = state.withLock { $0.last }
      let isNew = !new.isSame(as: last)
      let hasEnded = state.withLock { state in
        state.last = new
        return state.hasEnded
      }
      if isNew, !hasEnded { deliver(new.value) }
    } while goesOn()
  }

  private func reading() -> Reading {
    let value = read()
    return Reading(value: value, stored: encode(value))
  }

  func end() {
    state.withLock { $0.hasEnded = true }
  }

  /// Whether there is a change that no other thread delivers.
  private func begins(with new: Reading) -> Bool {
    state.withLock { state in
      if state.hasEnded || (state.calls == 0 && new.stored == state.last.stored) { return false }
      state.calls += 1
      return state.calls == 1
    }
  }

  /// Whether another call came meanwhile.
  private func goesOn() -> Bool {
    state.withLock { state in
      state.calls = state.calls > 1 ? 1 : 0
      return state.calls == 1 && !state.hasEnded
    }
  }
}

extension PropertyListValue {
  /// This value with a date that no property list holds in place of what is not a number, which is equal to nothing.
  fileprivate var equalToItself: PropertyListValue {
    switch self {
    case .real(let number) where number.isNaN: .date(Date(timeIntervalSinceReferenceDate: .infinity))
    case .array(let values): .array(values.map(\.equalToItself))
    case .dictionary(let values): .dictionary(values.mapValues(\.equalToItself))
    default: self
    }
  }

  /// Equal for values that are equal but for the order of elements.
  fileprivate var withoutOrder: AnyHashable {
    switch self {
    case .array(let values): Dictionary(values.map { ($0.withoutOrder, 1) }, uniquingKeysWith: +)
    case .dictionary(let values): values.mapValues(\.withoutOrder)
    default: self
    }
  }
}
