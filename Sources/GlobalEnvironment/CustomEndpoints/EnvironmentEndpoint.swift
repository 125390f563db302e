/// Where you declare endpoints of your own. One declaration makes one:
///
/// ```swift
/// extension EnvironmentEndpoints {
///   var analytics: EnvironmentEndpoint<@Sendable (Event) -> Void> {
///     EnvironmentEndpoint(live: { send($0) }, mock: { _ in })
///   }
/// }
/// ```
///
/// From then on it is read, assigned and mocked as any other: `Env.analytics(.appeared)`, `Env.analytics = { … }`. In a
/// module whose default isolation is the main actor, write `nonisolated var`.
nonisolated public struct EnvironmentEndpoints: Sendable {
  /// Creates the place of all declarations; ``Env`` does so itself.
  @inlinable public init() {}
}

/// An endpoint of your own: what it is in the live world, and in a mock.
///
/// Its value may be a closure, a struct of closures, or any other sendable value. Two of the same name in two modules are
/// two endpoints.
nonisolated public struct EnvironmentEndpoint<Value: Sendable>: Sendable {
  /// Names the declaration; see ``EndpointID``.
  @usableFromInline let id: EndpointID
  /// The name of the property that declares it.
  @usableFromInline let name: StaticString
  @usableFromInline let makeLive: @Sendable () -> Value
  @usableFromInline let makeMock: @Sendable () -> Value
  /// Makes the value of a read that a fault strikes; nil where the declaration has none.
  @usableFromInline let makeFailing: (@Sendable () -> Value)?

  /// Declares an endpoint. Call it in the property itself, since its place in the source identifies the endpoint.
  ///
  /// A value is made when it is first read, in the environment of the code that reads it, and kept. When several threads
  /// read it first at once, each may make one, and one of these is kept: what must exist once belongs in a `static let`.
  ///
  /// - Parameters:
  ///   - live: Its value in the live world, one for the process.
  ///   - mock: Its value in a mock, one for each mock, so that no two tests share what it holds.
  ///   - name: The name of the property, for messages.
  ///   - fileID: The module and the file of the declaration.
  ///   - line: The line of the declaration.
  ///   - column: The column of the declaration.
  @inlinable public init(
    live: @autoclosure @escaping @Sendable () -> Value,
    mock: @autoclosure @escaping @Sendable () -> Value,
    name: StaticString = #function,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.name = name
    id = EndpointID(type: ObjectIdentifier(Value.self), fileID: fileID, line: line, column: column)
    makeLive = live
    makeMock = mock
    makeFailing = nil
  }

  /// Declares an endpoint that says how it fails, for tests with faults.
  ///
  /// ```swift
  /// extension EnvironmentEndpoints {
  ///   var submit: EnvironmentEndpoint<@Sendable (Data) async throws -> Void> {
  ///     EnvironmentEndpoint(live: { try await send($0) }, mock: { _ in }, failing: { _ in throw SubmitError.rejected })
  ///   }
  /// }
  /// ```
  ///
  /// Each read of the endpoint, `Env.submit`, counts as one call. The one that a fault strikes gets `failing`.
  ///
  /// - Parameters:
  ///   - live: Its value in the live world, one for the process.
  ///   - mock: Its value in a mock, one for each mock, so that no two tests share what it holds.
  ///   - failing: The value of a read that a fault strikes: a closure that throws, for instance. Made for each such read.
  ///   - name: The name of the property, for messages.
  ///   - fileID: The module and the file of the declaration.
  ///   - line: The line of the declaration.
  ///   - column: The column of the declaration.
  @inlinable public init(
    live: @autoclosure @escaping @Sendable () -> Value,
    mock: @autoclosure @escaping @Sendable () -> Value,
    failing: @autoclosure @escaping @Sendable () -> Value,
    name: StaticString = #function,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.name = name
    id = EndpointID(type: ObjectIdentifier(Value.self), fileID: fileID, line: line, column: column)
    makeLive = live
    makeMock = mock
    makeFailing = failing
  }

  /// The name of the property that declares it.
  package var propertyName: String { "\(name)" }

  /// Whether it says how it fails.
  package var saysHowItFails: Bool { makeFailing != nil }
}

/// The place of a declaration in the source, and the type of its value.
@usableFromInline nonisolated struct EndpointID: Equatable, Sendable {
  @usableFromInline let type: ObjectIdentifier
  @usableFromInline let fileID: StaticString
  @usableFromInline let line: UInt
  @usableFromInline let column: UInt

  @inlinable init(type: ObjectIdentifier, fileID: StaticString, line: UInt, column: UInt) {
    (self.type, self.fileID, self.line, self.column) = (type, fileID, line, column)
  }

  @usableFromInline static func == (left: EndpointID, right: EndpointID) -> Bool {
    left.line == right.line && left.column == right.column && left.type == right.type
      && (left.fileID.utf8Start == right.fileID.utf8Start || left.fileID.description == right.fileID.description)
  }

  /// The file and the line: `App/Analytics.swift:3`.
  var place: String { "\(fileID):\(line)" }

  /// Whether one of the modules of this package declares it, for its own use.
  var isOfThisPackage: Bool {
    packageModules.contains(fileID.description.prefix { $0 != "/" })
  }

  /// Bits that two identifiers seldom share.
  var bits: Int {
    // Fibonacci hashing: the high bits of the product depend on all of the number.
    Int(((UInt64(UInt(bitPattern: type)) &+ UInt64(line) &* 4096) &* 0x9E37_79B9_7F4A_7C15) >> 33)
  }
}
