import Dispatch

/// A way off the lane, for a task that waited for what runs there without being part of it.
///
/// A job that is resumed by the lane is taken for the lane's own. One that comes from this queue is not.
actor OffLane {
  private static let shared = OffLane()
  private let executor = QueueExecutor()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private func pass() {}

  /// Goes on with the calling task elsewhere.
  static func step() async {
    await shared.pass()
  }

  private final class QueueExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "GlobalEnvironment.OffLane")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }
}
