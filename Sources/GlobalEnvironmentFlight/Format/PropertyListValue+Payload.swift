import Foundation
package import GlobalEnvironment

extension PropertyListValue {

  /// Whether no store takes it, as too many containers are in each other: to go through it would use up the stack.
  package var isTooDeep: Bool {
    // Level by level.
    var (level, depth) = ([self], 0)
    while !level.isEmpty {
      depth += 1
      if depth > Self.deepest { return true }
      level = level.flatMap { value -> [PropertyListValue] in
        switch value {
        case .array(let values): values
        case .dictionary(let members): Array(members.values)
        default: []
        }
      }
    }
    return false
  }

  /// Those that defaults take have 500 containers in each other, and a value.
  private static var deepest: Int { 502 }

  /// Writes this value: a letter for its kind, then the value.
  func write(to payload: inout PayloadWriter) {
    switch self {
    case .boolean(let value):
      payload.add(UInt8(ascii: "b"))
      payload.add(value ? UInt8(1) : 0)
    case .integer(let value):
      payload.add(UInt8(ascii: "i"))
      payload.add(Int64(value))
    case .real(let value):
      payload.add(UInt8(ascii: "r"))
      payload.add(value)
    case .string(let value):
      payload.add(UInt8(ascii: "s"))
      payload.add(value)
    case .data(let value):
      payload.add(UInt8(ascii: "d"))
      payload.add(FlightBody(value))
    case .date(let value):
      payload.add(UInt8(ascii: "t"))
      payload.add(value.timeIntervalSinceReferenceDate)
    case .array(let values):
      payload.add(UInt8(ascii: "a"))
      payload.add(UInt32(clamping: values.count))
      for value in values { value.write(to: &payload) }
    case .dictionary(let values):
      payload.add(UInt8(ascii: "k"))
      payload.add(UInt32(clamping: values.count))
      for (name, value) in values.sorted(by: { $0.key < $1.key }) {
        payload.add(name)
        value.write(to: &payload)
      }
    }
  }

  /// Reads a value; nil where the bytes hold none.
  package init?(flight body: FlightBody) {
    var reader = PayloadReader(Array(body.bytes)[...])
    guard !body.isCut, let value = try? Self(&reader, depth: 0) else { return nil }
    self = value
  }

  private init(_ reader: inout PayloadReader, depth: Int) throws(PayloadReader.Flaw) {
    // No deeper than defaults may be, so that a damaged flight cannot use up the stack.
    guard depth < Self.deepest else { throw reader.flaw("a value is too deep") }
    switch try reader.number(UInt8.self) {
    case UInt8(ascii: "b"): self = .boolean(try reader.number(UInt8.self) != 0)
    case UInt8(ascii: "i"): self = .integer(Int(clamping: try reader.number(Int64.self)))
    case UInt8(ascii: "r"): self = .real(try reader.real())
    case UInt8(ascii: "s"): self = .string(try reader.text())
    case UInt8(ascii: "d"): self = .data(try reader.body().bytes)
    case UInt8(ascii: "t"): self = .date(Date(timeIntervalSinceReferenceDate: try reader.real()))
    case UInt8(ascii: "a"):
      self = .array(try reader.list { reader throws(PayloadReader.Flaw) in try Self(&reader, depth: depth + 1) })
    case UInt8(ascii: "k"):
      let pairs = try reader.list { reader throws(PayloadReader.Flaw) in
        (try reader.text(), try Self(&reader, depth: depth + 1))
      }
      self = .dictionary(Dictionary(pairs) { $1 })
    case let other: throw reader.flaw("no value has the letter \(other)")
    }
  }
}
