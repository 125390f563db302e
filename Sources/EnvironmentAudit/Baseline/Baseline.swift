/// The findings that a package had when its baseline was written, so that only new ones fail.
///
/// A finding is known by its file, its symbol and the text of its line, so that lines may move; each entry is for one
/// finding. In a file, an entry is a line with tabs between the path in the package, the kind, the symbol, the line of code.
package struct Baseline: Sendable {
  private var counts: [String: Int] = [:]

  /// Reads what ``text(of:)`` has written.
  ///
  /// - Parameter name: The name of the file in messages.
  /// - Throws: ``CannotAudit``, with the line that is wrong.
  package init(_ text: String, name: String) throws {
    for (index, line) in text.lines.enumerated() {
      guard !line.trimmed.isEmpty, !line.hasPrefix("#") else { continue }
      guard line.utf8.count(where: { $0 == UInt8(ascii: "\t") }) == 3 else {
        throw CannotAudit(
          "\(name):\(index + 1): this is not an entry of a baseline. Write the file again: --write-baseline \(name)")
      }
      counts[String(line), default: 0] += 1
    }
  }

  /// The parts of an entry that describe its finding.
  package struct Entry {
    /// The path in the package.
    package var path: String
    package var kind: String
    package var symbol: String
    /// The line of code, as ``part(_:)`` writes it.
    package var code: String
  }

  /// Removes the findings that are in the baseline.
  ///
  /// - Returns: The entries without a finding.
  package func new(_ findings: inout [PlacedFinding]) -> [Entry] {
    var left = counts
    findings.removeAll { finding in
      guard let count = left[Self.entry(finding)], count > 0 else { return false }
      left[Self.entry(finding)] = count - 1
      return true
    }
    return left.flatMap { line, count in
      // Each line has three tabs, which was checked when it was read.
      let parts = line.split(separator: "\t", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
      let entry = Entry(path: parts[0], kind: parts[1], symbol: parts[2], code: parts[3])
      return Array(repeating: entry, count: count)
    }
  }

  /// Returns the text of a baseline of `findings`.
  package static func text(of findings: [PlacedFinding]) -> String {
    let head = "# What escaped the environment when this was written. Take lines away, add none.\n"
    return head + findings.map { entry($0) + "\n" }.sorted().joined()
  }

  private static func entry(_ finding: PlacedFinding) -> String {
    [finding.path, finding.finding.kind, finding.finding.symbol, finding.code].map(part).joined(separator: "\t")
  }

  /// Returns a part of an entry for a text, without what ends parts and entries.
  static func part(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { "\t\r\n".unicodeScalars.contains($0) ? " " : $0 }))
  }
}
