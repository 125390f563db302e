/// The names whose values are hidden: header fields, query items, fields of bodies.
struct HiddenNames: Sendable {
  /// What the placeholder of a value shows.
  struct Label: Sendable {
    var name: String
    var isHashed: Bool
  }

  private var labels: [FlightSecret.Place: [String: Label]] = [:]
  /// A bit for each of 4,096 hashes: whether a name has it. A quick look before a thorough one, for which a set is too
  /// slow: a body has hundreds of names.
  private var hashes = [UInt64](repeating: 0, count: 64)
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
    let hash = Look(key.utf8).hash
    hashes[hash / 64] |= 1 << UInt64(hash % 64)
  }

  func label(of name: String, in place: FlightSecret.Place) -> Label? {
    mayBeHidden(Look(name.utf8)) ? labels[place]?[Self.key(name)] : nil
  }

  private func mayBeHidden(_ look: Look) -> Bool {
    !look.isASCII || hashes[look.hash / 64] & 1 << UInt64(look.hash % 64) != 0
  }

  /// The label of a field whose name is between two quotes of JSON.
  func field(_ bytes: UnsafeBufferPointer<UInt8>) -> Label? {
    let look = Look(bytes)
    // With an escape it may be any name.
    guard look.hasEscape || mayBeHidden(look) else { return nil }
    return label(of: JSONFields.unescaped(Array(bytes)), in: .field)
  }

  /// What one look at the bytes of a name shows.
  private struct Look {
    /// The same in any case, and without the separators of words; 12 bits of FNV-1a, by Fowler, Noll and Vo.
    let hash: Int
    let isASCII: Bool
    let hasEscape: Bool

    init(_ bytes: some Sequence<UInt8>) {
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      var (all, hasEscape): (UInt8, Bool) = (0, false)
      for byte in bytes {
        all |= byte
        if byte == UInt8(ascii: "\\") { hasEscape = true }
        if byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") { continue }
        let isCapital = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
        hash = (hash ^ UInt64(isCapital ? byte | 0x20 : byte)) &* 0x100_0000_01B3
      }
      self.hash = Int(hash >> 52)
      (isASCII, self.hasEscape) = (all < 0x80, hasEscape)
    }
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
