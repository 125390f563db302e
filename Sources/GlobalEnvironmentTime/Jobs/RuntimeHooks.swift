// audit:allow-file scheduling – jobs of the main actor go to the main queue.

import Dispatch
import Foundation
import GlobalEnvironment

/// The hooks of the concurrency runtime: variables that hold a function, which is shown each job.
///
/// They are declared in the runtime's `Concurrency.h`. From Swift 6.3, on Apple's systems from 26.4, no hook shows a task
/// that yields before it is ready again.
struct RuntimeHooks: JobSeam {
  /// What a message calls someone else who sets the hooks.
  static let other = "a library that sets the runtime's hooks"

  /// Held while the hooks are put in place, as several runs may begin at once.
  private static let installing = Locked(())

  /// Puts our hooks in front of those set before, which get the jobs that no run takes.
  func install() {
    Self.installing.withLock { _ in
      Hooks.global.put { job, original in Hooks.global.show(job, original) }
      Hooks.main.put { job, original in Hooks.main.show(job, original) }
      guard let address = Hooks.address("swift_task_getMainExecutor_hook") else { return }
      address.assumingMemoryBound(to: Hooks.MainExecutor?.self).pointee = { _ in Hooks.mainActor }
    }
  }

  var replacement: String? {
    // This puts nothing back. The other library may put our hook back itself; if it does not, the next run does.
    let isReplaced = Self.installing.withLock { _ in Hooks.global.isReplaced || Hooks.main.isReplaced }
    return isReplaced ? Self.other : nil
  }

  var successor: String? {
    install()
    return Hooks.global.isThere ? nil : "a runtime without hooks: that of arm64e, or one that is linked statically"
  }

  var showsYields: Bool {
    #if canImport(Darwin)
      if #available(macOS 26.4, iOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *) { false } else { true }
    #else
      false
    #endif
  }

  func run(_ job: UnownedJob, at place: JobPlace) {
    switch place {
    case .mainQueue: job.runSynchronously(on: Hooks.mainActor)
    case .elsewhere:
      // Here the runtime makes a job for each call of an actor. Without a task executor, it calls a free actor within the
      // running job, and no seed could let other tasks run in between.
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        job.runSynchronously(on: globalConcurrentExecutor.asUnownedTaskExecutor())
      } else {
        job.runSynchronously(on: Hooks.anyThread)
      }
    }
  }

  func enqueue(_ job: UnownedJob, at place: JobPlace) {
    let queue = place == .mainQueue ? DispatchQueue.main : .global()
    queue.async { run(job, at: place) }
  }
}

private enum Hooks {
  typealias Enqueue = @convention(thin) (UnownedJob) -> Void
  typealias EnqueueHook = @convention(thin) (UnownedJob, Enqueue) -> Void
  typealias MainExecutor = @convention(thin) (() -> Void) -> UnownedSerialExecutor

  static let global = Variable("swift_task_enqueueGlobal_hook", at: .elsewhere, passing: .passingGlobalHook)
  static let main = Variable("swift_task_enqueueMainExecutor_hook", at: .mainQueue, passing: .passingMainHook)

  /// Under two words of zero the runtime runs what belongs to no actor; see `SerialExecutorRef` in its `Executor.h`.
  static let anyThread = unsafeBitCast((0, 0), to: UnownedSerialExecutor.self)

  /// The reference under which the main actor's jobs run: the system's, where the runtime does not ask for another.
  static let mainActor: UnownedSerialExecutor = {
    if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *), address("swift_task_getMainExecutor_hook") != nil {
      return MainBehindHook.reference
    }
    return MainActor.sharedUnownedExecutor
  }()

  static func address(_ name: String) -> UnsafeMutableRawPointer? {
    #if _ptrauth(_arm64e)
      // There the variables hold signed pointers: newer runtimes end the process when they find another.
      nil
    #else
      dlsym(dlopen(nil, RTLD_NOW), name)  // audit:allow process – this is how the hooks of the runtime are found
    #endif
  }

  /// One variable of the runtime.
  ///
  /// `@unchecked` holds because `previous` is set under its lock, and the variable as the runtime demands: by one word.
  final class Variable: @unchecked Sendable {
    private let address: UnsafeMutablePointer<EnqueueHook?>?
    private let place: JobPlace
    private let previous = Locked<EnqueueHook?>(nil)
    /// Our hook, as a number, once it is in place.
    private let ours = Locked<UInt?>(nil)
    /// Whether this thread is asking the previous hook, which may ask ours in turn.
    private let passing: ThreadWord

    init(_ name: String, at place: JobPlace, passing: ThreadWord) {
      (self.place, self.passing) = (place, passing)
      address = Hooks.address(name)?.assumingMemoryBound(to: EnqueueHook?.self)
    }

    var isThere: Bool { address != nil }

    func put(_ hook: EnqueueHook) {
      guard let address else { return }
      let ours = unsafeBitCast(hook, to: UInt.self)
      self.ours.replace(with: ours)
      let theirs = address.pointee
      if theirs.map({ unsafeBitCast($0, to: UInt.self) }) == ours { return }
      previous.withLock { $0 = theirs }
      address.pointee = hook
    }

    /// Whether something has taken the place of our hook.
    var isReplaced: Bool {
      guard let address, let ours = ours.withLock({ $0 }) else { return false }
      return address.pointee.map { unsafeBitCast($0, to: UInt.self) } != ours
    }

    /// Shows a job first to runs in virtual time, then to the hook that was set before.
    func show(_ job: UnownedJob, _ original: Enqueue) {
      if Jobs.take(job, isTask: JobFlags(of: job).isTask, at: place) { return }
      guard !passing.isSet, let hook = previous.withLock({ $0 }) else { return original(job) }
      passing.set { hook(job, original) }
    }
  }
}

/// The main actor's executor as long as the hooks are in place.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
private final class MainBehindHook: SerialExecutor {
  private static let shared = MainBehindHook()
  static let reference = UnownedSerialExecutor(ordinary: shared)

  func enqueue(_ job: consuming ExecutorJob) {
    Hooks.main.show(UnownedJob(job)) { Jobs.seam.enqueue($0, at: .mainQueue) }
  }

  func checkIsolated() { dispatchPrecondition(condition: .onQueue(.main)) }
}
