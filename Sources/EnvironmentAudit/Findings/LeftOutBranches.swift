import Foundation

/// Text that looks like findings in branches of `#if` that were not compiled, and so are in no index.
struct LeftOutBranches {
  /// The lines, from 1, one for each place that nothing allows.
  private(set) var lines: [Int] = []
  /// The lines of the branches.
  private(set) var branches: [Range<Int>] = []

  /// - Parameter compiled: The lines of the file that the index knows.
  init(
    of source: SourceText, _ comments: SourceComments, compiled: Set<Int>, _ spellings: Spellings,
    _ allowances: [Allowance] = []
  ) {
    var allowed: [String: Set<Allowance.Extent>] = [:]
    for allowance in allowances {
      for kind in allowance.kinds { allowed[kind, default: []].insert(allowance.extent) }
    }
    let hidden = (comments.comments.map(\.range) + comments.strings).sorted { $0.lowerBound < $1.lowerBound }
    let starts = hidden.map(\.lowerBound)
    let directives = comments.directives
    for (start, end) in zip(directives, directives.dropFirst()) where start.depth > 0 {
      let branch = start.line + 1..<max(end.line, start.line + 1)
      guard !branch.isEmpty, !branch.contains(where: compiled.contains) else { continue }
      branches.append(branch)
      var offset = source.endOfLine(start.line)
      let last = source.endOfLine(end.line - 1)
      while offset < last {
        let begun = starts.countInOrder(upTo: offset)
        if begun > 0, hidden[begun - 1].contains(offset) {
          offset = hidden[begun - 1].upperBound
        } else if source.bytes[offset].isPartOfName {
          let name = offset..<source.endOfName(at: offset)
          let line = source.line(of: offset)
          if let kinds = spellings.kinds(source, name: name),
            !kinds.contains(where: { allowed[$0]?.isDisjoint(with: [.file, .line(line)]) == false })
          {
            lines.append(line)
          }
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
