/// A finding, with what a reader of it wants to see.
package struct PlacedFinding: Sendable {
  package var finding: Finding
  /// The path within the package, or the whole one of a file that is elsewhere.
  package var path: String
  /// The line of code, without the spaces around it.
  package var code: String
  /// The column, from 1, in characters of UTF-16.
  package var columnInUTF16: Int

  package init(_ finding: Finding, in package: String, source: SourceText) {
    self.finding = finding
    path = finding.file.within(package)
    code = source.line(finding.line)
    columnInUTF16 = source.columnInUTF16(line: finding.line, column: finding.column)
  }
}
