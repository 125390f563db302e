/// The findings that a package had when somebody wrote them down, so that only new ones fail.
///
/// A finding goes by its file, its symbol and the text of its line, so that lines may move; each entry stands for one finding.
/// In a file, it is a line with tabs between: the path in the package, the kind, the symbol, the line of code.
package struct Baseline: Sendable {
  private var counts: [String: Int] = [:]

  /// Reads what ``text(of:)`` has written.
  ///
  /// - Parameter name: How messages call the file.
  /// - Throws: ``CannotAudit``, with the line that is wrong.
  package init(_ text: String, name: String) throws {
    for (index, line) in text.lines.enumerated() {
      guard !line.trimmed.isEmpty, !line.hasPrefix("#") else { continue }
      guard line.utf8.count(where: { $0 == UInt8(ascii: "\t") }) == 3 else {
        throw CannotAudit(
          "\(name):\(index + 1): no entry of a baseline. Write the file again: --write-baseline \(name)")
      }
      counts[String(line), default: 0] += 1
    }
  }

  /// Returns the findings that are not in the baseline.
  ///
  /// - Parameter unused: How many entries stand for nothing any more.
  package func new(_ findings: [PlacedFinding], unused: inout Int) -> [PlacedFinding] {
    var left = counts
    let new = findings.filter { finding in
      guard let count = left[Self.entry(finding)], count > 0 else { return true }
      left[Self.entry(finding)] = count - 1
      return false
    }
    unused = left.values.reduce(0, +)
    return new
  }

  /// Returns the text of a baseline of `findings`.
  package static func text(of findings: [PlacedFinding]) -> String {
    let head = "# What escaped the environment when this was written. Take lines away, add none.\n"
    return head + findings.map { entry($0) + "\n" }.sorted().joined()
  }

  private static func entry(_ finding: PlacedFinding) -> String {
    [finding.path, finding.finding.kind, finding.finding.symbol, finding.code].map { part in
      String(String.UnicodeScalarView(part.unicodeScalars.map { "\t\r\n".unicodeScalars.contains($0) ? " " : $0 }))
    }.joined(separator: "\t")
  }
}
