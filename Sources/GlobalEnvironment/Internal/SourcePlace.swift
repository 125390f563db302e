/// A place in source code, for messages that say where.
public struct SourcePlace: Sendable, CustomStringConvertible {
  /// The module and the file: `App/Search.swift`.
  public var fileID: StaticString
  /// The file's path where it was compiled.
  public var filePath: StaticString
  /// The line, from 1.
  public var line: UInt
  /// The column, from 1.
  public var column: UInt

  /// Where the running task called into this package, for the closure of an endpoint, which is not passed a place.
  @TaskLocal package static var caller: SourcePlace?

  /// Runs `body`, and reports a request in it that has no stub at this place. Wrap your own functions around `Env.http` with it.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func asCaller<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    // If a line calls itself again and again, it is bound once: each read of `Env` searches through all that is bound.
    if let caller = Self.caller, caller.isSame(as: self) { return try await body() }
    return try await Self.$caller.withValue(self, operation: body)
  }

  private func isSame(as other: SourcePlace) -> Bool {
    line == other.line && column == other.column && fileID.description == other.fileID.description
  }

  /// Creates a place, usually from `#fileID`, `#filePath`, `#line` and `#column`.
  public init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// The file and the line: `App/Search.swift:12`.
  public var description: String { "\(fileID):\(line)" }
}
