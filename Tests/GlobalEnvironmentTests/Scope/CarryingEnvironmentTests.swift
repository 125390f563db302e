import Dispatch
import Foundation
import GlobalEnvironmentTesting
import Testing

/// Borders at which task-locals end: what is lost there, and kept when it is carried.
@Suite(.environment { $0.date = { .distantPast } })
struct CarryingEnvironmentTests {
  init() {
    // To show what is lost.
    CodeOutsideTests.mayUse(\.date)
  }

  @Test func `a dispatch queue`() async {
    await expectLostUnlessCarried { body, carried in
      DispatchQueue.global().async(execute: body)
      DispatchQueue.global().async(execute: carried)
    }
  }

  @Test func `an operation queue`() async {
    await expectLostUnlessCarried { body, carried in
      let queue = OperationQueue()
      queue.addOperation(body)
      queue.addOperation(carried)
    }
  }

  @Test func `a thread`() async {
    await expectLostUnlessCarried { body, carried in
      Thread.detachNewThread(body)
      Thread(block: carried).start()
    }
  }

  @Test func `a detached task, which sees its test's environment`() async throws {
    try await withEnvironment {
      $0.date = { .distantFuture }
    } perform: {
      let lost = try await Task.detached(operation: { try await dateAfterAwhile() }).value
      let kept = try await Task.detached(operation: carryingEnvironment { try await dateAfterAwhile() }).value
      #expect(lost == .distantPast)
      #expect(kept == .distantFuture)
    }
  }

  @Test func `the callback of a delegate`() async {
    let (lost, kept) = (Downloader(), Downloader())
    lost.onProgress = { progress in Env.date() + progress }
    kept.onProgress = carryingEnvironment { progress in Env.date() + progress }
    #expect(await lost.download() != .distantPast + 1)
    #expect(await kept.download() == .distantPast + 1)
  }

  @Test func `the producer of a stream`() async {
    let lost = AsyncStream<Date> { continuation in
      Thread.detachNewThread { continuation.yield(Env.date()) }
    }
    let kept = AsyncStream<Date> { continuation in
      Thread.detachNewThread(carryingEnvironment { _ = continuation.yield(Env.date()) })
    }
    #expect(await lost.first { _ in true } != .distantPast)
    #expect(await kept.first { _ in true } == .distantPast)
  }

  @Test func `a stream that is read elsewhere`() async {
    // Read by a detached task, the producer runs in that one's environment.
    await withEnvironment {
      $0.date = { .distantFuture }
    } perform: {
      let lost = await Task.detached(operation: { [stream = AsyncStream<Date>(unfolding: { Env.date() })] in
        await stream.first { _ in true }
      }).value
      let kept = await Task.detached(operation: {
        [stream = AsyncStream<Date>(unfolding: carryingEnvironment { Env.date() })] in
        await stream.first { _ in true }
      }).value
      #expect(lost == .distantPast)
      #expect(kept == .distantFuture)
    }
  }

  /// The context of a C callback is one pointer: to a box with the function that carries the environment.
  @Test func `a C callback`() async {
    final class Context: Sendable {
      let call: @Sendable () -> Void
      init(_ call: @escaping @Sendable () -> Void) { self.call = call }
    }
    await expectLostUnlessCarried { body, carried in
      for body in [body, carried] {
        let context = Unmanaged.passRetained(Context(body)).toOpaque()
        CLibrary.whenDone({ Unmanaged<Context>.fromOpaque($0).takeRetainedValue().call() }, context)
      }
    }
  }

  // MARK: Functions

  @Test func `a carried function keeps its arguments, its result and its error`() async throws {
    struct Refused: Error {}
    let plain = carryingEnvironment { (left: Int, right: String) in "\(left)\(right)\(Env.date() == .distantPast)" }
    let throwing = carryingEnvironment { (isRefused: Bool) throws in if isRefused { throw Refused() } }
    let waiting = carryingEnvironment { (number: Int) async in
      await Task.yield()
      return Env.date() + TimeInterval(number)
    }
    let both = carryingEnvironment { (isRefused: Bool) async throws in
      await Task.yield()
      if isRefused { throw Refused() }
      return Env.date()
    }
    try await Task.detached {
      #expect(plain(1, "a") == "1atrue")
      #expect(throws: Refused.self) { try throwing(true) }
      try throwing(false)
      #expect(await waiting(1) == .distantPast + 1)
      await #expect(throws: Refused.self) { try await both(true) }
      #expect(try await both(false) == .distantPast)
    }.value
  }

  @Test func `the environment is that in which the function was made, or the one that is named`() {
    let here = EnvironmentScope.current
    withEnvironment(.mock(date: .distantFuture)) {
      let made = carryingEnvironment { Env.date() }
      let named = carryingEnvironment(of: here) { Env.date() }
      here.run { #expect(made() == .distantFuture) }
      #expect(named() == .distantPast)
    }
  }

  @Test func `a carried function lets go of its environment when it goes`() {
    final class Token: Sendable {}
    weak var token: Token?
    var carried: (@Sendable () -> Date)? = withEnvironment {
      let new = Token()
      token = new
      $0.date = { withExtendedLifetime(new) { .distantFuture } }
    } perform: {
      carryingEnvironment { Env.date() }
    }
    #expect(token != nil)
    #expect(carried?() == .distantFuture)
    carried = nil
    #expect(token == nil)
  }

  // MARK: Helpers

  /// Has `cross` send a body and a carried one across, and looks at which dates they see there.
  private func expectLostUnlessCarried(
    _ cross: (_ body: @escaping @Sendable () -> Void, _ carried: @escaping @Sendable () -> Void) -> Void
  ) async {
    let (lost, kept) = (AsyncStream<Date>.makeStream(), AsyncStream<Date>.makeStream())
    cross({ lost.continuation.yield(Env.date()) }, carryingEnvironment { _ = kept.continuation.yield(Env.date()) })
    #expect(await lost.stream.first { _ in true } != .distantPast)
    #expect(await kept.stream.first { _ in true } == .distantPast)
  }
}

@concurrent private func dateAfterAwhile() async throws -> Date {
  try await Env.sleep(for: .zero)
  return Env.date()
}

/// Calls back on a thread of its own, as somebody else's code does.
private final class Downloader: Sendable {
  private let callback = Locked<(@Sendable (TimeInterval) -> Date)?>(nil)

  var onProgress: (@Sendable (TimeInterval) -> Date)? {
    get { callback.withLock { $0 } }
    set { callback.withLock { $0 = newValue } }
  }

  func download() async -> Date? {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: self.onProgress?(1)) }
    }
  }
}

/// Takes a function pointer and a context, as C does.
private enum CLibrary {
  static func whenDone(
    _ callback: @escaping @convention(c) (UnsafeMutableRawPointer) -> Void, _ context: UnsafeMutableRawPointer
  ) {
    // Only the callback touches what the context points to, once.
    nonisolated(unsafe) let context = context
    Thread.detachNewThread { callback(context) }
  }
}
