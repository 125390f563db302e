import Foundation

/// Cuts bytes, which come in pieces of any size, into lines.
struct LineSplitter: Sendable {
  enum Rules: Sendable {
    /// As in `AsyncLineSequence` of Foundation: LF, VT, FF, CR, CR LF, NEL (U+0085), U+2028 and U+2029 end a line, and empty
    /// lines are left out.
    case text
    /// As in an event stream (HTML standard, 9.2.5): LF, CR and CR LF end a line, which may be empty.
    case eventStream
  }

  private let rules: Rules
  private var bytes: [UInt8] = []
  private var position = 0
  private var line: [UInt8] = []
  /// Whether the last line ended with CR: an LF that follows belongs to that end.
  private var hasEndedWithCR = false

  init(_ rules: Rules) {
    self.rules = rules
  }

  /// Adds the next piece, when ``next()`` has returned nil.
  mutating func add(_ chunk: Data) {
    (bytes, position) = ([UInt8](chunk), 0)
  }

  /// Returns the next whole line, without its end; nil when it needs more bytes.
  mutating func next() -> [UInt8]? {
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == 0x0A, hasEndedWithCR {
        hasEndedWithCR = false
        continue
      }
      hasEndedWithCR = byte == 0x0D
      guard endsLine(byte) else {
        line.append(byte)
        continue
      }
      if let ended = take() { return ended }
    }
    return nil
  }

  /// Returns what stands behind the last end of a line; nil when there is nothing.
  mutating func rest() -> [UInt8]? {
    line.isEmpty ? nil : take()
  }

  /// Returns the line so far; nil for an empty one that is left out.
  private mutating func take() -> [UInt8]? {
    if line.isEmpty, rules == .text { return nil }
    defer { line = [] }
    return line
  }

  /// Whether `byte` ends the line. The other bytes of such an end are removed from it.
  private mutating func endsLine(_ byte: UInt8) -> Bool {
    if byte == 0x0A || byte == 0x0D { return true }
    guard rules == .text else { return false }
    switch byte {
    case 0x0B, 0x0C: return true
    case 0x85: return removeEnd([0xC2])
    case 0xA8, 0xA9: return removeEnd([0xE2, 0x80])
    default: return false
    }
  }

  private mutating func removeEnd(_ end: [UInt8]) -> Bool {
    guard line.suffix(end.count) == end[...] else { return false }
    line.removeLast(end.count)
    return true
  }
}
