/// The names whose values are hidden: header fields, query items, fields of bodies.
struct HiddenNames: Sendable {
  /// What the placeholder of a value shows.
  struct Label: Sendable {
    var name: String
    var isHashed: Bool
    /// Whether numbers are counts, as in `max_tokens`, and stay as they are.
    var isForTexts = false
    /// Whether the app has said that it is secret, or the secret store has it. Where only the name shows that, everyday
    /// words are not looked for elsewhere.
    var isCertain = false
  }

  private var labels: [FlightSecret.Place: [String: Label]] = [:]
  /// A bit for each of 16,384 hashes of four letters: whether a hidden name has them where it begins. A quick look before a
  /// thorough one: a body has hundreds of names.
  private var beginnings = [UInt64](repeating: 0, count: 256)
  private(set) var texts: [(value: String, label: Label)] = []
  /// The app's own names, as they are in a flight's head.
  let written: String

  init(hiding: [FlightSecret], hashing: [FlightSecret] = []) {
    written = (hiding + hashing).filter { $0.place != .text }.map { "\($0.place):\($0.name)" }.joined(separator: "\n")
    for ending in UsualNames.endings { mark(Look(ending.utf8.prefix(4)).window) }
    for secret in FlightSecret.usual { add(secret, isHashed: false, isCertain: false) }
    for secret in hiding { add(secret, isHashed: false, isCertain: true) }
    for secret in hashing { add(secret, isHashed: true, isCertain: true) }
  }

  /// Reads what ``written`` says, and adds other secrets.
  init(written: String, and others: [FlightSecret] = []) {
    self.init(
      hiding: others
        + written.split(separator: "\n").compactMap { line in
          guard let colon = line.firstIndex(of: ":") else { return nil }
          return FlightSecret.Place(rawValue: String(line[..<colon])).map {
            FlightSecret(place: $0, name: String(line[line.index(after: colon)...]))
          }
        })
  }

  private mutating func add(_ secret: FlightSecret, isHashed: Bool, isCertain: Bool) {
    let label = Label(name: Self.shown(secret.name), isHashed: isHashed, isCertain: isCertain)
    if let value = secret.value {
      if !value.isEmpty { texts.append((value, label)) }
      return
    }
    let key = UsualNames.key(secret.name)
    labels[secret.place, default: [:]][key] = label
    mark(Look(key.utf8.prefix(4)).window)
  }

  /// Only letters without a meaning in JSON, in a URL or in a header: so it needs no escapes in any of them.
  private static func shown(_ name: String) -> String {
    let isPlain = { (scalar: Unicode.Scalar) in scalar.isASCII && JSONSource.isOfName(UInt8(ascii: scalar)) }
    let shown = String(name.unicodeScalars.prefix(40).map { isPlain($0) ? Character($0) : "_" })
    return shown.isEmpty ? "_" : shown
  }

  private mutating func mark(_ window: UInt32) {
    let hash = Self.hash(window)
    beginnings[hash / 64] |= 1 << UInt64(hash % 64)
  }

  /// The label of a value with that name; nil where it is not hidden.
  func label(of name: String, in place: FlightSecret.Place, for value: some Collection<UInt8>) -> Label? {
    guard mayBeHidden(name.utf8), let label = certainLabel(of: name, in: place) else { return nil }
    let isCount = label.isForTexts && value.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    return isCount ? nil : label
  }

  private func certainLabel(of name: String, in place: FlightSecret.Place) -> Label? {
    let key = UsualNames.key(name)
    if let label = labels[place]?[key] { return label }
    guard place != .file, UsualNames.isSecret(key: key) else { return nil }
    return Label(name: Self.shown(name), isHashed: false, isForTexts: key.last == "s")
  }

  /// The label of a field whose name is between two quotes of JSON.
  func field(_ bytes: UnsafeBufferPointer<UInt8>) -> Label? {
    guard mayBeHidden(bytes) else { return nil }
    return certainLabel(of: JSONFields.unescaped(Array(bytes)), in: .field)
  }

  /// Whether a quick look at a name's bytes, in any case and without `_` and `-`, leaves it possible.
  private func mayBeHidden(_ bytes: some Sequence<UInt8>) -> Bool {
    beginnings.withUnsafeBufferPointer { beginnings in
      var look = Look()
      for byte in bytes {
        // With an escape it may be any name.
        if byte >= 0x80 || byte == UInt8(ascii: "\\") { return true }
        guard look.add(byte), look.count >= 4 else { continue }
        let hash = Self.hash(look.window)
        if beginnings[hash / 64] & 1 << UInt64(hash % 64) != 0 { return true }
      }
      let hash = Self.hash(look.window)
      return look.count < 4 && beginnings[hash / 64] & 1 << UInt64(hash % 64) != 0
    }
  }

  private static func hash(_ window: UInt32) -> Int { Int((window &* 0x9E37_79B1) >> 18) }

  /// The last four letters of a name, up to some place in it.
  private struct Look {
    private(set) var window: UInt32 = 0
    private(set) var count = 0

    init() {}

    init(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { _ = add(byte) }
    }

    /// Adds a letter; returns false for a separator of words.
    mutating func add(_ byte: UInt8) -> Bool {
      if byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") { return false }
      let isCapital = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
      window = window << 8 | UInt32(isCapital ? byte | 0x20 : byte)
      count += 1
      return true
    }
  }
}
