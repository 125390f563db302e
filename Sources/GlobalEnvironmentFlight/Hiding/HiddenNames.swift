/// Which names of which places are hidden, and how.
struct HiddenNames: Sendable {
  /// What stands in the place of a value.
  struct Label: Sendable {
    var name: String
    var isHashed: Bool
  }

  private var labels: [FlightSecret.Place: [String: Label]] = [:]
  /// The lengths that names have, without `_` and `-`, by bits: a quick look before a thorough one.
  private var lengths: [FlightSecret.Place: UInt64] = [:]
  private var fieldLengths: UInt64 = 0
  private(set) var texts: [(value: String, label: Label)] = []
  /// The app's own, as a flight's head has them.
  let written: String

  init(hiding: [FlightSecret], hashing: [FlightSecret] = []) {
    written = (hiding + hashing).filter { $0.place != .text }.map { "\($0.place):\($0.name)" }.joined(separator: "\n")
    for secret in FlightSecret.usual + hiding { add(secret, isHashed: false) }
    for secret in hashing { add(secret, isHashed: true) }
  }

  /// Reads what ``written`` says.
  init(written: String) {
    self.init(
      hiding: written.split(separator: "\n").compactMap { line in
        guard let colon = line.firstIndex(of: ":") else { return nil }
        return FlightSecret.Place(rawValue: String(line[..<colon])).map {
          FlightSecret(place: $0, name: String(line[line.index(after: colon)...]))
        }
      })
  }

  private mutating func add(_ secret: FlightSecret, isHashed: Bool) {
    // Of letters that mean nothing in JSON, in a URL or in a header: so it stands in all of them as it is.
    let name = String(secret.name.unicodeScalars.prefix(40).map { $0.isLetterOrDigit ? Character($0) : "_" })
    let label = Label(name: name.isEmpty ? "_" : name, isHashed: isHashed)
    if let value = secret.value {
      if !value.isEmpty { texts.append((value, label)) }
      return
    }
    let key = Self.key(secret.name)
    labels[secret.place, default: [:]][key] = label
    lengths[secret.place, default: 0] |= 1 << UInt64(min(key.utf8.count, 63))
    fieldLengths = lengths[.field] ?? 0
  }

  func label(of name: String, in place: FlightSecret.Place) -> Label? {
    var length = 0
    for byte in name.utf8 where byte != UInt8(ascii: "_") && byte != UInt8(ascii: "-") { length += 1 }
    // Letters beyond ASCII may be longer or shorter in lowercase.
    let isPlain = name.utf8.allSatisfy { $0 < 0x80 }
    if isPlain, (lengths[place] ?? 0) & 1 << UInt64(min(length, 63)) == 0 { return nil }
    return labels[place]?[Self.key(name)]
  }

  /// The label of a field whose name stands between two quotes of JSON.
  func field(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Label? {
    var length = 0
    for byte in bytes {
      // With an escape it may be any name.
      if byte == UInt8(ascii: "\\") { return field(unescaping: bytes) }
      if byte != UInt8(ascii: "_"), byte != UInt8(ascii: "-") { length += 1 }
    }
    guard fieldLengths & 1 << UInt64(min(length, 63)) != 0 else { return nil }
    return label(of: String(decoding: bytes, as: UTF8.self), in: .field)
  }

  private func field(unescaping bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Label? {
    label(of: JSONFields.unescaped(Array(bytes)), in: .field)
  }

  /// A name in lowercase, without what divides its words.
  private static func key(_ name: String) -> String { name.lowercased().filter { $0 != "_" && $0 != "-" } }
}

extension Unicode.Scalar {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9": true
    default: false
    }
  }
}
