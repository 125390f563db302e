public import Foundation

/// Turns values into `Output`, in any format.
///
/// ```swift
/// let data = try Env.encoder().encode(post)
/// ```
///
/// It is safe to use on any thread, and cannot be changed by those who share it.
public struct EnvironmentEncoder<Output>: Sendable {
  private let encoding: @Sendable (any Encodable) throws -> Output

  /// Creates an encoder that encodes through `encoding`.
  public init(_ encoding: @escaping @Sendable (any Encodable) throws -> Output) {
    self.encoding = encoding
  }

  /// Returns `value`, encoded.
  ///
  /// - Throws: `EncodingError` for a value that the format cannot hold, and what the value itself throws.
  public func encode(_ value: some Encodable) throws -> Output {
    try encoding(value)
  }
}

extension EnvironmentEncoder<Data> {
  /// The encoder to JSON, with Foundation's default keys and dates.
  public static let json = json { _ in }

  /// Returns an encoder to JSON, set up by `configure`.
  ///
  /// ```swift
  /// let encoder = EnvironmentEncoder.json { $0.keyEncodingStrategy = .convertToSnakeCase }
  /// Env.encoder = { encoder }
  /// ```
  ///
  /// - Parameter configure: Runs once, now. It must not keep the encoder.
  public static func json(_ configure: (JSONEncoder) -> Void) -> Self {
    let encoder = JSONEncoder()
    configure(encoder)
    return Self { try encoder.encode($0) }
  }
}
