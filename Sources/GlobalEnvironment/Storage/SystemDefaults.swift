// audit:allow-file defaults, notifications – these are the live settings.

import Foundation

/// Returns the defaults of the user and the app.
@usableFromInline func liveDefaults() -> any DefaultsStore { SystemDefaults.unnoted }

/// Returns the same; a test that has no environment is told of changes.
func notedDefaults() -> any DefaultsStore { SystemDefaults.standard }

/// `UserDefaults`, or a suite of them.
///
/// `@unchecked` holds because `UserDefaults` is thread-safe on Apple platforms, and is used under a lock elsewhere.
final class SystemDefaults: DefaultsStore, @unchecked Sendable {
  static let standard = SystemDefaults(.standard, suite: "", isNoted: true)
  fileprivate static let unnoted = SystemDefaults(.standard, suite: "", isNoted: false)

  private let defaults: UserDefaults
  /// Its name; empty for the app's own settings.
  private let suite: String
  /// Whether a test that has no environment is told of changes.
  private let isNoted: Bool

  private init(_ defaults: UserDefaults, suite: String, isNoted: Bool) {
    self.defaults = defaults
    self.suite = suite
    self.isNoted = isNoted
  }

  func value(for name: String) -> PropertyListValue? {
    Self.inTurn { defaults.object(forKey: name.asStoredName).flatMap { PropertyListValue($0) } }
  }

  func set(_ value: PropertyListValue?, for name: String) {
    if let error = DefaultsError.refusing(value, for: name) { return TestHooks.report("\(error)") }
    if isNoted { TestHooks.noteReach(of: "Env.defaults()") }
    let name = name.asStoredName
    Self.inTurn {
      #if canImport(Darwin)
        defaults.set(value?.object, forKey: name)
      #else
        let (old, new) = (defaults.object(forKey: name), value?.asStored)
        // An equal number of another kind would not replace the old one.
        if let old = old as? NSObject, old.isEqual(new?.object),
          PropertyListValue(old).map({ "\($0)" }) != new.map({ "\($0)" })
        {
          defaults.removeObject(forKey: name)
          _ = defaults.synchronize()
        }
        defaults.set(new?.object, forKey: name)
        // Nothing else writes it to the disk.
        _ = defaults.synchronize()
      #endif
    }
    Self.tell(CollectionOfOne(DefaultsName(name)), in: suite)
  }

  func register(_ values: [String: PropertyListValue]) {
    let values = values.storable
    Self.inTurn { defaults.register(defaults: values.mapValues(\.object)) }
    Self.tell(values.keys.map { DefaultsName($0) }, in: nil)
  }

  func suite(_ name: String) throws(DefaultsError) -> any DefaultsStore {
    guard DefaultsError.isSuite(name), let defaults = UserDefaults(suiteName: name) else {
      throw .noSuite(name)
    }
    return SystemDefaults(defaults, suite: name, isNoted: isNoted)
  }

  func observe(_ name: String, _ onChange: @escaping @Sendable () -> Void) -> EnvironmentCancellation {
    Self.watchOthers
    let name = DefaultsName(name)
    let number = Self.observers.withLock { [suite] in $0.add(name, in: suite, onChange) }
    return EnvironmentCancellation {
      // Released outside the lock.
      _ = Self.observers.withLock { $0.remove(number, of: name) }
    }
  }

  // MARK: Implementation

  /// Of all suites. Not those of a notification center, which calls them in any order.
  private static let observers = Locked(DefaultsObservers())

  /// Tells all of them what other code sets, on the platforms that report it; for the rest of the process.
  private static let watchOthers: Void = {
    _ = NotificationCenter.default.addObserver(
      forName: UserDefaults.didChangeNotification, object: nil, queue: nil
    ) { _ in
      for call in observers.withLock(\.calls) { call() }
    }
  }()

  /// Tells those who observe one of these names in a suite, or in any.
  private static func tell(_ names: some Sequence<DefaultsName>, in suite: String?) {
    let calls = observers.withLock { $0.calls(for: names, in: suite) }
    for call in calls { call() }
  }

  #if canImport(Darwin)
    private static func inTurn<Result>(_ body: () -> Result) -> Result { body() }
  #else
    private static let turn = NSLock()

    /// Registered values are an unguarded global of this Foundation, which posts nothing while it sets or registers.
    private static func inTurn<Result>(_ body: () -> Result) -> Result { turn.withLock(body) }
  #endif
}
