import Foundation
import GlobalEnvironmentTesting
import Testing

/// What a read costs in the build that runs here: `swift test --package-path Tests/Packages/Benchmarks --filter DebugCostTests` shows
/// a debug build, in which tests run.
@Suite(.serialized) struct DebugCostTests {
  @Test func `reads are printed beside their limits`() {
    let environment = Environment()
    let path: KeyPath<Environment, @Sendable () -> Date> & Sendable = \.date
    row("Limit: an endpoint of a struct") { environment.date() }
    // Without optimization, Swift copies the struct to read a closure of it by its key path: it retains each endpoint.
    row("Limit: an endpoint of a struct, by its key path") { environment[keyPath: path]() }
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
