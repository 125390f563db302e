import Dispatch
import Foundation
import GlobalEnvironment
package import Testing

extension Frameworks {
  /// Gives the running test a warning, which does not make it fail.
  static func warn(_ message: String, at place: SourcePlace?) {
    guard let test = Test.current else {
      return Environment.live.standardError("\(place.map { "\($0): " } ?? "")warning: \(message)\n")
    }
    warn(message, at: place?.location ?? test.sourceLocation)
  }

  /// Gives the running test a warning at a line.
  static func warn(_ message: String, at location: SourceLocation) {
    #if compiler(>=6.3)
      Issue.record(Comment(rawValue: message), severity: .warning, sourceLocation: location)
    #else
      WarningOutput.current.write(message, location)
    #endif
  }

  /// Runs `body`, and returns whether the running test has had issues meanwhile; false in XCTest, which does not report them.
  static func hasIssues(_ body: @Sendable () async -> Void) async -> Bool {
    let hasFailed = Locked(false)
    // Only to look at the issues: what does not match is recorded as usual.
    await withKnownIssue(isIntermittent: true) {
      await body()
    } matching: { issue in
      if issue.counts { hasFailed.withLock { $0 = true } }
      return false
    }
    return hasFailed.withLock { $0 }
  }

  static var test: (any Sendable)? { Test.current ?? TestTasks.testOfTask }

  static func report(_ message: String, at place: SourcePlace?, madeBy maker: TestHooks.Maker?) {
    GlobalEnvironmentTesting.report(message, at: place, madeBy: maker)
  }
}

/// Where the warnings of a test go that Swift Testing cannot record, as before 6.3: the standard error, or what a test takes.
package struct WarningOutput: Sendable {
  @TaskLocal package static var current = WarningOutput { message, location in
    Environment.live.standardError("\(location): warning: \(message)\n")
  }

  let write: @Sendable (_ message: String, _ location: SourceLocation) -> Void

  package init(_ write: @escaping @Sendable (_ message: String, _ location: SourceLocation) -> Void) {
    self.write = write
  }
}

/// Lets `test` report what code outside any test did while it ran.
func record(_ note: OutsideWatch.Note, in test: Test) {
  asCode(of: test) { record(note, at: note.location ?? test.sourceLocation) }
}

/// Runs `body` where `test` is current, or where none is known: what is recorded there makes no test fail, but the run.
func asCode(of test: Test, _ body: @escaping @Sendable () -> Void) {
  guard let current = Test.current, current.id != test.id else { return body() }
  let done = DispatchSemaphore(value: 0)
  // audit:allow scheduling – only a thread knows no test; it ends at once, and without locks of this package.
  Thread.detachNewThread {
    body()
    done.signal()
  }
  done.wait()
}

private func record(_ note: OutsideWatch.Note, at location: SourceLocation) {
  if note.isWarning { return Frameworks.warn(note.message, at: location) }
  Issue.record(Comment(rawValue: note.message), sourceLocation: location)
}

extension Issue {
  /// Whether it makes its test fail; a warning, which Swift 6.3 brought, does not.
  var counts: Bool {
    #if compiler(>=6.3)
      isFailure
    #else
      true
    #endif
  }
}

extension SourcePlace {
  /// The same for Swift Testing.
  var location: SourceLocation {
    SourceLocation(fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
  }
}

extension CallerPlace {
  /// The same for Swift Testing.
  var location: SourceLocation {
    SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension SourceLocation {
  /// The path of the file, which has a public name since Swift 6.3.
  var pathOfFile: String {
    #if compiler(>=6.3)
      filePath
    #else
      _filePath
    #endif
  }
}

/// Makes the running test fail, whichever framework runs it.
///
/// On a queue or in a detached task, the test reports it whose environment the code is in, or whose code made what was
/// misused, if its end is known. If it is not, the message names the test, and fails the run: another test could only fail
/// for it. Where no test is known, one that runs meanwhile reports it. Where there is none either, it is recorded in both
/// frameworks: each ignores the failures that are recorded through the other's functions.
///
/// - Parameter maker: The test whose code made what was misused.
func report(_ message: String, at place: SourcePlace?, madeBy maker: TestHooks.Maker? = nil) {
  if let test = Test.current {
    let location = place?.location ?? CallerPlace.current?.location ?? test.sourceLocation
    Issue.record(Comment(rawValue: message), sourceLocation: location)
    return
  }
  let blamed = blame(message, at: place, madeBy: maker)
  if case .noted = blamed { return }
  var known: Test?
  if case .test(let test) = blamed { known = test }
  let tests = known.map { [$0] } ?? TestTasks.testsOfCode
  let comment = Comment(rawValue: message + wordsOnTime(of: tests))
  let location =
    place?.location ?? known.flatMap { _ in CallerPlace.current?.location } ?? tests.first?.sourceLocation
    ?? ExitTests.place
  if let location { Issue.record(comment, sourceLocation: location) } else { Issue.record(comment) }
  if known == nil { XCTestFailures.record(message, at: place) }
}

/// Who reports a misuse where no test is current.
enum Blamed {
  /// A running test, which has noted it.
  case noted
  /// Nobody can, but the test that has done it is known.
  case test(Test)
  case unknown
}

/// Finds out who reports a misuse where no test is current, and lets it note the message.
func blame(_ message: String, at place: SourcePlace?, madeBy maker: TestHooks.Maker?) -> Blamed {
  if XCTestFailures.isInTest { return .unknown }
  let current = ScopeFamily.current
  let family = current === OutsideWatch.family ? maker?.family : current ?? maker?.family
  if let family, OutsideWatch.shared.note(message, at: place, for: family) { return .noted }
  if let test = TestTasks.testOfTask ?? (family?.test ?? maker?.test) as? Test { return .test(test) }
  return OutsideWatch.shared.note(message, at: place) ? .noted : .unknown
}

/// When something happened that no test records, in words.
private func wordsOnTime(of tests: [Test]) -> String {
  guard let time = OutsideWatch.time(of: tests.map(\.name)) else { return "" }
  if tests.count == 1, !TestScopes.testsUnderWay.contains(tests[0].id) {
    return " It happened where no test is known, after \(tests[0].name) had ended."
  }
  return " It happened where no test is known, \(time)."
}
