// audit:allow-file clock – the search for the least choices ends after some seconds of real time.

import GlobalEnvironment
import GlobalEnvironmentMocks

/// Which choices of a seed make its test fail.
///
/// They are taken back one by one, as long as it still fails. Each that is left lets one task run before others. Then it lets
/// it run before fewer of them, as long as the test still fails.
enum LeastOrder {
  /// How often the test is run for that, at most, and for how long. What is found then may be more than is needed.
  private static let mostRuns = 1_000
  private static let patience = Duration.seconds(20)
  /// How many choices are told.
  private static let mostLines = 8

  /// Says which choices of a seed are needed.
  ///
  /// - Parameters:
  ///   - seeded: A run of the seed that has failed, and has noted its choices.
  ///   - attempt: Runs the test once more, in some order.
  /// - Returns: Nil where the test does not fail again by these choices alone.
  static func words(
    of seeded: VirtualTimeAttempt, _ attempt: (RunOrder) async throws -> VirtualTimeAttempt
  ) async throws -> String? {
    let end = ContinuousClock.now + patience
    let runs = Locked(0)
    let least = await least(of: seeded.run.detours) { detours in
      let count = runs.withLock { count in
        count += 1
        return count
      }
      guard count <= mostRuns, .now < end, let made = try? await attempt(.detours(detours)) else { return false }
      return made.fails(like: seeded)
    }
    guard let least else { return nil }
    if least.isEmpty { return "It also fails when tasks run in the order in which they became ready." }
    let explained = try await attempt(.detours(least, explains: true)).run.explanations
    return explained.isEmpty ? nil : words(for: explained)
  }

  private static func words(for lines: [String]) -> String {
    let rest = lines.count > mostLines ? "\n- … and \(lines.count - mostLines) more." : ""
    return """
      When tasks run in the order in which they became ready, it passes. It fails because of this:
      \(lines.prefix(mostLines).map { "- \($0)." }.joined(separator: "\n"))\(rest)
      """
  }

  private static func least(of all: [Detour], _ fails: ([Detour]) async -> Bool) async -> [Detour]? {
    if await fails([]) { return [] }
    guard !all.isEmpty, await fails(all) else { return nil }
    var least = await Shrinking.smallest(of: all, fails)
    var index = 0
    while index < least.count {
      if let fewer = await without(index, of: least, fails) { least = fewer } else { index += 1 }
    }
    for index in least.indices {
      // Before one that had become ready as late as possible.
      for before in stride(from: least[index].index - 1, to: 0, by: -1) {
        var closer = least
        closer[index].before = before
        if await fails(closer) {
          least = closer
          break
        }
      }
    }
    return least
  }

  /// Leaves one out. What comes later may come a step sooner or later then, and stand elsewhere among those that may run.
  private static func without(
    _ index: Int, of detours: [Detour], _ fails: ([Detour]) async -> Bool
  ) async -> [Detour]? {
    if detours.count == 1 { return nil }
    for (steps, places) in [-1, 0, 1].flatMap({ steps in [-1, 0, 1].map { (steps, $0) } }) {
      var rest = detours
      for later in rest[index...].indices {
        rest[later].step += steps
        rest[later].index += places
      }
      rest.remove(at: index)
      if await fails(rest) { return rest }
    }
    return nil
  }
}
