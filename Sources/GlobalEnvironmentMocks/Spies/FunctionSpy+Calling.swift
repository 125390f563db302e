import GlobalEnvironment
import GlobalEnvironmentTime

extension FunctionSpy {

  /// Records a call, and answers it.
  ///
  /// - Throws: What was stubbed.
  public func call(
    _ arguments: Arguments,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws(Failure) -> Result {
    try answer(arguments, SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Records a call, and answers it.
  ///
  /// - Throws: What was stubbed.
  public func call<each Argument>(
    _ argument: repeat each Argument,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws(Failure) -> Result where Arguments == (repeat each Argument) {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return try answer((repeat each argument), place)
  }

  /// Records a call, and answers it, on the actor of the caller.
  ///
  /// - Throws: What was stubbed; where `Failure` is `any Error`, `CancellationError` when the task is cancelled while the
  ///   call waits for a ``PendingAnswer``.
  public func call(
    _ arguments: Arguments,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws(Failure) -> Result {
    try await answer(arguments, SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Records a call, and answers it, on the actor of the caller.
  ///
  /// - Throws: What was stubbed; where `Failure` is `any Error`, `CancellationError` when the task is cancelled while the
  ///   call waits for a ``PendingAnswer``.
  public func call<each Argument>(
    _ argument: repeat each Argument,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws(Failure) -> Result where Arguments == (repeat each Argument) {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return try await answer((repeat each argument), place)
  }

  // MARK: How a call is answered

  private func answer(_ arguments: Arguments, _ place: SourcePlace) throws(Failure) -> Result {
    if UnobservedRead.isUnderWay { return try result(of: stubs.withLock { $0.upcoming }, arguments, nil) }
    let (call, answer) = begin(arguments)
    let outcome = Swift.Result { () throws(Failure) in try self.result(of: answer, arguments, place) }
    log.end(call, outcome, isCancelled: Task.isCancelled)
    return try outcome.get()
  }

  private func answer(_ arguments: Arguments, _ place: SourcePlace) async throws(Failure) -> Result {
    if UnobservedRead.isUnderWay { return try result(of: stubs.withLock { $0.upcoming }, arguments, nil) }
    let (call, answer) = begin(arguments)
    let outcome = await log.watchingCancellation(of: call) { () async throws(Failure) in
      switch answer?.kind {
      case .asyncBody(let body): try await body(arguments)
      case .pending(let pending): try await pending.outcome(of: subject, at: place).get()
      default: try result(of: answer, arguments, place)
      }
    }
    log.end(call, outcome, isCancelled: Task.isCancelled)
    return try outcome.get()
  }

  /// Records a call and takes its answer in one step: calls get their answers in the order in which they are recorded.
  private func begin(_ arguments: Arguments) -> (CallLog<Arguments, Result, Failure>.ID, Answer?) {
    let now = UnobservedRead.now
    return stubs.withLock { (log.begin(arguments, at: now), $0.takeNext()) }
  }

  /// Returns an answer that needs no waiting.
  ///
  /// - Parameter place: Where the call is, for issues. Nil makes none, for a call that is not recorded: a spy asks for the
  ///   time, and that endpoint may itself be stubbed with this spy.
  private func result(of answer: Answer?, _ arguments: Arguments, _ place: SourcePlace?) throws(Failure) -> Result {
    switch answer?.kind {
    case .outcome(let outcome):
      return try outcome.get()
    case .body(let body):
      return try body(arguments)
    case .pending(let pending):
      if let outcome = pending.resolved { return try outcome.get() }
      if let place { reportWait(arguments, place) }
    case .asyncBody:
      if let place { reportWait(arguments, place) }
    case nil:
      if let place, needsStub { reportUnstubbed(arguments, place) }
    }
    return try otherwise(arguments)
  }

  private func reportUnstubbed(_ arguments: Arguments, _ place: SourcePlace) {
    report(
      """
      \(subject.capitalizedFirst) was called with \(SpyText.ofArguments(arguments)) before it was stubbed. \
      Stub it first: spy.stub(…), or spy.stub { arguments in … }.
      """,
      at: place
    )
  }

  private func reportWait(_ arguments: Arguments, _ place: SourcePlace) {
    report(
      """
      \(subject.capitalizedFirst) was called synchronously with \(SpyText.ofArguments(arguments)), and its answer takes an \
      asynchronous call, which can wait. Call it with await, resolve the answer before the call, or stub it with a result.
      """,
      at: place
    )
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
