// This copy is yours to change. It belongs in a test target. `@testable import` names the module that contains
// Environment.swift: write the name of your module there.

import XCTest

@testable import App

/// A test case whose tests each begin with `Env = .mock`, and end with the live environment, even when they throw.
///
/// ```swift
/// final class GreeterTests: EnvironmentTestCase {
///   func testGreetsInTheMorning() { XCTAssertEqual(greeting(), "Good morning") }
/// }
/// ```
///
/// A test that moves time says `@MainActor func testHides() async`: on Linux, XCTest runs no synchronous test on the main
/// actor.
nonisolated class EnvironmentTestCase: XCTestCase {
  // Around setUp, the test and tearDown, in all their variants: a subclass may override any of them, with or without a
  // call of super, and finds the mock there.
  override func invokeTest() {
    Env = .mock
    defer { Env.reset() }
    super.invokeTest()
  }
}
