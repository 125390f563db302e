#if canImport(Combine) || canImport(OpenCombine)
  #if canImport(Combine)
    import Combine
  #else
    import OpenCombine
  #endif
  import Foundation
  import GlobalEnvironment

  /// Work that goes on until it is cancelled: its first run, then its repetition.
  ///
  /// `@unchecked` holds because the state is touched while the lock is held, and then only.
  final class RepeatedWork: Cancellable, @unchecked Sendable {
    private let lock = NSLock()
    private var isCancelled = false
    private var work: ScheduledWork?

    /// Makes `work` what is cancelled from now on; at once, if that has been asked for.
    func set(_ work: ScheduledWork) {
      let isCancelled = lock.withLock {
        self.work = self.isCancelled ? nil : work
        return self.isCancelled
      }
      if isCancelled { work.cancel() }
    }

    func cancel() {
      let work = lock.withLock {
        isCancelled = true
        return self.work.take()
      }
      work?.cancel()
    }
  }
#endif
