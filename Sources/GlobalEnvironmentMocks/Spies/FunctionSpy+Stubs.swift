import GlobalEnvironment

// Each of these replaces what was stubbed before. What is replaced is released outside the lock.

extension FunctionSpy {

  /// Answers calls with these results, one after the other; the last one repeats.
  public func stub(_ first: Result, _ rest: Result...) {
    stub(with: ([first] + rest).map { .returns($0) })
  }

  /// Answers calls in these ways, one after the other; the last one repeats.
  ///
  /// ```swift
  /// load.stub(.throws(URLError(.timedOut)), .returns(note))
  /// ```
  public func stub(_ first: Answer, _ rest: Answer...) {
    stub(with: [first] + rest)
  }

  /// Answers calls by running `body` with the arguments.
  public func stub(_ body: @escaping Body) {
    stub(with: [.runs(body)])
  }

  /// Answers asynchronous calls by running `body` with the arguments, on the actor of the caller.
  public func stub(_ body: @escaping @Sendable (Arguments) async throws(Failure) -> Result) {
    stub(with: [.runs(body)])
  }

  /// Makes asynchronous calls wait until the test resolves the returned answer, which may be before the calls.
  ///
  /// ```swift
  /// let answer = load.stubPending()
  /// model.refresh()
  /// #expect(model.isLoading)
  /// answer.resolve(returning: note)
  /// ```
  public func stubPending(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> PendingAnswer<Result, Failure> {
    let pending = PendingAnswer<Result, Failure>(fileID: fileID, filePath: filePath, line: line, column: column)
    stub(with: [.waits(for: pending)])
    return pending
  }

  /// Makes asynchronous calls wait until the test resolves the returned answer, but not longer than a while.
  ///
  /// ```swift
  /// let answer = load.stubPending(or: .failure(URLError(.timedOut)), after: .seconds(60))
  /// ```
  ///
  /// - Parameters:
  ///   - fallback: What the calls then return or throw.
  ///   - delay: How long after the first call began to wait, in the time of `Env.scheduler()`.
  ///   - fileID: The module and the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  @discardableResult
  public func stubPending(
    or fallback: Swift.Result<Result, Failure>, after delay: Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> PendingAnswer<Result, Failure> {
    let pending = PendingAnswer(
      or: fallback, after: delay, fileID: fileID, filePath: filePath, line: line, column: column)
    stub(with: [.waits(for: pending)])
    return pending
  }

  /// Answers calls with these results when all that was stubbed before has been given once; the last one repeats.
  public func append(_ first: Result, _ rest: Result...) {
    append(([first] + rest).map { .returns($0) })
  }

  /// Answers calls in these ways when all that was stubbed before has been given once; the last one repeats.
  public func append(_ first: Answer, _ rest: Answer...) {
    append([first] + rest)
  }

  private func append(_ answers: [Answer]) {
    stubs.withLock { $0.answers += answers }
  }

  /// Removes all stubs: the closure or the placeholder that the spy was made with answers calls.
  public func unstub() {
    stub(with: [])
  }

  private func stub(with answers: [Answer]) {
    stubs.replace(with: Stubs(answers: answers))
  }
}
