import Foundation
public import GlobalEnvironment

/// A recording that cannot be read, or may not be made.
///
/// Requests that it should have answered throw `URLError(.resourceUnavailable)`, with this as the underlying error.
public struct RecordingError: DescribedError, Equatable {
  /// The file's path.
  public let file: String
  /// The line in the file, from 1; nil where the error is not in the file.
  public let line: Int?
  /// The column in that line, in Unicode scalars from 1.
  public let column: Int?
  /// The path to the value that is wrong, such as `log.entries[3].response.status`.
  public internal(set) var path: String?
  var reason: String

  init(file: String, line: Int? = nil, column: Int? = nil, path: String? = nil, reason: String) {
    self.file = file
    self.line = line
    self.column = column
    self.path = path
    self.reason = reason
  }

  /// The file, the place in it, and what is wrong and how to fix it, on one line.
  public var description: String {
    var text = file
    if let line, let column { text += ":\(line):\(column)" }
    if let path, !path.isEmpty { text += ": \(path)" }
    return text.map { $0.isNewline ? " " : String($0) }.joined() + ": \(reason.withoutFullStop)."
  }
}

extension URLError {
  /// Makes the error with which a recording answers a request for `url`.
  init(_ code: Code, _ url: URL, _ cause: RecordingError? = nil) {
    var userInfo: [String: Any] = [NSURLErrorFailingURLErrorKey: url]
    if let cause {
      userInfo[NSUnderlyingErrorKey] = cause
      userInfo[NSLocalizedDescriptionKey] = cause.description
    }
    self.init(code, userInfo: userInfo)
  }
}
