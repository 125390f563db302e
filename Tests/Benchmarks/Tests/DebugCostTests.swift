import Foundation
import GlobalEnvironmentTesting
import Testing

/// What a read costs in the build that runs here: `swift test --package-path Tests/Benchmarks --filter DebugCostTests` shows
/// a debug build, in which tests run.
@Suite(.serialized) struct DebugCostTests {
  private struct World: Sendable {
    var date: @Sendable () -> Date = { Date(timeIntervalSinceReferenceDate: 0) }
    var zone: @Sendable () -> Date = { .distantPast }
  }

  @Test func `reads are printed beside their limits`() {
    let world = World()
    let path: KeyPath<World, @Sendable () -> Date> & Sendable = \.date
    row("Limit: a closure of a struct") { world.date() }
    row("Limit: a closure of a struct, by its key path") { world[keyPath: path]() }
    withEnvironment {
      $0.date = { Date(timeIntervalSinceReferenceDate: 0) }
    } perform: {
      let captured = CapturedEnvironment()
      row("Read Env, in a scope") { Env.date() }
      row("Read captured, of a scope") { captured.date() }
    }
  }

  /// Prints the best of ten tries.
  private func row(_ name: String, _ read: () -> Date) {
    let count = 20_000
    let best = (0..<10).map { _ in ContinuousClock().measure { for _ in 0..<count { _ = read() } } }.min() ?? .zero
    print("\(name): \(Int(best / .nanoseconds(count))) ns")
  }
}
