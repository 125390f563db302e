/// Names with values, in order, any name more than once: the items of a query, or the fields of a form.
///
/// Read as servers do, as `application/x-www-form-urlencoded` (WHATWG URL, section 5.1): `+` and `%20` are a space, `%2B`
/// is a plus. An item without `=` has an empty value. Bytes that are not UTF-8 stay escaped: `%E9`.
public struct FormItems: Sendable, Hashable {
  /// The items, in order.
  public let items: [Item]

  /// One name with one value.
  public struct Item: Sendable, Hashable {
    /// The name, decoded.
    public let name: String
    /// The value, decoded.
    public let value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  package init(parsing text: some StringProtocol) {
    items = text.utf8.split(separator: UInt8(ascii: "&")).map { item in
      let name = item.prefix { $0 != UInt8(ascii: "=") }
      return Item(name: Self.decoded(name), value: Self.decoded(item[name.endIndex...].dropFirst()))
    }
  }

  private static func decoded(_ text: some Collection<UInt8>) -> String {
    String(decoding: text, as: UTF8.self).percentDecoded(plusIsSpace: true)
  }

  package init(_ items: [Item]) {
    self.items = items
  }

  package init(_ items: KeyValuePairs<String, String>) {
    self.items = items.map { Item(name: $0.key, value: $0.value) }
  }

  /// The first value with this name; nil when there is none.
  public subscript(name: String) -> String? { items.first { $0.name == name }?.value }

  /// The items in the order of their names; those of one name keep theirs.
  package var sorted: [Item] {
    items.enumerated().sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }.map(\.element)
  }

  /// The items as a query or a form writes them.
  package var encoded: String {
    items.map { "\($0.name.formEncoded)=\($0.value.formEncoded)" }.joined(separator: "&")
  }

  // MARK: Matching

  /// Says what of `wanted` is missing, or is here too often; nil when there is no difference.
  ///
  /// - Parameter mayHoldMore: Whether there may be items that `wanted` does not name.
  package func difference(from wanted: FormItems, mayHoldMore: Bool, _ what: String) -> String? {
    // How often each is left.
    var rest = Dictionary(items.map { ($0, 1) }, uniquingKeysWith: +)
    func isLeft(_ item: Item) -> Bool { rest[item, default: 0] > 0 }
    for item in wanted.items {
      if isLeft(item) {
        rest[item, default: 0] -= 1
      } else if let other = items.first(where: { $0.name == item.name && isLeft($0) }) {
        return "\(what) \(item.name) is \(other.value.shortened), not \(item.value.shortened)"
      } else {
        return "\(what) \(item.name) is missing"
      }
    }
    guard !mayHoldMore, let more = items.first(where: isLeft) else { return nil }
    return "\(what) \(more.name) is one too many"
  }
}

extension FormItems: CustomStringConvertible {
  /// The items as `name=value`, decoded.
  public var description: String { items.map { "\($0.name)=\($0.value)" }.joined(separator: "&") }
}
