import Foundation

/// A property wrapper with the shape of SwiftUI's: `@Environment(\.locale) var locale`.
@propertyWrapper public struct Environment<Value> {
  private let keyPath: KeyPath<EnvironmentValues, Value>

  /// Creates a wrapper of the value at `keyPath`.
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
    self.keyPath = keyPath
  }

  /// The value, always the default one.
  public var wrappedValue: Value { EnvironmentValues()[keyPath: keyPath] }
}

/// The values that can be asked for.
public struct EnvironmentValues {
  /// The locale of the view.
  public var locale: Locale { Locale(identifier: "en_US") }
}
