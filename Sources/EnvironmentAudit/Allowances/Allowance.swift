package import Foundation

/// A comment that allows an effect: `// audit:allow clock – it is the program's only clock`.
///
/// Behind code, it is for that line; on a line of its own, for the next line of code; as `audit:allow-file`, for the file.
/// Several kinds are separated by commas. A reason must follow, behind a dash or a colon.
package struct Allowance: Sendable {
  /// What it is for.
  package enum Extent: Hashable, Sendable {
    /// A line, from 1.
    case line(Int)
    /// The whole file.
    case file
  }

  package var extent: Extent
  package var kinds: [String]
  package var reason: String
  /// The line of the comment, from 1.
  package var line: Int
  /// The column of the comment, from 1, in bytes.
  package var column: Int
  /// Whether it is in a part that `#if` may leave out, where nobody knows whether it is needed.
  package var isConditional: Bool

  /// Whether it is for a place of its file.
  package func covers(kind: String, line: Int) -> Bool {
    kinds.contains(kind) && (extent == .file || extent == .line(line))
  }

  /// Returns the allowances of a file, in their order.
  package static func all(in source: SourceText) -> [Allowance] {
    let comments = SourceComments(source)
    return comments.comments.compactMap { Allowance($0, in: source, linesOfCode: comments.linesOfCode) }
  }

  /// Whether a file may have allowances, told without reading it.
  package static func mayOccur(in data: Data) -> Bool { data.range(of: Data("audit:allow".utf8)) != nil }

  private init?(_ comment: SourceComments.Comment, in source: SourceText, linesOfCode: Set<Int>) {
    let text = source.text(comment.range)
    guard let match = text.firstMatch(of: /^\/[\/*]+[ \t]*audit:allow(-file)?(?![\w-])([^\n]*)/) else { return nil }
    line = source.line(of: comment.range.lowerBound)
    column = source.column(of: comment.range.lowerBound)
    isConditional = comment.isConditional
    // A kind has hyphens, too, but none with a space before it.
    let parts = match.2.split(maxSplits: 1, omittingEmptySubsequences: false) { "–—:".contains($0) }
    let words = (parts.first ?? "").split(separator: " - ", maxSplits: 1, omittingEmptySubsequences: false)
    kinds = (words.first ?? "").split { $0 == "," || $0.isWhitespace }.map(String.init)
    let reason = words.count > 1 ? words[1] : parts.count > 1 ? parts[1] : ""
    self.reason = String(reason.trimmed.prefix { $0 != "*" }[...].trimmed)
    if match.1 != nil {
      extent = .file
    } else if comment.isBehindCode {
      extent = .line(line)
    } else {
      let end = source.line(of: comment.range.upperBound - 1)
      extent = .line(linesOfCode.filter { $0 > end }.min() ?? end)
    }
  }
}
