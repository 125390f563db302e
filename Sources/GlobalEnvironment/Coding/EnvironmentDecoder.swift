public import Foundation

/// Turns `Input` into values, in any format.
///
/// ```swift
/// let post = try Env.decoder().decode(Post.self, from: data)
/// ```
///
/// It is safe to use on any thread, and cannot be changed by those who share it.
public struct EnvironmentDecoder<Input>: Sendable {
  private let decoding: @Sendable (any Decodable.Type, Input) throws -> any Decodable

  /// Creates a decoder that decodes through `decoding`, which is given the type that is asked for.
  public init(_ decoding: @escaping @Sendable (any Decodable.Type, Input) throws -> any Decodable) {
    self.decoding = decoding
  }

  /// Returns the value that `input` holds.
  ///
  /// - Throws: `DecodingError` for an input that holds no such value, and what the value itself throws.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self, from input: Input) throws -> Value {
    let value = try decoding(type, input)
    guard let value = value as? Value else {
      throw DecodingError.typeMismatch(
        type,
        DecodingError.Context(
          codingPath: [],
          debugDescription: "\(type) was asked for, and the decoder gave a value of \(Swift.type(of: value))."
        ))
    }
    return value
  }
}

extension EnvironmentDecoder<Data> {
  /// The decoder of JSON, with Foundation's default keys and dates.
  public static let json = json { _ in }

  /// Returns a decoder of JSON, set up by `configure`.
  ///
  /// ```swift
  /// let decoder = EnvironmentDecoder.json { $0.dateDecodingStrategy = .iso8601 }
  /// Env.decoder = { decoder }
  /// ```
  ///
  /// - Parameter configure: Runs once, now. It must not keep the decoder.
  public static func json(_ configure: (JSONDecoder) -> Void) -> Self {
    let decoder = JSONDecoder()
    configure(decoder)
    return Self { try decoder.decode($0, from: $1) }
  }
}
