import Testing

@testable import GlobalEnvironmentTime

/// What a run can do next.
struct ReadyJobsTests {
  @Test(arguments: [nil, 0, 1])
  func `what has been taken is held no longer, while others wait`(seed: Int?) {
    final class Model: Sendable {}
    var jobs = ReadyJobs(RunOrder(seed: seed))
    weak var first: Model?
    do {
      let model = Model()
      first = model
      jobs.append(.block { withExtendedLifetime(model) {} })
    }
    // Behind it, as the last one that is taken empties the queue.
    if seed == nil { jobs.append(.block {}) }
    _ = jobs.takeNext()
    jobs.append(.block {})
    jobs.append(.block {})
    #expect(first == nil)
    #expect(jobs.takeNext() != nil)
    #expect(!jobs.isEmpty)
  }
}
