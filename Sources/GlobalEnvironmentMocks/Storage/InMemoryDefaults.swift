public import GlobalEnvironment

/// Defaults in memory.
///
/// Every mock has its own, with nothing in them. ``suite(_:)`` returns the same suite for the same name.
public final class InMemoryDefaults: DefaultsStore {
  private struct Contents {
    /// By the name of the suite; the app's own defaults have an empty name.
    var suites: [String: [DefaultsName: PropertyListValue]] = [:]
    var registered: [DefaultsName: PropertyListValue] = [:]
    var observers = DefaultsObservers()
  }

  private let contents: Locked<Contents>
  private let suite: String

  /// Creates defaults that hold `values`.
  public init(_ values: [String: PropertyListValue] = [:]) {
    contents = Locked(Contents(suites: values.isEmpty ? [:] : ["": Self.byName(values)]))
    suite = ""
  }

  private init(suite: String, of contents: Locked<Contents>) {
    self.contents = contents
    self.suite = suite
  }

  /// Returns what was set, else what was registered, else nil.
  public func value(for name: String) -> PropertyListValue? {
    let name = DefaultsName(name)
    return contents.withLock { $0.suites[suite]?[name] ?? $0.registered[name] }
  }

  /// Sets a value; nil removes it, so that the registered value counts again.
  public func set(_ value: PropertyListValue?, for name: String) {
    if let error = DefaultsError.refusing(value, for: name) { return TestHooks.report("\(error)") }
    let (name, value) = (DefaultsName(name), value?.asStored)
    let calls = contents.withLock { contents in
      contents.suites[suite, default: [:]][name] = value
      return contents.observers.calls(for: CollectionOfOne(name), in: suite)
    }
    for call in calls { call() }
  }

  /// Adds values that count where nothing is set, in every suite.
  public func register(_ values: [String: PropertyListValue]) {
    let values = Self.byName(values)
    let calls = contents.withLock { contents in
      contents.registered.merge(values) { $1 }
      return contents.observers.calls(for: values.keys, in: nil)
    }
    for call in calls { call() }
  }

  /// Returns the suite with this name.
  ///
  /// - Throws: `DefaultsError` for a name that cannot be one.
  public func suite(_ name: String) throws(DefaultsError) -> any DefaultsStore {
    guard DefaultsError.isSuite(name) else { throw .noSuite(name) }
    return InMemoryDefaults(suite: name, of: contents)
  }

  /// Calls `onChange` after each setting of `name` in this suite, on the thread that sets.
  ///
  /// - Returns: A token that ends it.
  public func observe(_ name: String, _ onChange: @escaping @Sendable () -> Void) -> EnvironmentCancellation {
    let name = DefaultsName(name)
    let number = contents.withLock { [suite] in $0.observers.add(name, in: suite, onChange) }
    return EnvironmentCancellation { [contents] in
      // Released outside the lock.
      _ = contents.withLock { $0.observers.remove(number, of: name) }
    }
  }

  /// Forgets what ends with a process, the observers and what was registered, and registers what `new` has.
  func endProcess(beginning new: InMemoryDefaults?) {
    // Released outside the lock.
    _ = contents.withLock { $0.observers.removeAll() }
    contents.replace(\.registered, with: [:])
    // Asked only now, as it may be the same store.
    if let new { contents.replace(\.registered, with: new.contents.withLock { $0.registered }) }
  }

  /// Values by name, without those that no store can hold.
  private static func byName(_ values: [String: PropertyListValue]) -> [DefaultsName: PropertyListValue] {
    Dictionary(values.storable.map { (DefaultsName($0), $1) }, uniquingKeysWith: { $1 })
  }
}
