import Foundation
import GlobalEnvironmentTesting
import Testing

/// How the first value of an endpoint of one's own is made.
@Suite(.environment(.mock))
struct FirstValueTests {

  @Test func `a mock may be the live value`() {
    #expect(Env.rates == ["EUR": 1])
  }

  @Test func `that of a function, read through a captured environment, is made in that environment, and kept there`()
    async throws
  {
    let model = withEnvironment(.mock(date: .distantPast)) { Model() }
    #expect(model.env.tagged("x") == "\(Date.distantPast) x")
    #expect(try await model.env.waiting() == .distantPast)
    #expect(model.env.run { Env.tagged("y") } == "\(Date.distantPast) y")
  }

  @Test func `so it is on a thread`() async {
    let model = withEnvironment(.mock(date: .distantPast)) { Model() }
    let tagged = await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: model.env.tagged("x")) }
    }
    #expect(tagged == "\(Date.distantPast) x")
  }

  @Test @MainActor func `a task that a value begins does not belong to its making`() async {
    await Env.beginning.task?.value
    #expect(Beginning.count.withLock { $0 } == 2)
  }
}

private final class Model: Sendable {
  let env = CapturedEnvironment()
}

@Sendable private func makeTagged() -> @Sendable (String) -> String { { [date = Env.date()] in "\(date) \($0)" } }
@Sendable private func makeWaiting() -> @Sendable () async throws -> Date { { [date = Env.date()] in date } }

/// A value that begins a task, in which the endpoint has another first value.
private final class Beginning: Sendable {
  static let count = Locked(0)
  let task: Task<Void, Never>?

  init() {
    let number = Self.count.withLock { count in
      count += 1
      return count
    }
    task = number > 1 ? nil : Task { @MainActor in withEnvironment(.mock) { _ = Env.beginning } }
  }
}

extension EnvironmentEndpoints {
  fileprivate var rates: EnvironmentEndpoint<[String: Int]> {
    EnvironmentEndpoint(live: ["EUR": 1], mock: Environment.live.rates)
  }
  fileprivate var tagged: EnvironmentEndpoint<@Sendable (String) -> String> {
    EnvironmentEndpoint(live: makeTagged(), mock: makeTagged())
  }
  fileprivate var waiting: EnvironmentEndpoint<@Sendable () async throws -> Date> {
    EnvironmentEndpoint(live: makeWaiting(), mock: makeWaiting())
  }
  fileprivate var beginning: EnvironmentEndpoint<Beginning> {
    EnvironmentEndpoint(live: Beginning(), mock: Beginning())
  }
}
