// This copy is yours to change. It belongs in a test target. `@testable import` names the module that contains
// Environment.swift: write the name of your module there.

import Testing

@testable import App

/// Gives each test, and each case of a parameterized test, an environment of its own.
///
/// ```swift
/// @Suite(.environment(.mock)) struct GreeterTests {
///   @Test func greetsInTheMorning() { #expect(greeting() == "Good morning") }
/// }
/// ```
///
/// Tests may run in parallel and set `Env`: none sees what another one set. Code that leaves the test's task, by
/// `DispatchQueue.async` or `Task.detached`, leaves its environment, too.
nonisolated struct EnvironmentTrait: TestTrait, SuiteTrait, TestScoping {
  fileprivate let environment: @Sendable () -> Environment

  /// A suite hands the trait on to its tests.
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await EnvironmentBox.$current.withValue(EnvironmentBox(environment()), operation: function)
  }
}

nonisolated extension Trait where Self == EnvironmentTrait {
  /// Gives each test an environment of its own, which begins as `environment`.
  ///
  /// - Parameter environment: Evaluated anew for each test and each case.
  /// - Returns: The trait, for `@Test(…)` or `@Suite(…)`.
  static func environment(_ environment: @autoclosure @escaping @Sendable () -> Environment) -> Self {
    EnvironmentTrait(environment: environment)
  }
}
