package import Dispatch

/// A stage of serial queues. Their work may wait for that of the stages after it, never for that of its own.
///
/// On Linux, Dispatch has 255 threads for all serial queues of one quality of service. If all of them wait for queues of that
/// same quality, these never get a thread. So each stage has a quality of its own. The queues of URL sessions, which
/// Foundation makes, have the default one; they come between ``work`` and ``end``.
package enum QueueStage {
  /// Waits for answers on their way.
  case arrival
  /// Runs code, which may wait for the queue of a URL session.
  case work
  /// Tells a URL session that a task has ended, while the queue of the session waits.
  case end

  /// Makes a serial queue of this stage.
  package func queue(_ label: String) -> DispatchQueue {
    #if canImport(Darwin)
      DispatchQueue(label: label)
    #else
      // There are four: `userInteractive` is the same as `userInitiated` there.
      switch self {
      case .arrival: DispatchQueue(label: label, qos: .background)
      case .work: DispatchQueue(label: label, qos: .userInitiated)
      case .end: DispatchQueue(label: label, qos: .utility)
      }
    #endif
  }
}
