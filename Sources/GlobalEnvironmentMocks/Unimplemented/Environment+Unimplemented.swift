public import GlobalEnvironment

extension Environment {

  /// An environment whose endpoints fail the running test, except those that are assigned.
  ///
  /// A call records an issue that names the endpoint, and then throws ``UnimplementedError`` or returns a harmless value:
  /// that of a mock of its own. Endpoints that are declared in `EnvironmentEndpoints` are an issue when they are read, and
  /// the schedulers each time that they are used, even long after they were read.
  ///
  /// On Linux, the issue appears at the line of the call; elsewhere at the running test. Use `unimplemented { … }` to have it
  /// at the line where the environment is made.
  public static var unimplemented: Environment { unimplemented(at: nil) }

  /// Makes an environment in which a test may touch what `change` assigns, and nothing else.
  ///
  /// ```swift
  /// Env = .unimplemented {
  ///   $0.date = { .distantPast }
  ///   $0.http = { try await spy.call($0) }
  ///   $0.posts = Posts(list: { [] }, title: unimplemented("posts.title"))
  /// }
  /// ```
  ///
  /// The issue appears at the line where the environment is made. Assign an own endpoint that is a struct of closures as a
  /// whole: changing one member reads the others, which is an issue.
  public static func unimplemented(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ change: (inout Environment) -> Void
  ) -> Environment {
    var environment = unimplemented(at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
    change(&environment)
    return environment
  }

  private static func unimplemented(at place: SourcePlace?) -> Environment {
    let (mock, maker) = (Environment.mock, TestHooks.Maker.current)
    var environment = mock
    environment.http = { _ in throw UnimplementedError(name: name(of: \.http)) }
    environment.httpBytes = { _, _ in throw UnimplementedError(name: name(of: \.httpBytes)) }
    environment.openURL = { _ in false }
    environment.observeCalls(in: EnvironmentScope(mock, in: ScopeFamily())) { report($0, "called", place, maker) }
    // These announce their uses instead. The time of a mock would not work: no code moves it, so a task would sleep forever.
    let scheduler = unimplementedScheduler(name(of: \.scheduler), place, maker)
    let backgroundScheduler = unimplementedScheduler(name(of: \.backgroundScheduler), place, maker)
    environment.scheduler = { scheduler }
    environment.backgroundScheduler = { backgroundScheduler }
    environment.mockOwnEndpoints()
    environment.announceReadsOfOwnEndpoints { name, isAssigned in
      if !isAssigned { report(name, "read", place, maker) }
    }
    environment.httpStubs = nil
    environment.mockWorld = nil
    return environment
  }

  private static func unimplementedScheduler(
    _ name: String, _ place: SourcePlace?, _ maker: TestHooks.Maker?
  ) -> UnimplementedScheduler {
    UnimplementedScheduler(name: name) { report(name, $0, place, maker) }
  }

  private static func report(_ name: String, _ what: String, _ place: SourcePlace?, _ maker: TestHooks.Maker?) {
    let member = name.endpointName.dropFirst("Env.".count)
    TestHooks.report(
      """
      \(name) was \(what), and is not implemented in this test. Say what it does: .unimplemented { $0.\(member) = … }, or \
      Env.\(member) = … in the test. Or take a mock: Env = .mock.
      """,
      at: place, madeBy: maker
    )
  }
}
