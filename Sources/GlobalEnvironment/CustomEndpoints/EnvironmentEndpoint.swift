public import GlobalEnvironmentAtomics

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
@frozen nonisolated public struct EnvironmentEndpoints: Sendable {
  /// Creates the namespace of the declarations. ``Env`` does so itself.
  @inlinable public init() {}
}

/// An endpoint of your own: what it is in the live world, and in a mock.
///
/// Its value may be a closure, a struct of closures, or any other sendable value. Two of the same name in two modules are
/// two endpoints.
///
/// `@unchecked` holds because all in it is sendable but the place of a name, which is a constant.
@frozen nonisolated public struct EnvironmentEndpoint<Value: Sendable>: @unchecked Sendable {
  // No more than six fields: the compiler takes a larger struct as a whole, and then does not see that a read needs neither
  // its closures nor more than the constants of its `id`.

  /// The file of the declaration, a constant of the program that ends with a zero.
  @usableFromInline let file: UnsafePointer<UInt8>
  @usableFromInline let position: EndpointID.Position
  /// The name of the property that declares it, a constant of the program that ends with a zero.
  @usableFromInline let nameStart: UnsafePointer<UInt8>
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
    (file, position) = (fileID.utf8Start, EndpointID.Position(line: line, column: column))
    nameStart = name.utf8Start
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
    (file, position) = (fileID.utf8Start, EndpointID.Position(line: line, column: column))
    nameStart = name.utf8Start
    makeLive = live
    makeMock = mock
    makeFailing = failing
  }

  /// Names the declaration; see ``EndpointID``. Inlinable, as each read asks.
  @inlinable var id: EndpointID {
    EndpointID(type: ObjectIdentifier(Value.self), file: file, position: position)
  }

  /// The name of the property that declares it.
  package var propertyName: String { String(cString: nameStart) }

  /// Whether it says how it fails.
  package var saysHowItFails: Bool { makeFailing != nil }
}

/// The place of a declaration in the source, and the type of its value.
///
/// `@unchecked` holds because the name of a file is a constant of the program.
@frozen @usableFromInline nonisolated struct EndpointID: Equatable, @unchecked Sendable {
  @usableFromInline let type: ObjectIdentifier
  /// The file's name, which ends with a zero.
  @usableFromInline let file: UnsafePointer<UInt8>
  @usableFromInline let position: Position

  /// A line and a column of the file.
  @frozen @usableFromInline struct Position: Equatable, Sendable {
    @usableFromInline let bits: UInt64

    @inlinable init(line: UInt, column: UInt) {
      bits = UInt64(truncatingIfNeeded: line) << 24 | UInt64(truncatingIfNeeded: column) & 0xFF_FFFF
    }

    var line: UInt64 { bits >> 24 }
  }

  @inlinable init(type: ObjectIdentifier, file: UnsafePointer<UInt8>, position: Position) {
    (self.type, self.file, self.position) = (type, file, position)
  }

  /// Whether both are of one declaration, and its file's name is in one place. Inlined: most are constants.
  @inlinable @inline(__always) func isPlainlySame(as other: EndpointID) -> Bool {
    file == other.file && position == other.position && type == other.type
  }

  /// A number that two declarations seldom share, of the live values' slots. Inlined: most of it is constant. Not of the file,
  /// whose name may be in two places.
  @inlinable @inline(__always) var slot: UInt {
    let place = UInt(truncatingIfNeeded: position.bits &* 7 &+ (position.bits >> 24) &* 31)
    return (place &+ UInt(bitPattern: type) >> 4) & (global_environment_live_values_count &- 1)
  }

  @usableFromInline static func == (left: EndpointID, right: EndpointID) -> Bool {
    left.position == right.position && left.type == right.type
      && (left.file == right.file || left.fileID == right.fileID)
  }

  private var fileID: String { String(cString: file) }

  /// The file and the line: `App/Analytics.swift:3`.
  var place: String { "\(fileID):\(position.line)" }

  /// Whether one of the modules of this package declares it, for its own use.
  var isOfThisPackage: Bool {
    packageModules.contains(fileID.prefix { $0 != "/" })
  }

  /// Bits that two identifiers seldom share.
  var bits: Int {
    // Fibonacci hashing: the high bits of the product depend on all of the number.
    Int(((UInt64(UInt(bitPattern: type)) &+ position.line &* 4096) &* 0x9E37_79B9_7F4A_7C15) >> 33)
  }
}
