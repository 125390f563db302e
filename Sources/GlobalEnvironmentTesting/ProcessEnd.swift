// audit:allow-file process, output – this is about how the test process itself ends.

import Foundation
import GlobalEnvironment

/// Reports problems that come too late for any test: the last one has ended.
enum ProcessEnd {
  private static let hasFailures = Locked(false)

  /// Writes what would have made a test fail, and makes the process fail instead.
  static func fail(_ message: String, at place: String = "") {
    Environment.live.standardError("\(place)error: \(message)\n")
    hasFailures.replace(with: true)
  }

  /// The problem with each subject, which a later test case may still solve; nil once it is solved.
  private static let notes = Locked<[String: String?]>([:])

  /// Notes a problem with a subject; nil says that the subject has none, and no later problem with it counts.
  static func note(_ problem: String?, about subject: String) {
    notes.withLock { notes in
      if problem == nil || notes[subject] == nil { notes[subject] = .some(problem) }
    }
  }

  /// The problems that nothing has solved.
  static var problems: [String] { notes.withLock { $0.values.compactMap(\.self) } }

  /// Called when the process ends. Functions that were registered earlier with `atexit`, such as a sanitizer's report,
  /// do not run when this fails the process.
  static func finish() {
    for note in OutsideWatch.shared.unrecorded() {
      let place = note.location.map { "\($0): " } ?? ""
      if note.isWarning {
        Environment.live.standardError("\(place)warning: \(note.message)\n")
      } else {
        fail(note.message, at: place)
      }
    }
    for problem in problems { fail(problem) }
    LastWords.finish()
    guard hasFailures.withLock({ $0 }) else { return }
    // The process may have been about to end with success.
    fflush(nil)
    _exit(EXIT_FAILURE)
  }
}
