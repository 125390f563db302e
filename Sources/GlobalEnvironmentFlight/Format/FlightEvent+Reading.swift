import Foundation

extension FlightEvent.Content {

  /// Reads what a record of that kind holds.
  init(_ kind: FlightKind, _ bytes: ArraySlice<UInt8>) throws(PayloadReader.Flaw) {
    var reader = PayloadReader(bytes)
    switch kind {
    case .mark: self = .mark(try reader.text(), place: try reader.text())
    case .date: self = .date(Date(timeIntervalSinceReferenceDate: try reader.real()))
    case .uuid:
      let (high, low) = (try reader.number(UInt64.self), try reader.number(UInt64.self))
      self = .uuid(
        withUnsafeBytes(of: (high.littleEndian, low.littleEndian)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
    case .randomBits: self = .bits(try reader.number())
    case .request:
      self = .request(
        id: try reader.number(),
        FlightRequest(
          method: try reader.text(), url: try reader.text(), headers: try reader.fields(), body: try reader.body()))
    case .answer:
      self = .answer(
        id: try reader.number(),
        FlightAnswer(
          status: Int(try reader.number(Int32.self)), url: try reader.optionalText(), headers: try reader.fields(),
          body: try reader.body()))
    case .noAnswer: self = .noAnswer(id: try reader.number(), try reader.failure())
    case .file: self = .file(try reader.fileCall())
    case .folder: self = .folder(try reader.number(), path: try reader.text())
    case .readDefault, .setDefault:
      let (suite, name) = (try reader.text(), try reader.text())
      self = .setting(suite: suite, name: name, value: try reader.number(UInt8.self) == 0 ? nil : try reader.body())
    case .secret:
      self = .secret(
        verb: try reader.text(), name: try reader.text(), shown: try reader.optionalText(),
        try reader.number(UInt8.self) == 0 ? nil : reader.failure())
    case .locale, .calendar, .timeZone, .hostName, .output, .errorOutput: self = .text(try reader.text())
    case .languages, .arguments: self = .texts(try reader.texts())
    case .variable: self = .variable(name: try reader.text(), value: try reader.optionalText())
    case .processIdentifier: self = .number(try reader.number())
    case .uptime: self = .real(try reader.real())
    case .opened: self = .opened(try reader.text(), try reader.number(UInt8.self) == 1)
    case .own: self = .own(name: try reader.text(), json: try reader.body())
    case .session: self = .nothing
    }
  }
}

extension PayloadReader {

  fileprivate mutating func texts() throws(Flaw) -> [String] {
    try list { reader throws(Flaw) in try reader.text() }
  }

  fileprivate mutating func fields() throws(Flaw) -> [FlightField] {
    try list { reader throws(Flaw) in FlightField(name: try reader.text(), value: try reader.text()) }
  }

  fileprivate mutating func failure() throws(Flaw) -> FlightFailure {
    FlightFailure(
      domain: try text(), code: Int(clamping: try number(Int64.self)), reason: try number(), text: try text())
  }

  fileprivate mutating func fileCall() throws(Flaw) -> FlightFileCall {
    let number = try number(UInt8.self)
    guard let verb = FlightFileCall.Verb(rawValue: number) else {
      throw flaw("no call of files has the number \(number)")
    }
    let (path, destination) = (try text(), try optionalText())
    let written = try self.number(UInt8.self) == 0 ? nil : try body()
    let outcome: FlightFileCall.Outcome =
      switch try self.number(UInt8.self) {
      case 0: .done
      case 1: .bytes(try body())
      case 2: .names(try texts())
      case 3:
        .attributes(
          kind: try self.number(), size: Int(clamping: try self.number(Int64.self)),
          modified: Date(timeIntervalSinceReferenceDate: try real()))
      case 4: .failed(try failure())
      case let other: throw flaw("no outcome has the number \(other)")
      }
    return FlightFileCall(verb: verb, path: path, destination: destination, written: written, outcome: outcome)
  }
}
