import GlobalEnvironment
import Testing

extension Frameworks {
  /// Gives the running test a warning, which does not make it fail.
  static func warn(_ message: String, at place: SourcePlace?) {
    #if compiler(>=6.3)
      if let test = Test.current {
        Issue.record(
          Comment(rawValue: message), severity: .warning, sourceLocation: place?.location ?? test.sourceLocation)
        return
      }
    #endif
    Environment.live.standardError("\(place.map { "\($0): " } ?? "")warning: \(message)\n")
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
}

/// Lets `test` report what code outside any test did while it ran.
func record(_ note: OutsideWatch.Note, in test: Test) {
  let (comment, location) = (Comment(rawValue: note.message), note.location ?? test.sourceLocation)
  #if compiler(>=6.3)
    Issue.record(comment, severity: note.isWarning ? .warning : .error, sourceLocation: location)
  #else
    if note.isWarning {
      Environment.live.standardError("\(location): warning: \(note.message)\n")
    } else {
      Issue.record(comment, sourceLocation: location)
    }
  #endif
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

/// Makes the running test fail, whichever framework runs it.
///
/// Where none is known, on a queue or in a detached task, a test that runs meanwhile reports it. Where there is none either,
/// it is recorded in both frameworks: each ignores the failures that are recorded through the other's functions.
func report(_ message: String, at place: SourcePlace?) {
  if let test = Test.current {
    let location = place?.location ?? CallerPlace.current?.location ?? test.sourceLocation
    Issue.record(Comment(rawValue: message), sourceLocation: location)
    return
  }
  if !XCTestFailures.isInTest, OutsideWatch.shared.note(message, at: place) { return }
  let tests = TestTasks.testsOfCode
  let time = OutsideWatch.time(of: tests.map(\.name)).map { " It happened where no test is known, \($0)." } ?? ""
  let comment = Comment(rawValue: message + time)
  if let location = place?.location ?? tests.first?.sourceLocation {
    Issue.record(comment, sourceLocation: location)
  } else {
    Issue.record(comment)
  }
  XCTestFailures.record(message, at: place)
}
