/// Where a text is not JSON, and where a value stands in it: Foundation's decoder does not say so on every platform, and is
/// asked first.
extension JSONReader {

  /// Returns the first flaw in `bytes`; nil where Foundation's decoder reads them.
  package static func flaw(in bytes: [UInt8]) -> Flaw? {
    var reader = JSONReader(bytes, within: .foundation)
    do {
      try reader.read { _, _, _ in }
      return nil
    } catch {
      return error
    }
  }

  /// Returns the offset of the value that `path` leads to; nil where there is none.
  package static func offset(of path: [Step], in bytes: [UInt8]) -> Int? {
    var reader = JSONReader(bytes, within: .foundation)
    var found: Int?
    try? reader.read { _, offset, steps in
      if found == nil, steps == path { found = offset }
    }
    return found
  }
}

extension [JSONReader.Step] {
  /// The path in its usual form: `log.entries[3].response.status`; at most 200 characters of it.
  package var text: String {
    var text = ""
    for step in self {
      switch step {
      case .name(let name): text += text.isEmpty ? name : ".\(name)"
      case .index(let index): text += "[\(index)]"
      }
      if text.count > 200 { return text.prefix(200) + "…" }
    }
    return text
  }
}
