// audit:allow-file clock, scheduling – what is outside of virtual time goes on in real time.

import Dispatch

/// A way off the lane, for a task that waited for what runs there without being part of it.
///
/// A job that is resumed by the lane is taken for the lane's own. One that comes from this queue is not.
actor OffLane {
  private static let direct = OffLane(after: nil)
  private static let slow = OffLane(after: .milliseconds(1))

  private let executor: QueueExecutor

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private init(after delay: DispatchTimeInterval?) {
    executor = QueueExecutor(delay: delay)
  }

  private func pass() {}

  /// Goes on with the calling task elsewhere.
  static func step() async {
    await direct.pass()
  }

  /// The same, some milliseconds of real time later.
  static func pause(milliseconds: Int) async {
    for _ in 0..<milliseconds { await slow.pass() }
  }

  private final class QueueExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "GlobalEnvironment.OffLane")
    private let delay: DispatchTimeInterval?

    init(delay: DispatchTimeInterval?) {
      self.delay = delay
    }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      let run: @Sendable () -> Void = { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
      if let delay { queue.asyncAfter(deadline: .now() + delay, execute: run) } else { queue.async(execute: run) }
    }
  }
}
