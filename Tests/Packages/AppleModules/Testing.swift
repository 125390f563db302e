// Swift Testing with functions in place of its macros, to type-check tests without expanding them.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

@_exported public import Testing

public func sourceLocation(
  _ fileID: String = #fileID, _ filePath: String = #filePath, _ line: Int = #line, _ column: Int = #column
) -> SourceLocation { SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column) }

public func expect(
  _ condition: Bool, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation = sourceLocation()
) {}

@discardableResult
public func expect<E: Error, R>(
  throws type: E.Type, _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = sourceLocation(), performing body: () throws -> R
) -> E? { nil }

@discardableResult
public nonisolated(nonsending) func expect<E: Error, R>(
  throws type: E.Type, _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = sourceLocation(), performing body: () async throws -> R
) async -> E? { nil }

@discardableResult
public func expect<E: Error & Equatable, R>(
  throws error: E, _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = sourceLocation(), performing body: () throws -> R
) -> E? { nil }

@discardableResult
public nonisolated(nonsending) func expect<E: Error & Equatable, R>(
  throws error: E, _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = sourceLocation(), performing body: () async throws -> R
) async -> E? { nil }

@discardableResult
public func expect<R>(
  _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation = sourceLocation(),
  performing body: () throws -> R, throws matcher: (any Error) throws -> Bool
) -> (any Error)? { nil }

@discardableResult
public nonisolated(nonsending) func expect<R>(
  _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation = sourceLocation(),
  performing body: () async throws -> R, throws matcher: (any Error) async throws -> Bool
) async -> (any Error)? { nil }

@discardableResult
public func expect(
  processExitsWith condition: ExitTest.Condition,
  observing values: [any PartialKeyPath<ExitTest.Result> & Sendable] = [],
  _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation = sourceLocation(),
  performing body: @escaping @Sendable () async throws -> Void
) async -> ExitTest.Result? { nil }

public func require(
  _ condition: Bool, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation = sourceLocation()
) throws {}

public func require<T>(
  _ value: T?, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation = sourceLocation()
) throws -> T { fatalError() }

@discardableResult
public func require<E: Error, R>(
  throws type: E.Type, _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = sourceLocation(), performing body: () throws -> R
) throws -> E { fatalError() }

@discardableResult
public nonisolated(nonsending) func require<E: Error, R>(
  throws type: E.Type, _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = sourceLocation(), performing body: () async throws -> R
) async throws -> E { fatalError() }

@discardableResult
public func require(
  processExitsWith condition: ExitTest.Condition,
  observing values: [any PartialKeyPath<ExitTest.Result> & Sendable] = [],
  _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation = sourceLocation(),
  performing body: @escaping @Sendable () async throws -> Void
) async throws -> ExitTest.Result { fatalError() }
