import Foundation
import GlobalEnvironmentWire

/// The entries of a file that are no JSON, as some programs write a byte that is no text, or `NaN`: they do not keep the others
/// from being read.
struct DamagedEntries {
  struct Entry {
    var range: Range<Int>
    var bytes: [UInt8]
  }

  /// The file with a number in place of each, which is no entry. Everything else stays where it was.
  let data: Data
  private(set) var entries: [Int: Entry] = [:]

  /// Returns nil for a file without any, and for one that this package has written: nothing of that may be lost unseen.
  init?(_ data: Data) {
    if data.starts(with: RecordingText.head) { return nil }
    var bytes = [UInt8](data)
    for (index, range) in Self.ranges(in: bytes).enumerated() {
      let entry = Array(bytes[range])
      guard JSONReader.flaw(in: entry) != nil, let start = entry.firstIndex(where: { $0 > 0x20 }) else { continue }
      entries[index] = Entry(range: range, bytes: entry)
      for place in range where bytes[place] != UInt8(ascii: "\n") { bytes[place] = UInt8(ascii: " ") }
      bytes[range.lowerBound + start] = UInt8(ascii: "0")
    }
    if entries.isEmpty { return nil }
    self.data = Data(bytes)
  }

  /// Where the entries are, by braces, commas and quotes alone.
  private static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
    var (ranges, depth, start, index): ([Range<Int>], Int, Int?, Int) = ([], 0, nil, 0)
    var isNamed = false
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\""):
        let open = index + 1
        index = open
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        if depth == 2 { isNamed = bytes[open..<max(open, min(index, bytes.count))].elementsEqual("entries".utf8) }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if depth == 2, isNamed, byte == UInt8(ascii: "[") { start = index + 1 }
        depth += 1
      case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 3, let first = start {
          ranges.append(first..<index)
          start = index + 1
        }
        if byte != UInt8(ascii: ",") { depth -= 1 }
        if start != nil, depth == 2 { return ranges }
      default: break
      }
      index += 1
    }
    return []
  }
}
