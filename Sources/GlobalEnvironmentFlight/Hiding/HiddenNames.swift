/// The names whose values are hidden: header fields, query items, fields of bodies.
struct HiddenNames: Sendable {
  /// What the placeholder of a value shows.
  struct Label: Sendable {
    var name: String
    var isHashed: Bool
  }

  private var labels: [FlightSecret.Place: [String: Label]] = [:]
  /// Hashes of the names: a quick look before a thorough one.
  private var hashes: Set<UInt64> = []
  private(set) var texts: [(value: String, label: Label)] = []
  /// The app's own names, as they are in a flight's head.
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
    // Only letters without a meaning in JSON, in a URL or in a header: so it needs no escapes in any of them.
    let name = String(secret.name.unicodeScalars.prefix(40).map { $0.isLetterOrDigit ? Character($0) : "_" })
    let label = Label(name: name.isEmpty ? "_" : name, isHashed: isHashed)
    if let value = secret.value {
      if !value.isEmpty { texts.append((value, label)) }
      return
    }
    let key = Self.key(secret.name)
    labels[secret.place, default: [:]][key] = label
    hashes.insert(Self.hash(key.utf8))
  }

  func label(of name: String, in place: FlightSecret.Place) -> Label? {
    guard hashes.contains(Self.hash(name.utf8)) || name.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
    return labels[place]?[Self.key(name)]
  }

  /// The label of a field whose name is between two quotes of JSON.
  func field(_ bytes: UnsafeBufferPointer<UInt8>) -> Label? {
    // With an escape it may be any name.
    if bytes.contains(UInt8(ascii: "\\")) { return field(unescaping: bytes) }
    guard hashes.contains(Self.hash(bytes)) || bytes.contains(where: { $0 >= 0x80 }) else { return nil }
    return label(of: String(decoding: bytes, as: UTF8.self), in: .field)
  }

  private func field(unescaping bytes: UnsafeBufferPointer<UInt8>) -> Label? {
    label(of: JSONFields.unescaped(Array(bytes)), in: .field)
  }

  /// The hash of a name in ASCII, in any case, without the separators of its words; FNV-1a, by Fowler, Noll and Vo.
  private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes where byte != UInt8(ascii: "_") && byte != UInt8(ascii: "-") {
      let isCapital = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
      hash = (hash ^ UInt64(isCapital ? byte | 0x20 : byte)) &* 0x100_0000_01B3
    }
    return hash
  }

  /// A name in lowercase, without the separators of its words.
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
