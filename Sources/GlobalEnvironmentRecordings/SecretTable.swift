/// The secrets of one request and its answer, and the placeholders that replace them.
///
/// Numbers count the values of one name in the order in which they are found, so the same request gives the same table.
struct SecretTable {
  private var values: [Placeholder: String] = [:]
  /// The numbers of values, by their names.
  private var numbers: [String: [String: Int]] = [:]
  /// The texts that are hidden at any length.
  private let knownTexts: Set<String>

  /// In bytes. Shorter secrets occur by chance.
  private static let shortestSought = 6

  init(_ names: SecretNames) {
    knownTexts = Set(names.texts.map(\.value))
    for text in names.texts { _ = add(text.value, named: text.name) }
  }

  /// Returns the placeholder for `value`, the same from now on.
  mutating func add(_ value: String, named name: String) -> Placeholder {
    let known = numbers[name, default: [:]]
    if let number = known[value] { return Placeholder(name: name, number: number) }
    let placeholder = Placeholder(name: name, number: known.count + 1)
    numbers[name, default: [:]][value] = placeholder.number
    values[placeholder] = value
    return placeholder
  }

  /// Returns the value that `placeholder` replaces; nil where it was not found here.
  func value(of placeholder: Placeholder) -> String? {
    values[Placeholder(name: placeholder.name, number: placeholder.number)]
  }

  /// All values, and their names.
  var all: [(value: String, name: String)] { values.map { ($0.value, $0.key.name) } }

  /// The secrets to look for elsewhere, longest first, so that a whole is replaced before a part of it.
  var search: SecretSearch {
    let sought = values.filter { knownTexts.contains($0.value) || $0.value.utf8.count >= Self.shortestSought }
      .map { SecretSearch.Secret(value: Array($0.value.utf8), placeholder: $0.key) }
    let sorted = sought.sorted { left, right in
      // The same order in every process.
      (right.value.count, left.placeholder.name, left.placeholder.number)
        < (left.value.count, right.placeholder.name, right.placeholder.number)
    }
    return SecretSearch(sorted)
  }
}
