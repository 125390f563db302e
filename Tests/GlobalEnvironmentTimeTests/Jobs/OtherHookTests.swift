#if os(Linux) || os(macOS)
  #if !canImport(Darwin) && compiler(>=6.3) && compiler(<6.4)
    @_spi(ExperimentalCustomExecutors) import _Concurrency
  #endif
  import Dispatch
  import Foundation
  import GlobalEnvironmentTesting
  import Testing

  @testable import GlobalEnvironmentMocks
  @testable import GlobalEnvironmentRecordings
  @testable import GlobalEnvironmentStubs
  @testable import GlobalEnvironmentTime
  @testable import GlobalEnvironmentWire

  /// Another library that uses the runtime's hook, as some do to run everything on the main actor. Each in a process of its own.
  struct OtherHookTests {

    @Test func `a hook that another library has put in place stays there, and virtual time is exact`() async {
      await #expect(processExitsWith: .success) {
        Env = .mock
        OtherHook.put()
        try await OtherHook.expectExactTime()
        try #require(OtherHook.isInPlace || !Jobs.showYields)
        try #require(OtherHook.calls > 0)
      }
    }

    @Test func `a hook that another library puts in place between two runs changes neither`() async {
      await #expect(processExitsWith: .success) {
        Env = .mock
        try await OtherHook.expectExactTime()
        OtherHook.put()
        try await OtherHook.expectExactTime()
        OtherHook.remove()
        try await OtherHook.expectExactTime()
      }
    }

    @Test func `a hook that another library sets or takes away during a run is told`() async {
      await #expect(processExitsWith: .success) {
        guard Jobs.seam is RuntimeHooks else { return }
        Env = .mock
        for change in [OtherHook.put, OtherHook.remove] {
          try await withKnownIssue {
            try await withVirtualTime { change() }
          } matching: {
            $0.description.contains("a library that sets the runtime's hooks has taken the place")
          }
        }
        try await OtherHook.expectExactTime()
      }
    }

    @Test func `code of others goes its way through the other library's hook`() async {
      await #expect(processExitsWith: .success) {
        Env = .mock
        try await OtherHook.expectExactTime()
        OtherHook.put()
        try await withVirtualTime { try await Env.sleep(for: .seconds(1)) }
        let calls = OtherHook.calls
        let isDiverted = await Task.detached { isOnMainQueue() }.value
        try #require(isDiverted)
        try #require(OtherHook.calls > calls)
      }
    }

    @Test func `detached tasks leave the main queue after a library has sent all there for a while`() async {
      await #expect(processExitsWith: .success) {
        Env = .mock
        try await OtherHook.expectExactTime()
        for _ in 0..<2 {
          try await OtherHook.whileOn { try #require(await OtherHook.isDiverting) }
          try #require(await !OtherHook.isDiverting)
        }
      }
    }

    @Test func `so they do where it puts back the hook that it has found, and a run has begun meanwhile`() async {
      await #expect(processExitsWith: .success) {
        Env = .mock
        try await OtherHook.expectExactTime()
        for _ in 0..<2 {
          try await OtherHook.whileInPlace { try await OtherHook.expectExactTime() }
          try #require(await !OtherHook.isDiverting)
        }
      }
    }

    #if !canImport(Darwin) && compiler(>=6.3) && compiler(<6.4)
      @Test(.enabled(if: Environment.live.environmentVariable(Jobs.hooksVariable) == nil))
      func `a hook that runs the jobs itself before our executors see them is told`() async {
        await #expect(processExitsWith: .success) {
          Env = .mock
          try await withVirtualTime { try await Env.sleep(for: .seconds(1)) }
          OtherHook.takeOver()
          try #require(Jobs.seam.replacement != nil)
          try await withKnownIssue {
            try await withVirtualTime {}
          } matching: {
            $0.description.contains("a library that sets the runtime's hooks has taken the place")
          }
          OtherHook.remove()
          try #require(Jobs.seam.replacement == nil)
        }
      }

      @Test(.enabled(if: Environment.live.environmentVariable(Jobs.hooksVariable) == nil))
      func `executors that another library puts in place of ours are named in an issue`() async {
        await #expect(processExitsWith: .success) {
          Env = .mock
          try await withVirtualTime { try await Env.sleep(for: .seconds(1)) }
          _createExecutors(factory: OtherExecutors.self)
          try await withKnownIssue {
            try await withVirtualTime {}
          } matching: {
            $0.description.contains("OtherMainExecutor has taken the place")
          }
        }
      }
    #endif
  }

  #if !canImport(Darwin) && compiler(>=6.3) && compiler(<6.4)
    /// What a library that replaces the executors brings.
    private enum OtherExecutors: ExecutorFactory {
      static let main = OtherMainExecutor(in: MainActor.executor)
      static let global = Task<Never, Never>.defaultExecutor

      static var mainExecutor: any MainExecutor { main }
      static var defaultExecutor: any TaskExecutor { global }
    }

    private final class OtherMainExecutor: MainExecutor {
      private let original: any MainExecutor

      init(in original: any MainExecutor) { self.original = original }

      func enqueue(_ job: consuming ExecutorJob) { original.enqueue(job) }
      func run() throws { try original.run() }
      func stop() { original.stop() }
      var isMainExecutor: Bool { true }
      func checkIsolated() { original.checkIsolated() }
      func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
    }
  #endif

  private func isOnMainQueue() -> Bool { DispatchQueue.getSpecific(key: key) == true }

  private let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Sends what is enqueued to the main actor, and counts.
  private enum OtherHook {
    private typealias Original = @convention(thin) (UnownedJob) -> Void
    private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

    private static let count = Locked(0)
    static var calls: Int { count.withLock { $0 } }

    /// `nonisolated(unsafe)` holds because the address is found once, and one thread of the process writes there.
    nonisolated(unsafe) private static let variable = dlsym(dlopen(nil, RTLD_NOW), "swift_task_enqueueGlobal_hook")

    static func put() {
      set { job, original in OtherHook.divert(job) }
    }

    #if !canImport(Darwin) && compiler(>=6.3) && compiler(<6.4)
      /// Runs all jobs on a queue of its own, as an event loop does.
      static func takeOver() {
        set { job, original in OtherHook.runAlone(job) }
      }

      private static let loop = DispatchQueue(label: "event loop", attributes: .concurrent)

      private static func runAlone(_ job: UnownedJob) {
        loop.async { job.runSynchronously(on: globalConcurrentExecutor.asUnownedTaskExecutor()) }
      }
    #endif

    private static func set(_ hook: Hook) {
      variable?.assumingMemoryBound(to: Hook.self).pointee = hook
    }

    private static func divert(_ job: UnownedJob) {
      count.withLock { $0 += 1 }
      MainActor.shared.enqueue(job)
    }

    /// Whether a detached task runs on the main queue.
    static var isDiverting: Bool { get async { await Task.detached { isOnMainQueue() }.value } }

    /// Runs `body` with this hook, as a library does that knows only whether there is one.
    @MainActor static func whileOn(_ body: @Sendable () async throws -> Void) async rethrows {
      let wasOn = isInPlace
      defer { if wasOn { put() } else { remove() } }
      put()
      try await body()
    }

    /// Runs `body` with this hook, and puts back the one before.
    static func whileInPlace(_ body: () async throws -> Void) async rethrows {
      let before = variable?.load(as: UInt.self)
      defer { if let before { variable?.storeBytes(of: before, as: UInt.self) } }
      put()
      try await body()
    }

    static func remove() { variable?.storeBytes(of: 0, as: UInt.self) }

    static var isInPlace: Bool { variable?.load(as: UInt.self) != 0 }

    static func expectExactTime() async throws {
      try await withVirtualTime {
        let sleeper = Task { try await Env.sleep(for: .seconds(60)) }
        let before = Env.clock.now
        for _ in 0..<50 { await Task.detached { await Task { await MainActor.run {} }.value }.value }
        try #require(Env.clock.now == before)
        sleeper.cancel()
      }
    }
  }
#endif
