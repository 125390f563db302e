import Foundation

/// Parses a stream of bytes into events (HTML standard, section 9.2.6, “Interpreting an event stream”).
struct EventParser: Sendable {
  private var splitter = LineSplitter(.eventStream)
  private var isAtStart = true
  private var data: [UInt8] = []
  private var name: [UInt8] = []
  private var lastID = ""
  private var retry: Duration?

  /// Adds the next piece, when ``next()`` has returned nil.
  mutating func add(_ chunk: Data) {
    splitter.add(chunk)
  }

  /// Returns the next whole event; nil when it needs more bytes.
  mutating func next() -> EnvironmentBytes.Event? {
    while var line = splitter.next() {
      if isAtStart {
        isAtStart = false
        if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
      }
      if !line.isEmpty {
        interpret(line)
      } else if let event = dispatch() {
        return event
      }
    }
    return nil
  }

  private mutating func interpret(_ line: [UInt8]) {
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
    var value = line[colon...].dropFirst()
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    // A comment has the empty name.
    switch String(decoding: line[..<colon], as: UTF8.self) {
    case "event": name = Array(value)
    case "data": data += value + [0x0A]
    case "id": if !value.contains(0) { lastID = String(decoding: value, as: UTF8.self) }
    case "retry": retry = milliseconds(value) ?? retry
    default: break
    }
  }

  /// A whole number in ASCII digits. Nil for one that is too large to wait for.
  private func milliseconds(_ digits: ArraySlice<UInt8>) -> Duration? {
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(String(decoding: digits, as: UTF8.self)).map { .milliseconds($0) }
  }

  /// Returns the event that an empty line ends; nil for one without data.
  private mutating func dispatch() -> EnvironmentBytes.Event? {
    defer { (data, name) = ([], []) }
    if data.isEmpty { return nil }
    return EnvironmentBytes.Event(
      id: lastID, event: name.isEmpty ? "message" : String(decoding: name, as: UTF8.self),
      data: String(decoding: data.dropLast(), as: UTF8.self), retry: retry)
  }
}
