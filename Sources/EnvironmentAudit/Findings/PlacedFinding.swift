/// A finding, with what its reader wants to see.
package struct PlacedFinding: Sendable {
  package var finding: Finding
  /// The path within the package; the whole path of a file outside.
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
