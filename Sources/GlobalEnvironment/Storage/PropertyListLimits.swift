package import Foundation

extension PropertyListValue {

  /// Why no property list holds this value; nil when one does.
  ///
  /// With one such value, `UserDefaults` on Linux loses all others, too, without an error.
  var flaw: String? { flaw(atDepth: 0) }

  /// How many containers may be in each other: Foundation reads 511, and encoding the type of a key needs one more.
  private static let depthLimit = 500

  private func flaw(atDepth depth: Int) -> String? {
    switch self {
    case .boolean, .integer, .real, .string, .data: return nil
    case .date(let date):
      let seconds = date.timeIntervalSinceReferenceDate
      if !seconds.isFinite { return "a date must be a moment, and this one is \(seconds) seconds from 2001" }
      // Years are counted in 32 bits.
      return seconds.magnitude < 6e16 ? nil : "the date is more than a billion years away"
    case .array(let values):
      return flaw(in: values, atDepth: depth)
    case .dictionary(let values):
      if values.count == 1, let (name, value) = values.first, let flaw = value.flaw(under: name) { return flaw }
      return flaw(in: values.values, atDepth: depth)
    }
  }

  /// Why no property list holds this value alone under `name`, as each value of a suite may be.
  fileprivate func flaw(under name: String) -> String? {
    switch self {
    case .integer, .real:
      name.asStoredName == "CF$UID" ? "a dictionary with a number for CF$UID alone is a reference in an archive" : nil
    default: nil
    }
  }

  private func flaw(in values: some Collection<PropertyListValue>, atDepth depth: Int) -> String? {
    guard depth < Self.depthLimit else { return "more than \(Self.depthLimit) containers are in each other" }
    // Not lazily mapped: that asks each value twice, and deeply nested ones exponentially often.
    for value in values {
      if let flaw = value.flaw(atDepth: depth + 1) { return flaw }
    }
    return nil
  }

  /// This value as it is read again. On Linux, Foundation loses a byte order mark at the beginning of a text, and the sign
  /// of zero.
  package var asStored: PropertyListValue {
    switch self {
    case .data(let bytes): return .data(bytes.fromZero)
    case .array(let values): return .array(values.map(\.asStored))
    #if canImport(Darwin)
      case .dictionary(let values): return .dictionary(values.mapValues(\.asStored))
    #else
      case .dictionary(let values):
        return .dictionary(
          Dictionary(values.map { ($0.withoutByteOrderMark, $1.asStored) }, uniquingKeysWith: { first, _ in first }))
      case .string(let text): return .string(text.withoutByteOrderMark)
      case .real(0): return .real(0)
    #endif
    default: return self
    }
  }
}

extension Data {
  /// The same bytes with indices from 0, as data from a disk has; copies only a slice.
  package var fromZero: Data { startIndex == 0 ? self : Data(self) }
}

extension String {
  #if canImport(Darwin)
    /// This name of a default as it is read again.
    package var asStoredName: String { self }
  #else
    /// This name of a default as it is read again: of names that are equal but for their bytes, Foundation finds one or the
    /// other by chance, and it loses a byte order mark at the beginning.
    package var asStoredName: String {
      utf8.allSatisfy { $0 < 0x80 } ? self : withoutByteOrderMark.precomposedStringWithCanonicalMapping
    }

    fileprivate var withoutByteOrderMark: String {
      unicodeScalars.first == "\u{FEFF}" ? String(unicodeScalars.drop { $0 == "\u{FEFF}" }) : self
    }
  #endif
}

extension [String: PropertyListValue] {
  /// The values that a store can hold, as it stores them; the others are reported.
  package var storable: Self {
    Dictionary(map { ($0.asStoredName, $1.asStored) }, uniquingKeysWith: { $1 }).filter { name, value in
      guard let error = DefaultsError.refusing(value, for: name) else { return true }
      TestHooks.report("\(error)")
      return false
    }
  }
}

extension DefaultsError {
  /// Returns why a store cannot hold `value` and leaves `name` as it is; nil when it can.
  package static func refusing(_ value: PropertyListValue?, for name: String) -> DefaultsError? {
    (value?.flaw ?? value?.flaw(under: name)).map { flaw in
      DefaultsError(
        """
        The default \(String(name.prefix(80)).debugDescription) was left as it is, as no property list can hold the new \
        value: \(flaw). Leave that part out, or store it as text or bytes.
        """)
    }
  }
}
