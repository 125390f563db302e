import Foundation
import Testing

/// Prints what each case of a test has cost, in processor time of the whole process.
struct RowTrait: TestTrait, TestScoping {
  fileprivate let name: String
  fileprivate let count: Int?

  func scopeProvider(for test: Test, testCase: Test.Case?) -> RowTrait? { testCase == nil ? self : nil }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let start = Self.processorTime
    try await function()
    guard let count else { return }
    let microseconds = (Self.processorTime - start) / Double(count) * 1_000_000
    print("\(name), \(count) tests: \(microseconds.formatted(.number.precision(.fractionLength(1)))) µs each")
  }

  /// The processor time that this process has used, in seconds.
  private static var processorTime: Double {
    Double(clock()) / Double(CLOCKS_PER_SEC)
  }
}

extension Trait where Self == RowTrait {
  static func row(_ name: String, _ count: Int? = nil) -> Self { RowTrait(name: name, count: count) }
}

/// What Swift Testing itself takes for a trait around each test.
struct EmptyTrait: TestTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await function()
  }
}

extension Trait where Self == EmptyTrait {
  static var empty: Self { EmptyTrait() }
}
