/// A place in somebody's source, for messages that say where.
public struct SourcePlace: Sendable, CustomStringConvertible {
  /// The module and the file: `App/Search.swift`.
  public var fileID: StaticString
  /// The file's path where it was compiled.
  public var filePath: StaticString
  /// The line, from 1.
  public var line: UInt
  /// The column, from 1.
  public var column: UInt

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
