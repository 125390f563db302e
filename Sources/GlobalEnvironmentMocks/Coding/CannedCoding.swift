public import GlobalEnvironment

extension EnvironmentEncoder {
  /// Returns an encoder that returns `output` for every value.
  ///
  /// ```swift
  /// Env.encoder = { .returning(Data("{}".utf8)) }
  /// ```
  public static func returning(_ output: Output) -> Self where Output: Sendable {
    Self { _ in output }
  }

  /// Returns an encoder that throws `error` for every value.
  ///
  /// ```swift
  /// Env.encoder = { .failing(with: CocoaError(.coderInvalidValue)) }
  /// ```
  public static func failing(with error: any Error) -> Self {
    Self { _ in throw error }
  }
}

extension EnvironmentDecoder {
  /// Returns a decoder that returns `value` for every input.
  ///
  /// ```swift
  /// Env.decoder = { .returning([Post(title: "First")]) }
  /// ```
  ///
  /// Where another type is asked for, decoding throws a `DecodingError.typeMismatch` that names both.
  public static func returning(_ value: some Decodable & Sendable) -> Self {
    Self { _, _ in value }
  }

  /// Returns a decoder that throws `error` for every input.
  ///
  /// ```swift
  /// Env.decoder = { .failing(with: CocoaError(.coderReadCorrupt)) }
  /// ```
  public static func failing(with error: any Error) -> Self {
    Self { _, _ in throw error }
  }
}
