// audit:allow-file scheduling – it counts the real time in which the main queue does not run.

import Dispatch
import GlobalEnvironment

/// Reports a main queue that does not run while a run in virtual time needs it, as the run would hang silently.
struct MainQueueWatch: Sendable {
  private struct State {
    /// Since when runs have needed the queue without a break, and the process has had nothing else to do.
    var neededSince: ProcessorTime?
    /// How often the queue has not run for that long, in a busy process.
    var times = 0
    /// Whether a block was put on the queue that has not run.
    var isAsked = false
    var isTold = false
  }

  private static let mostTimes = 30

  private let state = Locked(State())
  var queue = DispatchQueue.main
  /// For how long the queue must not have run to be reported, once.
  var patience = Duration.seconds(5)
  var tell: @Sendable (String) -> Void = { Environment.live.standardError("GlobalEnvironment: \($0)\n") }

  /// Called again and again while there are runs, with whether one may be waiting for the queue.
  func look(isNeeded: Bool, at now: ProcessorTime) {
    let (mustAsk, mustTell) = state.withLock { state in
      guard isNeeded else {
        (state.neededSince, state.times) = (nil, 0)
        return (false, false)
      }
      guard state.isAsked, let since = state.neededSince else {
        (state.neededSince, state.times) = (now, 0)
        defer { state.isAsked = true }
        return (!state.isAsked, false)
      }
      guard now.elapsed(since: since) >= patience else { return (false, false) }
      // A busy process may run the queue late, but not by minutes.
      state.neededSince = now
      state.times += 1
      let mustTell = !state.isTold && (now.isQuiet(since: since) || state.times > Self.mostTimes)
      if mustTell { state.isTold = true }
      return (false, mustTell)
    }
    if mustAsk { queue.async { [self] in state.withLock { $0.isAsked = false } } }
    if mustTell { tell(Self.message) }
  }

  private static let message = """
    A run in virtual time waits for the main queue, which has not run for some seconds: the main thread is blocked, by a \
    semaphore for instance. Virtual time runs the code of the main actor there. In a test, wait with await. In a program, make \
    main asynchronous and await withVirtualTime there, or call dispatchMain() or RunLoop.main.run() instead of blocking.
    """
}
