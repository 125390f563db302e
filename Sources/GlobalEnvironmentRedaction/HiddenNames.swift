/// The names whose values are hidden: header fields, query items, fields of bodies.
package struct HiddenNames: Sendable {
  /// What the placeholder of a value shows.
  struct Label: Sendable {
    var name: String
    var isHashed: Bool
    /// Whether numbers are counts, as in `max_tokens`, and stay as they are.
    var isForTexts = false
    /// Whether the app has said that it is secret, or the secret store has it. Where only the name shows that, everyday
    /// words are not looked for elsewhere.
    var isCertain = false
    var level = SecretName.Level.certain

    /// Whether a value is hidden behind this name.
    ///
    /// - Parameter isLoose: Whether it may be prose, or a number that counts.
    func hides(_ value: some BidirectionalCollection<UInt8>, in place: Secret.Place, isLoose: Bool = false) -> Bool {
      if isCertain { return true }
      // `hasPassword` tells none.
      if value.elementsEqual("true".utf8) || value.elementsEqual("false".utf8) { return false }
      let isNumber = value.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      if isForTexts, isNumber { return false }
      switch level {
      case .certain: return !(isLoose && SecretForms.isState(value))
      case .likely:
        if value.count < 4 || SecretForms.isState(value) || value.first.map("/~.".utf8.contains) == true {
          return false
        }
        if isNumber, isLoose { return value.count < 13 && name.lowercased().hasSuffix("pin") }
        return !isLoose || SecretForms.looksMade(value)
      case .possible:
        if isLoose { return value.count >= 12 && SecretForms.looksMade(value) }
        return place == .field || place == .setting ? SecretForms.looksMade(value) : SecretForms.isMixed(value)
      }
    }
  }

  private var labels: [Secret.Place: [String: Label]] = [:]
  /// For each byte, a bit for each kind of place where a listed name ends with it, in lowercase: a quick look before a
  /// thorough one.
  private var ends = [UInt8](repeating: 0, count: 256)
  private(set) var texts: [(value: String, label: Label)] = []
  /// The app's own names, as they are in a flight's head.
  package let written: String

  package init(hiding: [Secret], hashing: [Secret] = []) {
    written = (hiding + hashing).filter { $0.place != .text }.map { "\($0.place):\($0.name)" }.joined(separator: "\n")
    for name in Secret.headers { add(.header(name), isHashed: false, isCertain: false) }
    for secret in hiding { add(secret, isHashed: false, isCertain: true) }
    for secret in hashing { add(secret, isHashed: true, isCertain: true) }
  }

  /// Reads what ``written`` says, and adds other secrets.
  package init(written: String, and others: [Secret] = []) {
    self.init(
      hiding: others
        + written.split(separator: "\n").compactMap { line in
          guard let colon = line.firstIndex(of: ":") else { return nil }
          return Secret.Place(rawValue: String(line[..<colon])).map {
            Secret(place: $0, name: String(line[line.index(after: colon)...]))
          }
        })
  }

  private mutating func add(_ secret: Secret, isHashed: Bool, isCertain: Bool) {
    let label = Label(name: Self.shown(secret.name), isHashed: isHashed, isCertain: isCertain)
    if let value = secret.value {
      if !value.isEmpty { texts.append((value, label)) }
      return
    }
    let key = SecretName.key(secret.name)
    labels[secret.place, default: [:]][key] = label
    if let last = key.utf8.last { ends[Int(last)] |= secret.place.bit }
  }

  /// Only letters without a meaning in JSON, in a URL or in a header: so it needs no escapes in any of them.
  private static func shown(_ name: some StringProtocol) -> String {
    let isPlain = { (scalar: Unicode.Scalar) in scalar.isASCII && JSONSource.isOfName(UInt8(ascii: scalar)) }
    let shown = String(name.unicodeScalars.prefix(40).map { isPlain($0) ? Character($0) : "_" })
    return shown.isEmpty ? "_" : shown
  }

  /// The label of a value with that name; nil where it is not hidden.
  func label(
    of name: String, in place: Secret.Place, for value: some BidirectionalCollection<UInt8>, isLoose: Bool = false
  ) -> Label? {
    guard let label = label(of: name, in: place), label.hides(value, in: place, isLoose: isLoose) else { return nil }
    return label
  }

  /// The label of values with that name, as far as it hides them; nil where it hides none.
  func label(of name: String, in place: Secret.Place) -> Label? {
    guard mayBeHidden(name.utf8, in: place) else { return nil }
    let key = SecretName.key(name)
    if let label = labels[place]?[key] { return label }
    guard place != .file, let level = SecretName.level(of: name) else { return nil }
    return Label(name: Self.shown(name), isHashed: false, isForTexts: key.utf8.last == UInt8(ascii: "s"), level: level)
  }

  /// The label of a field whose name is between two quotes of JSON.
  func field(_ bytes: UnsafeBufferPointer<UInt8>) -> Label? {
    guard mayBeHidden(bytes, in: .field) else { return nil }
    return label(of: JSONFields.unescaped(Array(bytes)), in: .field)
  }

  /// Whether a quick look at a name's last bytes leaves it possible.
  private func mayBeHidden(_ bytes: some BidirectionalCollection<UInt8>, in place: Secret.Place) -> Bool {
    guard let last = bytes.last(where: { !SecretName.separates($0) }) else { return false }
    let isCapital = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= last
    return ends[Int(isCapital ? last | 0x20 : last)] & place.bit != 0 || SecretName.mayEndSecretly(bytes)
  }
}

extension Secret.Place {
  fileprivate var bit: UInt8 {
    switch self {
    case .header: 1
    case .query: 2
    case .field: 4
    case .setting: 8
    case .variable: 16
    case .file: 32
    case .text: 64
    }
  }
}
