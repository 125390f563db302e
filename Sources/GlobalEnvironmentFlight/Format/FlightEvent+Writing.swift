import Foundation

extension PayloadWriter {

  mutating func add(_ fields: [FlightField]) {
    add(UInt32(clamping: fields.count))
    for field in fields {
      add(field.name)
      add(field.value)
    }
  }

  mutating func add(_ failure: FlightFailure) {
    add(failure.domain)
    add(Int64(failure.code))
    add(failure.reason)
    add(failure.text)
  }

  mutating func add(_ texts: [String]) {
    add(UInt32(clamping: texts.count))
    for text in texts { add(text) }
  }

  mutating func add(_ call: FlightFileCall) {
    add(call.verb.rawValue)
    add(call.path)
    add(call.destination)
    add(call.written == nil ? UInt8(0) : 1)
    if let written = call.written { add(written) }
    switch call.outcome {
    case .done:
      add(UInt8(0))
    case .bytes(let body):
      add(UInt8(1))
      add(body)
    case .names(let names):
      add(UInt8(2))
      add(names)
    case .attributes(let kind, let size, let modified):
      add(UInt8(3))
      add(kind)
      add(Int64(size))
      add(modified.timeIntervalSinceReferenceDate)
    case .failed(let failure):
      add(UInt8(4))
      add(failure)
    }
  }
}
