public import Dispatch

/// The live scheduler: work goes to a dispatch queue.
public struct QueueScheduler: WorkScheduler {
  private let queue: DispatchQueue

  /// The scheduler of the main queue.
  public static let main = QueueScheduler(.main)

  /// Creates a scheduler whose work runs on `queue`.
  public init(_ queue: DispatchQueue) {
    self.queue = queue
  }

  /// Runs `work` once on the queue, `delay` from now.
  ///
  /// - Returns: A token that cancels the work as long as it has not begun.
  @discardableResult
  public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> ScheduledWork {
    let item = DispatchWorkItem(block: work)
    if delay > .zero {
      queue.asyncAfter(deadline: .now() + delay.dispatchInterval, execute: item)
    } else {
      queue.async(execute: item)
    }
    return ScheduledWork { [item = Cancellable(item)] in item.work.cancel() }
  }
}

/// Lets a work item be cancelled from any thread.
///
/// `@unchecked` holds because `DispatchWorkItem.cancel()` is thread-safe, and nothing else of it is used.
private struct Cancellable: @unchecked Sendable {
  let work: DispatchWorkItem

  init(_ work: DispatchWorkItem) {
    self.work = work
  }
}

extension Duration {
  /// This duration for Dispatch, rounded up to a nanosecond; one that Dispatch cannot express never comes.
  var dispatchInterval: DispatchTimeInterval {
    guard self < .seconds(Int64.max / 1_000_000_000) else { return .never }
    let (seconds, attoseconds) = max(self, .zero).components
    return .nanoseconds(Int(seconds * 1_000_000_000 + (attoseconds + 999_999_999) / 1_000_000_000))
  }
}
