import Foundation
import GlobalEnvironmentTesting
import Testing

/// What is released with an environment: its deinit must not reach the user's own files.
struct ReleaseTests {

  @Test func `the deinit of what only an endpoint of a test holds does not see the live world`() async throws {
    let seen = Locked<Date?>(nil)
    try await inATest {
      let held = Held { seen.replace(with: Env.date()) }
      Env.locale = { withExtendedLifetime(held) { Locale(identifier: "en_US") } }
    }
    #expect(seen.withLock { $0 } == Environment.mock.date())
  }

  @Test func `nor does that of what only the work of a test holds that was never due`() async throws {
    let seen = Locked<Date?>(nil)
    try await inATest {
      let held = Held { seen.replace(with: Env.date()) }
      Env.scheduler().schedule(after: .seconds(10)) { withExtendedLifetime(held) {} }
    }
    #expect(seen.withLock { $0 } == Environment.mock.date())
  }

  @Test func `nor does that of what only an environment holds, in a test without one of its own`() {
    let seen = Locked<Date?>(nil)
    withEnvironment(.mock) {
      let held = Held { seen.replace(with: Env.date()) }
      Env.locale = { withExtendedLifetime(held) { Locale(identifier: "en_US") } }
    }
    #expect(seen.withLock { $0 } == Environment.mock.date())
  }

  @Test func `nor does a task that such a deinit makes`() async {
    let seen = Locked<Task<Date, Never>?>(nil)
    withEnvironment(.mock) {
      let held = Held { seen.replace(with: Task { Env.date() }) }
      Env.locale = { withExtendedLifetime(held) { Locale(identifier: "en_US") } }
    }
    #expect(await seen.withLock { $0 }?.value == Environment.mock.date())
  }

  @Test func `the deinit of what an environment inside a test holds sees that of the test`() async throws {
    let seen = Locked<Date?>(nil)
    try await inATest {
      Env.date = { .distantPast }
      withEnvironment(.mock) {
        let held = Held { seen.replace(with: Env.date()) }
        Env.locale = { withExtendedLifetime(held) { Locale(identifier: "en_US") } }
      }
    }
    #expect(seen.withLock { $0 } == .distantPast)
  }

  #if os(Linux) || os(macOS)
    @Test func `such a deinit does not see a time that moves, where the first is in a run`() async {
      await #expect(processExitsWith: .success) {
        Env = .mock
        let seen = Locked<Date?>(nil)
        // Code of no test, which a run may run as well.
        let release: @Sendable () -> Void = {
          EnvironmentScope.root.run {
            withEnvironment(.mock) {
              let held = Held { seen.replace(with: Env.date()) }
              Env.locale = { withExtendedLifetime(held) { Locale(identifier: "en_US") } }
            }
          }
        }
        try await withVirtualTime {
          release()
          try await Env.sleep(for: .seconds(60))
        }
        release()
        try #require(seen.withLock { $0 } == Environment.mock.date())
      }
    }
  #endif

  /// Runs `body` as a test with an environment of its own.
  private func inATest(_ body: @concurrent @Sendable () async throws -> Void) async throws {
    let test = try #require(Test.current)
    let trait: EnvironmentTrait = .environment(.mock)
    try await trait.provideScope(for: test, testCase: nil, performing: body)
  }

  /// Calls a function when it is released.
  private final class Held: Sendable {
    private let onRelease: @Sendable () -> Void

    init(_ onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }

    deinit { onRelease() }
  }
}
