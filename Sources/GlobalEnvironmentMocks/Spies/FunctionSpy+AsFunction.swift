import GlobalEnvironment

// A spy can stand where a function is called: `load(id)` is `load.call(id)`.
//
// In a closure that is one expression, they differ. Whether `load.call(id)` waits depends on the closure. For `load(id)`, Swift
// 6.3 looks at the function around the closure.

extension FunctionSpy {

  /// Records a call, and answers it, as `call` does.
  ///
  /// - Throws: What was stubbed.
  public func callAsFunction(
    _ arguments: Arguments,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws(Failure) -> Result {
    try call(arguments, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Records a call, and answers it, as `call` does.
  ///
  /// - Throws: What was stubbed.
  public func callAsFunction<each Argument>(
    _ argument: repeat each Argument,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws(Failure) -> Result where Arguments == (repeat each Argument) {
    try call((repeat each argument), fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Records a call, and answers it, on the actor of the caller, as `call` does.
  ///
  /// - Throws: What was stubbed; where `Failure` is `any Error`, `CancellationError` when the task is cancelled while the
  ///   call waits for a ``PendingAnswer``.
  public func callAsFunction(
    _ arguments: Arguments,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws(Failure) -> Result {
    try await call(arguments, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Records a call, and answers it, on the actor of the caller, as `call` does.
  ///
  /// - Throws: What was stubbed; where `Failure` is `any Error`, `CancellationError` when the task is cancelled while the
  ///   call waits for a ``PendingAnswer``.
  public func callAsFunction<each Argument>(
    _ argument: repeat each Argument,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws(Failure) -> Result where Arguments == (repeat each Argument) {
    try await call((repeat each argument), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
