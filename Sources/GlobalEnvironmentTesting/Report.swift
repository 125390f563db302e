import GlobalEnvironment
import Testing
import XCTest

/// Makes the running test fail, whichever framework runs it.
///
/// Each framework ignores the failures that are recorded through the other's functions.
func report(_ message: String, at place: SourcePlace?) {
  if let test = Test.current {
    let location = place.map {
      SourceLocation(fileID: "\($0.fileID)", filePath: "\($0.filePath)", line: Int($0.line), column: Int($0.column))
    }
    Issue.record(Comment(rawValue: message), sourceLocation: location ?? test.sourceLocation)
  } else if let place {
    XCTFail(message, file: place.filePath, line: place.line)
  } else {
    XCTFail(message)
  }
}
