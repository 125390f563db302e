import Foundation

/// Settings that outlive the process: `UserDefaults` in the live world, memory in a mock.
///
/// ```swift
/// extension DefaultsKey<Bool> {
///   static var isMuted: Self { Self("isMuted", default: false) }
/// }
///
/// Env.defaults()[.isMuted].toggle()
/// for await isMuted in Env.defaults().changes(of: .isMuted) { … }
/// ```
///
/// All of it may be used from any thread. To make one of your own, implement the requirements; what users call is built on
/// them.
public protocol DefaultsStore: Sendable {

  /// Returns what was set, else what was registered, else nil.
  func value(for name: String) -> PropertyListValue?

  /// Sets a value; nil removes it, so that what was registered counts again.
  ///
  /// Names are compared byte by byte; on Linux, two ways to write `é` are one. A value that no property list can hold
  /// changes nothing, and is reported: a date that is not a moment, a number that is named `CF$UID`, as a default or alone
  /// in a dictionary, more than 500 containers in each other. On Linux, byte order marks at the beginning of a text or a
  /// name are lost.
  func set(_ value: PropertyListValue?, for name: String)

  /// Adds values that count where nothing is set, in every suite. They do not outlive the process.
  func register(_ values: [String: PropertyListValue])

  /// Returns the defaults that several apps share, or that are separate from the app's own.
  ///
  /// - Throws: ``DefaultsError`` for a name that cannot be one: an empty one, the system's own, or one that no file can
  ///   have.
  func suite(_ name: String) throws(DefaultsError) -> any DefaultsStore

  /// Calls `onChange` after each change of what ``value(for:)`` returns for `name`, on the thread that made it.
  ///
  /// It may be called where nothing has changed, too: the methods that users call filter such calls.
  ///
  /// - Returns: A token that ends it.
  func observe(_ name: String, _ onChange: @escaping @Sendable () -> Void) -> EnvironmentCancellation
}

extension DefaultsStore {

  /// The value of `key`: what was set, else what was registered, else the key's own default.
  ///
  /// A value of another type counts as none, except for the text of a launch argument: `-isMuted YES`, `-volume 11`. A
  /// value that cannot be encoded changes nothing, and is reported; ``set(_:for:)-(Value,_)`` throws instead.
  public subscript<Value>(key: DefaultsKey<Value>) -> Value {
    get { value(for: key.name).flatMap(key.decode) ?? key.defaultValue }
    nonmutating set {
      do {
        try set(newValue, for: key)
      } catch {
        TestHooks.report("\(error)")
      }
    }
  }

  /// Sets the value of `key`; nil removes it.
  ///
  /// - Throws: ``DefaultsError`` when the value cannot be encoded, or no property list can hold it.
  public func set<Value>(_ value: Value, for key: DefaultsKey<Value>) throws(DefaultsError) {
    let encoded = try key.encode(value)
    if let error = DefaultsError.refusing(encoded, for: key.name) { throw error }
    set(encoded, for: key.name)
  }

  /// Removes what was set for `key`, so that what was registered counts again, or the key's own default.
  public func remove<Value>(_ key: DefaultsKey<Value>) {
    set(nil, for: key.name)
  }
}

/// A name of a suite, or a value, that defaults cannot have.
public struct DefaultsError: DescribedError, Sendable {
  /// What is not possible, why, and what to do.
  public let description: String

  /// Creates an error, for a store of your own.
  public init(_ description: String) {
    self.description = description
  }

  /// Whether the name of a suite is that of a file, and not that of other defaults, which Foundation would change.
  package static func isSuite(_ name: String) -> Bool {
    let others = ["", "NSGlobalDomain", "kCFPreferencesAnyApplication", "kCFPreferencesCurrentApplication"]
    let file = "\(name).plist".utf8
    let isFile = file.count <= Int(NAME_MAX) && !file.contains { [0, UInt8(ascii: "/")].contains($0) }
    return isFile && !others.contains(name)
  }

  package static func noSuite(_ name: String) -> DefaultsError {
    DefaultsError(
      """
      \(String(name.prefix(80)).debugDescription) cannot be the name of a suite. Give it one of its own, like \
      group.com.example.app, without a slash and of at most 249 bytes; the app's own defaults are Env.defaults().
      """)
  }
}
