#if canImport(FoundationNetworking)
  import Dispatch

  /// Runs the code that answers one request of a URL session.
  ///
  /// The usual pool has few threads. In synchronous tests all of them may wait for requests before time moves; a serial
  /// queue gets a thread in any case.
  final class AnsweringThread: TaskExecutor {
    private let queue = DispatchQueue(label: "GlobalEnvironment.AnsweringThread")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }
#endif
