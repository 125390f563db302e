/// A change of a source text: the bytes in `range` become `text`.
struct Edit: Equatable, Sendable {
  /// The bytes of the unchanged text.
  var range: Range<Int>
  var text: String
  /// The module of the symbol that is replaced; nil when none is.
  var module: String?
}

extension SourceText {
  /// Returns the text after changes that do not touch each other.
  func applying(_ edits: [Edit]) -> SourceText {
    var changed: [UInt8] = []
    var end = 0
    for edit in edits.inOrder {
      changed += bytes[end..<edit.range.lowerBound]
      changed += edit.text.utf8
      end = edit.range.upperBound
    }
    return SourceText(bytes: changed + bytes[end...])
  }
}

/// Where the bytes of a text are after it was changed.
struct OffsetMap {
  /// Where each change ends.
  private let ends: [Int]
  /// By how much a byte moves, by the number of changes that end before it.
  private let shifts: [Int]

  init(by edits: [Edit]) {
    let edits = edits.inOrder
    ends = edits.map(\.range.upperBound)
    shifts = edits.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.text.utf8.count - $1.range.count) }
  }

  /// Returns the new place of a byte that no change touches.
  func place(of offset: Int) -> Int { offset + shifts[ends.countInOrder(upTo: offset)] }
}

extension [Edit] {
  fileprivate var inOrder: [Edit] { sorted { $0.range.lowerBound < $1.range.lowerBound } }
}
