public import GlobalEnvironment

extension Environment {

  /// Makes one call of an endpoint fail, in any test with a mock.
  ///
  /// ```swift
  /// Env.fail(\.http, call: 2, with: .offline)
  /// Env.fail(\.files, "write note.txt", call: 1, with: .diskFull)
  /// ```
  ///
  /// The fault ends with the test, which fails if the call has not come, also where an inner scope or a copy of the test's
  /// mock was to make it. Like a stub, it is not taken back when an earlier `Env` is assigned. The end is known for tests with
  /// the trait `.environment(…)` or `.virtualTime`, for those of an `EnvironmentTestCase`, and for one that called
  /// `useEnvironment(_:)`.
  ///
  /// A live endpoint is never made to fail, not in a mock either, and `files`, `defaults` and `secrets` only in a mock: some
  /// faults remove files and settings. A closure that is assigned to the endpoint afterwards does not fail. A spy that is
  /// there already does not see the call that fails: place faults before spies.
  ///
  /// The key that distinguishes calls of one endpoint is, for `http`, the method and the path, `PUT /notes/1`; for `files`,
  /// the function and the last part of the path, `write note.txt`; for `secrets` and `defaults`, the function and the name,
  /// `read token`; for `notificationCenter`, whose calls are the events of the system that it posts, `NSCalendarDayChanged`,
  /// `NSSystemTimeZoneDidChange`, `NSSystemClockDidChange` or `currentLocaleDidChange`. Requests of `Env.httpBytes` and of `Env.urlSession()` count as calls of `http`; those of sessions that
  /// you configure do not.
  ///
  /// - Parameters:
  ///   - endpoint: The endpoint.
  ///   - key: The key of the calls; nil for all calls of the endpoint.
  ///   - number: The number of the call, from 1; counted from here on, or from the beginning of a test with `.faults`.
  ///   - fault: How it fails.
  ///   - fileID: The module and the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public mutating func fail<Value>(
    _ endpoint: KeyPath<Environment, Value>, _ key: String? = nil, call number: Int = 1, with fault: EnvironmentFault,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let name = String(Self.name(of: endpoint).dropFirst("Env.".count))
    guard FaultyCall.endpoints.contains(name) else {
      return TestHooks.report(
        """
        Env.fail knows no fault for \(Self.name(of: endpoint)). Choose one of \
        \(FaultyCall.endpoints.map { "\\.\($0)" }.joined(separator: ", ")); for an endpoint of your own, declare how it fails, \
        with failing:, and leave out “with:”.
        """,
        at: place)
    }
    guard endpointsThatCanFail.contains(name) else {
      return TestHooks.report(
        """
        \(Self.name(of: endpoint)) is live, or not that of a mock, and may not be made to fail, as some faults remove files \
        and settings. \
        \(TestHooks.adviceForMock(
          inTest: "Assign a mock first (Env = .mock), or give the test the trait .environment(.mock)."))
        """,
        at: place)
    }
    fail(name, key, number, fault, place)
  }

  /// Makes one read of an endpoint of your own return what its declaration has for `failing:`.
  ///
  /// ```swift
  /// Env.fail(\.submit, call: 2)
  /// ```
  ///
  /// Neither an assignment to a member of it nor a spy is a read. A spy does not see the call that fails.
  public mutating func fail<Value>(
    _ endpoint: KeyPath<EnvironmentEndpoints, EnvironmentEndpoint<Value>>, call number: Int = 1,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let declared = EnvironmentEndpoints()[keyPath: endpoint]
    guard declared.saysHowItFails else {
      return TestHooks.report(
        "Env.\(declared.propertyName) does not say how it fails. Declare it with EnvironmentEndpoint(live:mock:failing:).",
        at: place)
    }
    fail(declared.propertyName, nil, number, .fails, place)
  }

  private mutating func fail(
    _ endpoint: String, _ key: String?, _ number: Int, _ fault: EnvironmentFault, _ place: SourcePlace
  ) {
    guard number > 0 else {
      return TestHooks.report("There is no call \(number): calls are counted from 1.", at: place)
    }
    let call = FaultCall(endpoint: endpoint, key: key, number: number)
    let run = adaptByHand(endpoint)
    let isByHand = self.faultMark?.isByHand == true
    run.add(FaultPlan.Entry(call, fault), at: place, isFromHere: isByHand)
    if isByHand { self.faultsByHand?.add(run) }
  }
}

/// Runs `body`, in which no call fails and none is counted: for what a test does to prepare and to check.
///
/// A task that it starts and does not wait for may fail once `body` has returned.
///
/// ```swift
/// let saved = try withoutFaults { try Env.files().read(file) }
/// ```
///
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
public func withoutFaults<Result>(_ body: () throws -> Result) rethrows -> Result {
  if FaultRun.isWithoutFaults?.withLock({ $0 }) == true { return try body() }
  let goesOn = Locked(true)
  defer { goesOn.replace(with: false) }
  return try FaultRun.$isWithoutFaults.withValue(goesOn, operation: body)
}

/// Runs `body`, in which no call fails and none is counted, on the actor of the caller.
///
/// Where a fault has cancelled the task, `body` runs in one of its own, which is not cancelled.
///
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
public func withoutFaults<Success, Failure>(
  isolation: isolated (any Actor)? = #isolation, _ body: @concurrent () async throws(Failure) -> Success
) async throws(Failure) -> Success {
  if FaultRun.isWithoutFaults?.withLock({ $0 }) == true { return try await body() }
  let goesOn = Locked(true)
  defer { goesOn.replace(with: false) }
  let isShielded = Task.isCancelled && FaultRun.current?.hasCancelled == true
  return try await FaultRun.$isWithoutFaults.withValue(goesOn) { () async -> Result<Success, Failure> in
    guard isShielded else { return await result(of: body) }
    return await shielded { await result(of: body) }
  }.get()
}

/// Runs `body` in a task of its own, which is not cancelled with the caller's.
private func shielded<Value>(isolation: isolated (any Actor)? = #isolation, _ body: () async -> Value) async -> Value {
  await withoutActuallyEscaping(body) { body in
    let body = Lent(value: body)
    return await Task {
      _ = isolation
      return Lent(value: await body.value())
    }.value.value
  }
}

private func result<Success, Failure>(
  isolation: isolated (any Actor)? = #isolation, of body: @concurrent () async throws(Failure) -> Success
) async -> Result<Success, Failure> {
  do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
}

/// What one task lends to another. `@unchecked` holds because the first waits until the second has ended.
private struct Lent<Value>: @unchecked Sendable {
  let value: Value
}
