/// Texts about a flight, by name, in its head: values from the beginning, which may have been asked for long ago.
package struct FlightInfo: Sendable {
  package enum Name: String, Sendable, CaseIterable {
    case program, system, locale, calendar, timeZone, languages
    /// How many bytes of a text or a body are kept.
    case bodyLimit
    /// What a lane is: `number` of a task. In older flights, without it, its address, which a later task may have again.
    case lanes
    /// The names that the app hides, one a line, besides the usual ones: a place, a colon and the name.
    case hidden
  }

  package var texts: [Name: String] = [:]

  package init() {}

  /// Reads what ``bytes(limit:)`` has written, as far as it can be read.
  init(_ bytes: ArraySlice<UInt8>) {
    var reader = PayloadReader(bytes)
    let pairs = try? reader.list { reader throws(PayloadReader.Flaw) in (try reader.text(), try reader.text()) }
    for (name, text) in pairs ?? [] { Name(rawValue: name).map { texts[$0] = text } }
  }

  func bytes(limit: Int) -> [UInt8] {
    var kept: [(String, String)] = []
    func written() -> [UInt8] {
      var payload = PayloadWriter()
      payload.add(UInt32(kept.count))
      for (name, text) in kept {
        payload.add(name)
        payload.add(text)
      }
      return payload.bytes
    }
    for name in Name.allCases {
      guard let text = texts[name] else { continue }
      kept.append((name.rawValue, text))
      if written().count > limit { kept.removeLast() }
    }
    return written()
  }
}
