/// A change of a source text: what stands in `range` becomes `text`.
struct Edit: Equatable, Sendable {
  /// Bytes of the text as it is.
  var range: Range<Int>
  var text: String
}

extension SourceText {
  /// Returns the text after changes that do not touch each other.
  func applying(_ edits: [Edit]) -> SourceText {
    var bytes = bytes
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(edit.range, with: edit.text.utf8)
    }
    return SourceText(bytes: bytes)
  }
}

extension [Edit] {
  /// Returns where a byte that no edit touches is afterwards.
  func moved(_ offset: Int) -> Int {
    offset + filter { $0.range.upperBound <= offset }.map { $0.text.utf8.count - $0.range.count }.reduce(0, +)
  }
}
