public import GlobalEnvironment

/// Defaults in memory.
///
/// Every mock has its own, with nothing in them. ``suite(_:)`` returns the same suite for the same name.
public final class InMemoryDefaults: DefaultsStore {
  private struct Contents {
    /// By the name of the suite; the app's own defaults have an empty name.
    var suites: [String: [Name: PropertyListValue]] = [:]
    var registered: [Name: PropertyListValue] = [:]
    /// By the name that each observes, and then by its number.
    var observers: [Name: [Int: Observer]] = [:]
    var latestObserver = 0

    /// Returns the closures of the observers of these names, in the order in which they were added.
    ///
    /// - Parameter suite: Whose observers; nil for those of all suites.
    func calls(for names: some Sequence<Name>, in suite: String?) -> [@Sendable () -> Void] {
      names.flatMap { observers[$0] ?? [:] }.filter { suite == nil || $0.value.suite == suite }
        .sorted { $0.key < $1.key }.map(\.value.onChange)
    }
  }

  /// A name that is compared by bytes, as in `UserDefaults`: `é` in one scalar and in two are two names, except on Linux.
  private struct Name: Hashable {
    private let bytes: [UInt8]

    init(_ name: String) { bytes = Array(name.asStoredName.utf8) }
  }

  private struct Observer {
    let suite: String
    let onChange: @Sendable () -> Void
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
    let name = Name(name)
    return contents.withLock { $0.suites[suite]?[name] ?? $0.registered[name] }
  }

  /// Sets a value; nil removes it, so that the registered value counts again.
  public func set(_ value: PropertyListValue?, for name: String) {
    if let error = DefaultsError.refusing(value, for: name) { return TestHooks.report("\(error)") }
    let (name, value) = (Name(name), value?.asStored)
    let calls = contents.withLock { contents in
      contents.suites[suite, default: [:]][name] = value
      return contents.calls(for: CollectionOfOne(name), in: suite)
    }
    for call in calls { call() }
  }

  /// Adds values that count where nothing is set, in every suite.
  public func register(_ values: [String: PropertyListValue]) {
    let values = Self.byName(values)
    let calls = contents.withLock { contents in
      contents.registered.merge(values) { $1 }
      return contents.calls(for: values.keys, in: nil)
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
    let name = Name(name)
    let number = contents.withLock { contents in
      contents.latestObserver += 1
      contents.observers[name, default: [:]][contents.latestObserver] = Observer(suite: suite, onChange: onChange)
      return contents.latestObserver
    }
    return EnvironmentCancellation { [contents] in
      // Released outside the lock.
      _ = contents.withLock { contents in
        let observer = contents.observers[name]?.removeValue(forKey: number)
        if contents.observers[name]?.isEmpty == true { contents.observers[name] = nil }
        return observer
      }
    }
  }

  /// Forgets what ends with a process, the observers and what was registered, and registers what `new` has.
  func endProcess(beginning new: InMemoryDefaults?) {
    // Released outside the lock.
    contents.replace(\.observers, with: [:])
    contents.replace(\.registered, with: [:])
    // Asked only now, as it may be the same store.
    if let new { contents.replace(\.registered, with: new.contents.withLock { $0.registered }) }
  }

  /// Values by name, without those that no store can hold.
  private static func byName(_ values: [String: PropertyListValue]) -> [Name: PropertyListValue] {
    Dictionary(values.storable.map { (Name($0), $1) }, uniquingKeysWith: { $1 })
  }
}
