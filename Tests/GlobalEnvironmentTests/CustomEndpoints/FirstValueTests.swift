import GlobalEnvironmentTesting
import Testing

/// How the first value of an endpoint of one's own is made.
@Suite(.environment(.mock))
struct FirstValueTests {

  @Test func `a mock may be the live value`() {
    #expect(Env.rates == ["EUR": 1])
  }

  @Test @MainActor func `a task that a value begins does not belong to its making`() async {
    await Env.beginning.task?.value
    #expect(Beginning.count.withLock { $0 } == 2)
  }
}

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
  fileprivate var beginning: EnvironmentEndpoint<Beginning> {
    EnvironmentEndpoint(live: Beginning(), mock: Beginning())
  }
}
