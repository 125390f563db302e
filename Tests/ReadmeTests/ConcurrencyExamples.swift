// The examples of the articles “Concurrency and scopes” and “Running tests in parallel”, and
// those of the landing page of GlobalEnvironmentTesting, each as it stands there.

import Dispatch
import Foundation
import GlobalEnvironmentTesting
import Testing
import XCTest

/// Around it, as the tests of this target begin in no environment.
private enum AnotherTarget {
  enum EveryTest: TargetEnvironment { static var environment: Environment { .mock } }
}

struct ScopedBodyTests {
  @MainActor func preview() async throws -> [String] {
    try await withEnvironment(.mock.unmatched(.fail(.notConnectedToInternet))) {
      try await postTitles()
    }
  }

  @Test func `what a body throws is thrown`() async {
    let error = await #expect(throws: URLError.self) { try await preview() }
    #expect(error?.code == .notConnectedToInternet)
  }
}

struct ClockTests {
  init() { Env = .mock }

  @Test func showsTheHourOfGreenwich() {
    Env.timeZone = { .gmt }
    #expect(Env.calendar().component(.hour, from: Env.date()) == 8)
  }

  @Test func showsTheHourOfChicago() {
    #expect(Env.calendar().component(.hour, from: Env.date()) == 2)
  }
}

@Suite(.environment(.mock))
struct TraitTests {
  @Test(.environment { $0.date = { .distantPast } })
  func worksForRomans() {
    #expect(Env.date() == .distantPast)
  }

  @Test(.environment { $0.locale = { Locale(identifier: "de_DE") } })
  func greetsInGerman() {
    #expect(Env.locale().identifier == "de_DE")
    #expect(Env.timeZone().identifier == "America/Chicago")
  }

  @Test(.environment(.exclusive)) func survivesARestart() {
    Env = .mock
    defer { Env.reset() }
    #expect(greeting() == "Good morning")
  }

  @Test(.environment(.mock)) func greetsFromAQueue() async {
    let scope = EnvironmentScope.current
    let date = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        scope.run { continuation.resume(returning: Env.date()) }
      }
    }
    #expect(date == Env.date())
  }

  #if os(Linux) || os(macOS)
    @Test func endsWithoutAnAccount() async {
      await #expect(processExitsWith: .failure) {
        Env = .mock
        try openAccount(named: "")
      }
    }
  #endif
}

private func openAccount(named name: String) throws {
  if name.isEmpty { throw CocoaError(.fileNoSuchFile) }
}

final class ScreenTestCase: EnvironmentTestCase {
  override var environment: Environment { .mock(timeZone: .gmt) }

  func testShowsMorning() {
    XCTAssertEqual(Env.calendar().component(.hour, from: Env.date()), 8)
  }
}

final class ReminderTestCase: EnvironmentTestCase {
  override var isInVirtualTime: Bool { true }

  func testRemindsAfterAnHour() async throws {
    try await Env.sleep(for: .seconds(3_600))
  }
}
