#if canImport(FoundationNetworking)
  import Dispatch
  import GlobalEnvironmentTime

  /// Runs the code that answers one request of a URL session.
  ///
  /// The usual pool has few threads. In synchronous tests all of them may wait for requests before time moves; a serial
  /// queue gets a thread in any case.
  final class AnsweringThread: TaskExecutor {
    private let queue = QueueStage.work.queue("GlobalEnvironment.AnsweringThread")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      // audit:allow scheduling – this is an executor
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }
#endif
