package import Foundation

/// Builds the bytes of a record. Numbers are little-endian; texts and data have their length before them.
struct PayloadWriter {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int = 64) {
    bytes.reserveCapacity(capacity)
  }

  mutating func add<Number: FixedWidthInteger>(_ number: Number) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func add(_ real: Double) { add(real.bitPattern) }

  mutating func add(_ text: String) {
    add(UInt32(clamping: text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  mutating func add(_ text: String?) {
    add(text == nil ? UInt8(0) : 1)
    if let text { add(text) }
  }

  /// Adds a body, which may be cut off.
  mutating func add(_ body: FlightBody) {
    add(UInt64(body.count))
    add(UInt32(clamping: body.bytes.count))
    bytes.append(contentsOf: body.bytes)
  }
}

/// A body in a flight, which may be cut off.
package struct FlightBody: Hashable, Sendable {
  package var bytes: Data
  /// How many bytes it had.
  package var count: Int

  package init(_ bytes: Data, count: Int? = nil) {
    self.bytes = bytes
    self.count = count ?? bytes.count
  }

  package var isCut: Bool { bytes.count < count }
}

/// Reads what a ``PayloadWriter`` wrote; throws where the bytes end too early.
struct PayloadReader {
  /// Where the bytes are wrong, counted from the beginning, and how.
  struct Flaw: Error {
    let index: Int
    let reason: String
  }

  private let bytes: ArraySlice<UInt8>
  private var index: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  func flaw(_ reason: String) -> Flaw { Flaw(index: index - bytes.startIndex, reason: reason) }

  private mutating func take(_ count: Int) throws(Flaw) -> ArraySlice<UInt8> {
    guard count >= 0, count <= bytes.endIndex - index else {
      throw flaw("\(count) bytes should follow, and there are \(bytes.endIndex - index)")
    }
    defer { index += count }
    return bytes[index..<(index + count)]
  }

  mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) throws(Flaw) -> Number {
    Number(littleEndian: try take(MemoryLayout<Number>.size).withUnsafeBytes { $0.loadUnaligned(as: Number.self) })
  }

  mutating func real() throws(Flaw) -> Double { Double(bitPattern: try number()) }

  mutating func text() throws(Flaw) -> String {
    String(decoding: try take(Int(number(UInt32.self))), as: UTF8.self)
  }

  mutating func optionalText() throws(Flaw) -> String? {
    try number(UInt8.self) == 0 ? nil : text()
  }

  mutating func body() throws(Flaw) -> FlightBody {
    let count = Int(clamping: try number(UInt64.self))
    let bytes = try take(Int(number(UInt32.self)))
    guard bytes.count <= count else { throw flaw("a body has more bytes than it had") }
    return FlightBody(Data(bytes), count: count)
  }

  mutating func list<Element>(_ element: (inout PayloadReader) throws(Flaw) -> Element) throws(Flaw) -> [Element] {
    let count = Int(try number(UInt32.self))
    // Each takes a byte at least: a damaged number must not allocate memory.
    guard count <= bytes.endIndex - index else { throw flaw("a list of \(count) does not fit") }
    var list: [Element] = []
    for _ in 0..<count { list.append(try element(&self)) }
    return list
  }
}
