/// A name of a setting, compared by its bytes as in `UserDefaults`: `é` in one scalar and in two are two names, except on
/// Linux.
package struct DefaultsName: Hashable, Sendable {
  private let bytes: [UInt8]

  package init(_ name: String) { bytes = Array(name.asStoredName.utf8) }
}

/// The observers of settings. The suite of the app's own settings has an empty name.
package struct DefaultsObservers: Sendable {
  package struct Observer: Sendable {
    let suite: String
    let onChange: @Sendable () -> Void
  }

  /// By the name that each observes, and then by its number.
  package typealias Table = [DefaultsName: [Int: Observer]]

  private var table: Table = [:]
  private var latest = 0

  package init() {}

  /// Adds an observer of a name in one suite.
  ///
  /// - Returns: Its number.
  package mutating func add(
    _ name: DefaultsName, in suite: String, _ onChange: @escaping @Sendable () -> Void
  ) -> Int {
    latest += 1
    table[name, default: [:]][latest] = Observer(suite: suite, onChange: onChange)
    return latest
  }

  /// Removes the observer with a number.
  ///
  /// - Returns: What was removed. Release it outside a lock, as its deinit may run a user's code.
  package mutating func remove(_ number: Int, of name: DefaultsName) -> Observer? {
    let observer = table[name]?.removeValue(forKey: number)
    if table[name]?.isEmpty == true { table[name] = nil }
    return observer
  }

  /// Removes all of them, and returns them, as ``remove(_:of:)`` does.
  package mutating func removeAll() -> Table {
    defer { table = [:] }
    return table
  }

  /// The closures of all of them, in the order in which they were added; call them outside a lock.
  var calls: [@Sendable () -> Void] {
    table.values.flatMap { $0 }.sorted { $0.key < $1.key }.map(\.value.onChange)
  }

  /// Returns the closures of the observers of these names, in the order in which they were added; call them outside a lock.
  ///
  /// - Parameter suite: Whose observers; nil for those of all suites.
  package func calls(for names: some Sequence<DefaultsName>, in suite: String?) -> [@Sendable () -> Void] {
    let found: [(key: Int, value: Observer)] = names.flatMap { table[$0] ?? [:] }
    return found.filter { suite == nil || $0.value.suite == suite }.sorted { $0.key < $1.key }.map(\.value.onChange)
  }
}
