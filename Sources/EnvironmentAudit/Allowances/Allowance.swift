package import Foundation

/// A comment that allows an effect: `// audit:allow clock – it is the program's only clock`.
///
/// After code, it applies to that line; on a line of its own, to the next line of code; as `audit:allow-file`, to the file.
/// In a comment of several lines, each line may hold one.
/// Several kinds are separated by commas. A reason must follow after a dash or a colon.
package struct Allowance: Sendable {
  /// What it applies to.
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
  /// Whether it is in a part that `#if` may leave out, where it is not known whether it is needed.
  package var isConditional: Bool

  /// Returns the allowances of a file, in their order.
  package static func all(of comments: SourceComments, in source: SourceText) -> [Allowance] {
    comments.comments.flatMap { comment in
      lines(of: comment, in: source).compactMap { Allowance($0, in: comment, of: comments, in: source) }
    }
  }

  /// The lines of a comment without what opens it, and what may begin each further line.
  private static func lines(of comment: SourceComments.Comment, in source: SourceText) -> [Range<Int>] {
    // Two bytes open the comment. A third slash or star makes it documentation, which allows nothing.
    let text = comment.range.dropFirst(2)
    if let byte = text.first, "/*".utf8.contains(source.bytes[byte]) { return [] }
    let first = source.line(of: text.lowerBound)
    return source.bytes[text].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      let text = line.drop(while: \.isSpace)
      let isFurther = source.line(of: text.startIndex) > first
      guard isFurther, text.first == UInt8(ascii: "*") else { return text.indices }
      return text.dropFirst().drop(while: \.isSpace).indices
    }
  }

  /// Whether a file may have allowances, found without parsing it.
  package static func mayOccur(in data: Data) -> Bool { data.range(of: Data(mark.utf8)) != nil }

  /// The beginning of each allowance.
  private static let mark = "audit:allow"

  private init?(
    _ range: Range<Int>, in comment: SourceComments.Comment, of comments: SourceComments, in source: SourceText
  ) {
    guard source.bytes[range].starts(with: Self.mark.utf8) else { return nil }
    let text = source.text(range).replacing("*/", with: "")[...].trimmed
    guard text.hasPrefix(Self.mark) else { return nil }
    let isForFile = text.hasPrefix(Self.mark + "-file")
    let rest = text.dropFirst(Self.mark.count + (isForFile ? "-file".count : 0))
    guard rest.first.map({ !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" }) ?? true else { return nil }
    let start = source.line(of: comment.range.lowerBound)
    line = source.line(of: range.lowerBound)
    // On its first line, it is found where the comment begins.
    column = source.column(of: line == start ? comment.range.lowerBound : range.lowerBound)
    isConditional = comment.isConditional
    // A kind may have hyphens, too, but never after a space.
    let parts = rest.split(maxSplits: 1, omittingEmptySubsequences: false) { "–—:".contains($0) }
    let words = (parts.first ?? "").split(separator: " - ", maxSplits: 1, omittingEmptySubsequences: false)
    kinds = (words.first ?? "").items
    let reason = words.count > 1 ? words[1] : parts.count > 1 ? parts[1] : ""
    self.reason = String(reason.trimmed)
    if isForFile {
      extent = .file
    } else if comment.isBehindCode {
      extent = .line(start)
    } else {
      // Code may follow it on its last line.
      let end = source.line(of: comment.range.upperBound - 1)
      extent = .line(comments.lineOfCode(after: end - 1) ?? end)
    }
  }
}
