extension Hider {

  /// Hides the columns of CSV whose names, in the first line, say that they are secret.
  func columns(_ bytes: [UInt8]) -> [UInt8] {
    let head = bytes.prefix { $0 != UInt8(ascii: "\n") }
    guard head.count < 4_096,
      let separator = [",", ";", "\t", "|"].lazy.compactMap(\.utf8.first).first(where: head.contains)
    else { return bytes }
    let labels = cells(of: head, separator).map { cell -> HiddenNames.Label? in
      cell.count > 40 || bytes[cell].contains(where: { "={}<>".utf8.contains($0) })
        ? nil : names.label(of: String(decoding: bytes[cell], as: UTF8.self), in: .field)
    }
    guard labels.contains(where: { $0 != nil }) else { return bytes }
    var edits: [(range: Range<Int>, placeholder: [UInt8])] = []
    var start = head.endIndex
    while start < bytes.count {
      let line = bytes[(start + 1)...].prefix { $0 != UInt8(ascii: "\n") }
      start = line.endIndex
      let cells = cells(of: line, separator)
      // Other lines are no rows.
      guard cells.count == labels.count else { continue }
      for (cell, label) in zip(cells, labels) where !cell.isEmpty {
        guard let label, label.hides(bytes[cell], in: .field) else { continue }
        edits.append((cell, Array(book.add(Array(bytes[cell]), label).utf8)))
      }
    }
    return edits.isEmpty ? bytes : bytes.replacing(edits)
  }

  /// Where the cells of a line are, without their quotes (RFC 4180).
  private func cells(of line: ArraySlice<UInt8>, _ separator: UInt8) -> [Range<Int>] {
    var (cells, start, isQuoted): ([Range<Int>], Int, Bool) = ([], line.startIndex, false)
    func add(to end: Int) {
      var range = start..<end
      if line[range].last == UInt8(ascii: "\r") { range = start..<end - 1 }
      let quote = UInt8(ascii: "\"")
      if range.count > 1, line[range.lowerBound] == quote, line[range.upperBound - 1] == quote {
        range = range.lowerBound + 1..<range.upperBound - 1
      }
      cells.append(range)
      start = end + 1
    }
    for (index, byte) in zip(line.indices, line) {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == separator, !isQuoted { add(to: index) }
    }
    add(to: line.endIndex)
    return cells
  }
}
