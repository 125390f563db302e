#if os(Linux)
  import Foundation
  import GlobalEnvironmentTesting
  import Resident
  import Synchronization
  import Testing

  /// What tests leave in memory: `swift test -c release --package-path Tests/Packages/Benchmarks --filter MemoryTests`.
  @Suite(.serialized) struct MemoryTests {
    @Test(.growth("100 tests without a trait, 4 MB each"), arguments: 0..<100)
    func writes(_: Int) throws {
      Env = .mock
      try Env.files().write(Data(repeating: 1, count: 4_000_000), to: URL(filePath: "/large"))
      GrowthTrait.note()
    }
  }

  /// Prints by how much the resident memory has grown at most while the cases of a test ran; more than 60 MB are an issue.
  struct GrowthTrait: TestTrait, TestScoping {
    fileprivate let name: String
    private static let peak = Mutex(0)

    /// Looks at the memory.
    static func note() { peak.withLock { $0 = max($0, residentSize()) } }

    func scopeProvider(for test: Test, testCase: Test.Case?) -> GrowthTrait? { testCase == nil ? self : nil }

    func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
      let before = residentSize()
      try await function()
      Self.note()
      let growth = (Self.peak.withLock { $0 } - before) / 1_000_000
      print("\(name): \(growth) MB more")
      #expect(growth < 60)
    }
  }

  extension Trait where Self == GrowthTrait {
    fileprivate static func growth(_ name: String) -> Self { GrowthTrait(name: name) }
  }
#endif
