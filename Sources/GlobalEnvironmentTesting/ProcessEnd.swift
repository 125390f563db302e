// audit:allow-file process, output – this is about how the test process itself ends.

import Foundation
import GlobalEnvironment

/// What is told when no test can report it any more: the last one has ended.
enum ProcessEnd {
  private static let hasFailures = Locked(false)

  /// Tells what would have made a test fail, and makes the process fail in its place.
  static func fail(_ message: String) {
    Environment.live.standardError("error: \(message)\n")
    hasFailures.replace(with: true)
  }

  /// Called when the process ends, after what was registered later for that moment. What was registered before, such as a
  /// sanitizer's report, is not called when this fails the process.
  static func finish() {
    XCTestFailures.takeLate().forEach(fail)
    for note in OutsideWatch.shared.unrecorded() {
      if note.isWarning { Environment.live.standardError("warning: \(note.message)\n") } else { fail(note.message) }
    }
    guard hasFailures.withLock({ $0 }) else { return }
    // The status with which it was to end may be that of success.
    fflush(nil)
    _exit(EXIT_FAILURE)
  }
}
