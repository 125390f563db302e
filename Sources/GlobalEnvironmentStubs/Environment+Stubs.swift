public import GlobalEnvironment

extension Environment {

  /// Answers the requests that `matcher` matches with `response`, instead of the network.
  ///
  /// ```swift
  /// Env.stub(.get("/posts"), .file("posts_response.json"))
  /// Env.stub(.post("/users/:id").json(["name": "B"]), .json(["ok": true], status: 201).delay(.seconds(2)))
  /// ```
  ///
  /// Of several stubs that match, the newest answers. A stub that has answered no request when its test ends fails the
  /// test; see ``Stub/optional()``.
  ///
  /// - Returns: The stub, to set expectations on it, or to remove it.
  @discardableResult
  public func stub(
    _ matcher: RequestMatcher, _ response: StubResponse,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Stub {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    if let misuse = response.misuse { _ = RequestIssues.report(misuse, at: place) }
    guard let stubs = stubs(place) else {
      return Stub(matcher, response, serial: 0, place: place, stubs: nil)
    }
    return stubs.add(matcher, response, place)
  }

  /// Removes all stubs. They are not reported as unused; their expectations are still checked.
  public func removeAllStubs(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    stubs(SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))?.removeAll()
  }

  /// Chooses what happens to requests that no stub matches.
  ///
  /// ```swift
  /// Env = .mock.unmatched(.respond500)
  /// ```
  ///
  /// - Returns: This environment, which shares its stubs with the one that was asked.
  @discardableResult
  public func unmatched(
    _ policy: UnmatchedRequests,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Environment {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    stubs(place)?.state.replace(\.policy, with: policy)
    return self
  }

  /// Chooses by whose rules the mock keeps cookies.
  ///
  /// ```swift
  /// Env = .mock.cookies(.linuxFoundation)
  /// ```
  ///
  /// - Returns: This environment, which shares its cookies with the one that was asked.
  @discardableResult
  public func cookies(
    _ rules: MockCookieRules,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Environment {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    stubs(place)?.state.replace(\.cookieRules, with: rules)
    return self
  }

  /// The requests that this mock was sent, in order; each hop of a redirect is one.
  ///
  /// It keeps the newest 10,000, or fewer when their bodies take more than 64 MB; ``requestCount`` counts them all.
  public var requests: [SentRequest] { stubs(nil)?.state.withLock { $0.log }.requests ?? [] }

  /// How many requests this mock was sent, including those that ``requests`` has forgotten.
  public var requestCount: Int { stubs(nil)?.state.withLock { $0.log.total } ?? 0 }

  /// The stubs of this environment; if there are none, the running test fails.
  private func stubs(_ place: SourcePlace?) -> HTTPStubs? {
    if let stubs = self.httpStubs { return stubs }
    TestHooks.report(
      """
      Stubs are for a mock, and this environment is not one. \
      \(TestHooks.adviceForMock(
        inTest: "Assign a mock first (Env = .mock), or give the test the trait .environment(.mock)."))
      """,
      at: place
    )
    return nil
  }
}

extension EnvironmentEndpoints {
  /// What answers the requests of a mock; nil where they are real.
  package var httpStubs: EnvironmentEndpoint<HTTPStubs?> { EnvironmentEndpoint(live: nil, mock: nil) }
}

extension HTTPStubs {

  /// The stubs of the current environment; nil where requests are real.
  package static var current: HTTPStubs? { Env.httpStubs }

  fileprivate func add(_ matcher: RequestMatcher, _ response: StubResponse, _ place: SourcePlace) -> Stub {
    state.withLock { state in
      let stub = Stub(matcher, response, serial: state.nextSerial, place: place, stubs: self)
      state.nextSerial += 1
      state.index.add(stub)
      return stub
    }
  }

  func remove(_ stub: Stub) {
    state.withLock { state in
      state.index.remove(stub)
      stub.setRemoved()
      if stub.mustBeKept() { state.removed.append(stub) }
    }
  }

  /// Looks again at a stub that may answer more requests than it could before.
  func restore(_ stub: Stub) {
    state.withLock { $0.index.restore(stub) }
  }

  /// Keeps a stub that has got its expectation after it was removed.
  func keepIfRemoved(_ stub: Stub) {
    state.withLock { state in
      if stub.mustBeKept() { state.removed.append(stub) }
    }
  }

  fileprivate func removeAll() {
    // What is not kept is released outside the lock.
    _ = state.withLock { state in
      let index = state.index
      for stub in index.all { stub.setRemoved() }
      state.removed += index.all.filter { $0.mustBeKept() }
      state.index.removeAll()
      return index
    }
  }
}
