/// The secrets of one request and its answer, and the placeholders that replace them.
///
/// Numbers count the values of one name in the order in which they are found, so the same request gives the same table.
struct SecretTable {
  private var values: [Placeholder: String] = [:]
  /// The numbers of values, by their names. Values are compared by their bytes: `String` takes two spellings for one.
  private var numbers: [String: [[UInt8]: Int]] = [:]
  private var highest: [String: Int] = [:]
  /// How many values were added by `addBare`. Their numbers begin at ``firstBare``, so that numbers in older files stay right.
  private var bare = 0
  private static let firstBare = 100_000
  /// The texts that are hidden whatever their length.
  private let knownTexts: Set<[UInt8]>
  /// Values that not only cookies have.
  private var named: Set<[UInt8]> = []
  /// How many numbers may be taken beyond that of a placeholder.
  private let gap: Int

  /// - Parameter isWritten: Whether the exchange is that of a file: its request may have had more values than it has
  ///   placeholders, as `Bearer abc` has two. What is found now takes none of their numbers.
  init(_ names: SecretNames, isWritten: Bool = false) {
    gap = isWritten ? 1_000 : 0
    knownTexts = Set(names.texts.map { Array($0.value.utf8) })
    for text in names.texts { _ = insert(text.value, named: text.name) }
  }

  /// Returns what stands for `value`, from now on; a placeholder stands for itself.
  mutating func add(_ value: String, named name: String, isCookie: Bool = false) -> Placeholder {
    if let placeholder = Placeholder(whole: value) {
      highest[placeholder.name] = max(highest[placeholder.name, default: 0], placeholder.number + gap)
      return placeholder
    }
    let placeholder = insert(value, named: name, isCookie: isCookie)
    if !isCookie { addBare(value, named: name) }
    return placeholder
  }

  /// Adds values that no test has named and that are not known yet.
  mutating func add(usual values: [(value: String, name: String)]) {
    for (value, name) in values where LearnedSecrets.isLearned(value) {
      let bytes = Array(value.utf8)
      if !numbers.values.contains(where: { $0[bytes] != nil }) { _ = insert(value, named: name) }
    }
  }

  /// Adds a value without the white space around it, and a token without its scheme: that is how programs send them.
  private mutating func addBare(_ value: String, named name: String) {
    guard value.utf8.contains(where: { $0 <= 0x20 }) else { return }
    let words = value.split(whereSeparator: \.isWhitespace)
    guard let first = words.first, let last = words.last else { return }
    let trimmed = value[first.startIndex..<last.endIndex]
    if trimmed.utf8.count < value.utf8.count { insertBare(String(trimmed), named: name) }
    if words.count == 2, ["basic", "bearer", "token"].contains(first.lowercased()) {
      insertBare(String(last), named: name)
    }
  }

  private mutating func insertBare(_ value: String, named name: String) {
    let bytes = Array(value.utf8)
    named.insert(bytes)
    if numbers[name]?[bytes] != nil { return }
    let placeholder = Placeholder(name: name, number: Self.firstBare + bare)
    bare += 1
    numbers[name, default: [:]][bytes] = placeholder.number
    values[placeholder] = value
  }

  private mutating func insert(_ value: String, named name: String, isCookie: Bool = false) -> Placeholder {
    let bytes = Array(value.utf8)
    if !isCookie { named.insert(bytes) }
    if let number = numbers[name]?[bytes], number < Self.firstBare { return Placeholder(name: name, number: number) }
    let placeholder = Placeholder(name: name, number: highest[name, default: 0] + 1)
    highest[name] = placeholder.number
    numbers[name, default: [:]][bytes] = placeholder.number
    values[placeholder] = value
    return placeholder
  }

  /// Returns the value that `placeholder` replaces; nil where it was not found here.
  func value(of placeholder: Placeholder) -> String? {
    values[Placeholder(name: placeholder.name, number: placeholder.number)]
  }

  var all: [String] { Array(values.values) }

  /// The values that are secret in other exchanges, too, and their names.
  var lasting: [(value: String, name: String)] {
    values.filter { named.contains(Array($0.value.utf8)) || LearnedSecrets.looksSecret($0.value) }
      .map { ($0.value, $0.key.name) }
  }

  /// The texts to look for where no other secret is: in hosts.
  var knownIndex: SecretIndex { index { knownTexts.contains(Array($0.utf8)) } }

  /// The secrets to look for elsewhere.
  var index: SecretIndex { index { knownTexts.contains(Array($0.utf8)) || $0.utf8.count >= SecretIndex.shortest } }

  private func index(where isSought: (String) -> Bool) -> SecretIndex {
    var index = SecretIndex()
    // Of two names with one value the same is found in every process.
    let sorted = values.sorted { ($0.key.name, $0.key.number) < ($1.key.name, $1.key.number) }
    for (placeholder, value) in sorted where isSought(value) {
      index.add(value, placeholder, mayBeEncoded: false, isText: knownTexts.contains(Array(value.utf8)))
    }
    return index
  }
}
