import Foundation

/// Text that looks like findings in branches of `#if` that were not compiled, and so are in no index.
struct LeftOutBranches {
  /// The lines, from 1, one for each place.
  private(set) var lines: [Int] = []

  /// - Parameter compiled: The lines of the file that the index knows.
  init(of source: SourceText, _ comments: SourceComments, compiled: Set<Int>, _ spellings: Spellings) {
    let hidden = (comments.comments.map(\.range) + comments.strings).sorted { $0.lowerBound < $1.lowerBound }
    let starts = hidden.map(\.lowerBound)
    let directives = comments.directives
    for (start, end) in zip(directives, directives.dropFirst()) where start.depth > 0 {
      let branch = start.line + 1..<max(end.line, start.line + 1)
      guard !branch.isEmpty, !branch.contains(where: compiled.contains) else { continue }
      var offset = source.endOfLine(start.line)
      let last = source.endOfLine(end.line - 1)
      while offset < last {
        let begun = starts.countInOrder(upTo: offset)
        if begun > 0, hidden[begun - 1].contains(offset) {
          offset = hidden[begun - 1].upperBound
        } else if source.bytes[offset].isPartOfName {
          let name = offset..<source.endOfName(at: offset)
          if spellings.fit(source, name: name) { lines.append(source.line(of: offset)) }
          offset = max(name.upperBound, offset + 1)
        } else {
          offset += 1
        }
      }
    }
  }

  /// Whether a file may have such branches, found without parsing it.
  static func mayOccur(in data: Data) -> Bool { data.range(of: Data("#if".utf8)) != nil }
}
