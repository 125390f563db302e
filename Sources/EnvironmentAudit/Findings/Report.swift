/// The result of an audit.
package struct Report: Sendable {
  /// A file that was not audited, or only in part.
  package struct Unaudited: Hashable, Sendable {
    /// The path within the package.
    package var path: String
    /// The whole path.
    package var file: String
    /// Why, and what to do.
    package var reason: String
  }

  /// What has to be fixed, in the order of files and lines.
  package var findings: [PlacedFinding] = []
  /// How many places are allowed by comments.
  package var allowed = 0
  /// How many places are in the baseline.
  package var inBaseline = 0
  /// How many entries of the baseline are out of date.
  package var unusedInBaseline = 0
  /// How many places `--fix` has fixed.
  package var fixed = 0
  /// How many files were audited.
  package var files = 0
  /// The files that were not audited.
  package var unaudited: [Unaudited] = []
  /// Notes, a line each.
  package var notes: [String] = []
  /// The effects that were looked for.
  package var effects: [Effect] = []
  /// Why nothing was audited; nil when something was.
  package var failure: String?

  /// 0: clean. 1: there are findings. 2: a file was not audited.
  package var exitCode: Int32 {
    if failure != nil || !unaudited.isEmpty { return 2 }
    return findings.isEmpty ? 0 : 1
  }

  /// The result in one line.
  package var summary: String {
    let found = Set(findings.map(\.path)).count
    let some = findings.isEmpty || found == files ? "" : "\(found) of "
    var parts = ["\(Self.count(findings.count, "place")) to fix in \(some)\(Self.count(files, "file"))\(kinds)"]
    if fixed > 0 { parts.append("\(fixed) fixed") }
    if allowed > 0 { parts.append("\(allowed) allowed") }
    if inBaseline > 0 { parts.append("\(inBaseline) in the baseline") }
    if !unaudited.isEmpty { parts.append("\(Self.count(unaudited.count, "file")) not audited") }
    return parts.joined(separator: ", ") + "."
  }

  /// How many findings there are of each kind: the names that allowances and options take.
  private var kinds: String {
    let kinds = counts(\.finding.kind).map { "\($0.count) \($0.name)" }
    return kinds.isEmpty ? "" : " (\(kinds.joined(separator: ", ")))"
  }

  /// How many findings there are of each name that `key` gives them, most first.
  func counts(_ key: (PlacedFinding) -> String) -> [(name: String, count: Int)] {
    Dictionary(grouping: findings, by: key).map { ($0.key, $0.value.count) }
      .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }

  static func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }
}
