import GlobalEnvironment
import Testing

/// Makes the running test fail, whichever framework runs it.
///
/// Each framework ignores the failures that are recorded through the other's functions. Where no test is known, on a queue
/// or in a detached task, both are told.
func report(_ message: String, at place: SourcePlace?) {
  let location = place.map {
    SourceLocation(fileID: "\($0.fileID)", filePath: "\($0.filePath)", line: Int($0.line), column: Int($0.column))
  }
  if let test = Test.current {
    Issue.record(Comment(rawValue: message), sourceLocation: location ?? test.sourceLocation)
    return
  }
  if let location {
    Issue.record(Comment(rawValue: message), sourceLocation: location)
  } else {
    Issue.record(Comment(rawValue: message))
  }
  XCTestFailures.record(message, at: place)
}
