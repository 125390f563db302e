#if canImport(FoundationNetworking)
  import Dispatch

  /// Runs what answers one request of a URL session.
  ///
  /// The threads of the usual pool are few. In synchronous tests all of them may wait for the requests that time is to reach;
  /// a serial queue gets a thread in any case.
  final class AnsweringThread: TaskExecutor {
    private let queue = DispatchQueue(label: "GlobalEnvironment.AnsweringThread")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }
#endif
