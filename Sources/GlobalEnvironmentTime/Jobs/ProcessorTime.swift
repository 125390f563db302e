// audit:allow-file clock, process – it measures the process, not the world of a test.

import Foundation

/// How much a process has worked up to a moment. It shows whether a process waits or is busy, however slow the machine is.
package struct ProcessorTime: Sendable {
  /// The real time.
  private let instant: ContinuousClock.Instant
  /// The seconds that processors have worked for the process, in all of its threads.
  private let used: Double

  init(at instant: ContinuousClock.Instant, used: Double) {
    (self.instant, self.used) = (instant, used)
  }

  package static var now: ProcessorTime {
    ProcessorTime(at: .now, used: Double(clock()) / Double(CLOCKS_PER_SEC))
  }

  /// How much real time has passed since `earlier`.
  func elapsed(since earlier: ProcessorTime) -> Duration { instant - earlier.instant }

  /// Whether the process has used nearly all processors since `earlier`.
  func isBusy(since earlier: ProcessorTime) -> Bool {
    used - earlier.used >= elapsed(since: earlier) / .seconds(1) * Double(ProcessInfo.processInfo.activeProcessorCount)
      * 0.8
  }

  /// Whether the process has hardly worked since `earlier`: a twentieth of the time at most, for timers and the like.
  package func isQuiet(since earlier: ProcessorTime) -> Bool {
    used - earlier.used <= elapsed(since: earlier) / .seconds(1) / 20
  }
}
