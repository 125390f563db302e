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
  /// Whether a hook of ours has been put in front again since ``replacement`` was asked.
  private static let wasReplaced = Locked(false)

  /// Puts our hooks in front of those set before, which get the jobs that no run takes.
  func install() {
    Self.installing.withLock { _ in
      Hooks.global.putInFront()
      Hooks.main.putInFront()
      guard let address = Hooks.address("swift_task_getMainExecutor_hook") else { return }
      address.assumingMemoryBound(to: Hooks.MainExecutor?.self).pointee = { _ in Hooks.mainActor }
    }
  }

  var replacement: String? {
    let isReplaced = Self.installing.withLock { _ in
      let wasReplaced = Self.wasReplaced.replace(with: false)
      return wasReplaced || Hooks.global.isReplaced || Hooks.main.isReplaced
    }
    return isReplaced ? Self.other : nil
  }

  var successor: String? {
    install()
    return Hooks.global.isThere ? nil : "a runtime without hooks: that of arm64e, or one that is linked statically"
  }

  /// Puts our hook in front again where another library has taken its place, and now sends jobs to the main actor.
  fileprivate static func lookAgain() {
    guard Hooks.global.isReplaced else { return }
    installing.withLock { _ in
      wasReplaced.replace(with: true)
      Hooks.global.putInFront()
    }
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
        job.runSynchronously(on: .anyThread)
      }
    }
  }

  var isLast: Bool { Hooks.global.isLast }

  func enqueue(_ job: UnownedJob, at place: JobPlace) {
    let queue = place == .mainQueue ? DispatchQueue.main : .global()
    queue.async { run(job, at: place) }
  }
}

extension Jobs {
  /// Returns how many hooks stand behind ours, as a test of XCTest begins; zero where no hooks are used.
  package static var otherHooks: Int {
    guard seam is RuntimeHooks else { return 0 }
    seam.install()
    return Hooks.global.countOfOthers
  }

  /// Takes away the hooks that a test of XCTest has left in place, as it set them: the next test may set them again.
  package static func removeOtherHooks(beyond count: Int) {
    if count > 0, otherHooks > count { Hooks.global.removeOthers(beyond: count) }
  }
}

private enum Hooks {
  typealias Enqueue = @convention(thin) (UnownedJob) -> Void
  typealias EnqueueHook = @convention(thin) (UnownedJob, Enqueue) -> Void
  typealias MainExecutor = @convention(thin) (() -> Void) -> UnownedSerialExecutor

  static let global: Variable = .init(
    "swift_task_enqueueGlobal_hook", at: .elsewhere, passing: .passingGlobalHook,
    ours: [{ global.show($0, $1, 0) }, { global.show($0, $1, 1) }, { global.show($0, $1, 2) }])
  static let main: Variable = .init(
    "swift_task_enqueueMainExecutor_hook", at: .mainQueue, passing: .passingMainHook,
    ours: [{ main.show($0, $1, 0) }, { main.show($0, $1, 1) }, { main.show($0, $1, 2) }])

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
  /// There is a hook of ours for each that it stands in front of. So a library that puts back the one it has found has taken
  /// its own away, whatever was put in front of that.
  ///
  /// `@unchecked` holds because what changes is locked, and the variable is set as the runtime demands: by one word.
  /// It is read and written plainly, as there: the hook itself is code, and finds all else behind a lock.
  final class Variable: @unchecked Sendable {
    private let address: UnsafeMutablePointer<EnqueueHook?>?
    private let place: JobPlace
    private let ours: [EnqueueHook]
    /// What stands behind each of ours, as far as they are in place; nothing before the first is.
    private let others = Locked<[EnqueueHook?]>([])
    /// Whether this thread is asking the hook behind, which may ask ours in turn.
    private let passing: ThreadLocalSlot

    init(_ name: String, at place: JobPlace, passing: ThreadLocalSlot, ours: [EnqueueHook]) {
      (self.place, self.passing, self.ours) = (place, passing, ours)
      address = Hooks.address(name)?.assumingMemoryBound(to: EnqueueHook?.self)
    }

    var isThere: Bool { address != nil }

    func putInFront() {
      guard let address else { return }
      let found = address.pointee
      address.pointee = others.withLock { others in
        if let place = ours.firstIndex(where: { isSame($0, found) }) {
          others = Array(others.prefix(place + 1))
        } else if found == nil {
          others = [nil]
        } else if others.count > 1, isSame(others[others.count - 1], found) {
          // A library that knows only whether there is a hook, as `withMainSerialExecutor` does, puts its own where ours was
          // when it began.
          others.removeLast()
        } else {
          if others.count == ours.count { others.removeLast() }
          others.append(found)
        }
        return ours[others.count - 1]
      }
    }

    /// Removes others but for the first so many.
    func removeOthers(beyond count: Int) {
      guard let address else { return }
      others.withLock { $0 = Array($0.prefix(count)) }
      address.pointee = ours[count - 1]
    }

    /// Whether ours is in place, and none stands behind it.
    var isLast: Bool { others.withLock { $0.count == 1 && $0[0] == nil } }

    /// How many stand behind ours, which are in place.
    var countOfOthers: Int { others.withLock { $0.count } }

    /// Whether something has taken the place of our hook.
    var isReplaced: Bool {
      guard let address, others.withLock({ !$0.isEmpty }) else { return false }
      return !ours.contains { isSame($0, address.pointee) }
    }

    /// Shows a job first to runs in virtual time, then to the hook behind that of ours.
    func show(_ job: UnownedJob, _ original: Enqueue, _ number: Int) {
      if place == .mainQueue { RuntimeHooks.lookAgain() }
      if Jobs.take(job, isTask: JobFlags(of: job).isTask, at: place) { return }
      let hook = others.withLock { $0.indices.contains(number) ? $0[number] : nil }
      guard !passing.isSet, let hook else { return original(job) }
      passing.set { hook(job, original) }
    }
  }

  private static func isSame(_ one: EnqueueHook?, _ other: EnqueueHook?) -> Bool {
    unsafeBitCast(one, to: UInt.self) == unsafeBitCast(other, to: UInt.self)
  }
}

/// The main actor's executor as long as the hooks are in place.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
private final class MainBehindHook: SerialExecutor {
  private static let shared = MainBehindHook()
  static let reference = UnownedSerialExecutor(ordinary: shared)

  func enqueue(_ job: consuming ExecutorJob) {
    Hooks.main.show(UnownedJob(job), { Jobs.seam.enqueue($0, at: .mainQueue) }, 0)
  }

  func checkIsolated() { dispatchPrecondition(condition: .onQueue(.main)) }
}
