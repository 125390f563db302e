import Foundation
package import GlobalEnvironment

extension Hider {

  /// The value of a default, without what is hidden in it.
  package func setting(_ value: PropertyListValue, named name: String) -> PropertyListValue {
    shown(value, named: name, in: .setting, depth: 0)
  }

  /// A binary property list without what the names of its members hide; nil for other bytes.
  func propertyList(_ bytes: [UInt8], depth: Int) -> [UInt8]? {
    guard let list = PropertyListValue(binary: Data(bytes)) else { return nil }
    let shown = shown(list, named: "", in: .field, depth: depth + 1)
    return shown == list ? bytes : [UInt8](shown.binary ?? Data())
  }

  /// - Parameter depth: How many property lists hold this one, as data.
  private func shown(
    _ value: PropertyListValue, named name: String, in place: Secret.Place, depth: Int
  ) -> PropertyListValue {
    func placeholder(_ bytes: [UInt8], isLoose: Bool = false) -> PropertyListValue? {
      self.placeholder(for: bytes, named: name, in: place, isLoose: isLoose).map { .string($0) }
    }
    // A container whose name hides it, as a whole.
    func whole() -> PropertyListValue? {
      guard var label = names.label(of: name, in: place), label.level == .certain else { return nil }
      let texts = value.texts
      let placeholder = book.add(Array("\(texts)".utf8), label)
      // They may be everyday words.
      label.isCertain = false
      for text in texts { book.add(Array(text.utf8), label) }
      return .string(placeholder)
    }
    switch value {
    case .boolean(let boolean): return placeholder(Array("\(boolean)".utf8)) ?? value
    case .integer(let number): return placeholder(Array("\(number)".utf8), isLoose: true) ?? value
    case .real(let number): return placeholder(Array("\(number)".utf8)) ?? value
    // Not its description: Foundation on Linux has none of a date that is not a number.
    case .date(let date): return placeholder(Array("\(date.timeIntervalSinceReferenceDate)".utf8)) ?? value
    case .string(let text): return placeholder(Array(text.utf8)) ?? .string(self.text(text))
    case .data(let data):
      let bytes = [UInt8](data)
      return placeholder(bytes) ?? .data(Data(hidden(fields(in: bytes, type: "", depth: depth))))
    case .array(let values): return whole() ?? .array(values.map { shown($0, named: "", in: .field, depth: depth) })
    case .dictionary(let members):
      if let placeholder = whole() { return placeholder }
      let pairs = members.map { (hidden($0.key), shown($0.value, named: $0.key, in: .field, depth: depth)) }
      return .dictionary(Dictionary(pairs) { $1 })
    }
  }
}

extension PropertyListValue {
  /// This value for comparing: all placeholders are equal, and a number that is none, or a date, equals itself.
  package var comparable: PropertyListValue { comparable(atDepth: 0) }

  private func comparable(atDepth depth: Int) -> PropertyListValue {
    switch self {
    case .real(let number) where number.isNaN: ["NaN"]
    case .date(let date) where date.timeIntervalSinceReferenceDate.isNaN: ["a date that is NaN"]
    case .string(let text): .string(Hider.anonymized(text))
    case .data(let data):
      // A character for each byte, so that no two become equal.
      (depth < 2 ? PropertyListValue(binary: data)?.comparable(atDepth: depth + 1) : nil)
        ?? ["data", .string(Hider.anonymized(String(String.UnicodeScalarView(data.map { Unicode.Scalar($0) }))))]
    case .array(let values): .array(values.map { $0.comparable(atDepth: depth) })
    case .dictionary(let members):
      .dictionary(Dictionary(members.map { (Hider.anonymized($0.key), $0.value.comparable(atDepth: depth)) }) { $1 })
    default: self
    }
  }

  /// The texts in it, at any depth.
  fileprivate var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let values): values.flatMap(\.texts)
    case .dictionary(let members): members.sorted { $0.key < $1.key }.flatMap { [$0.key] + $0.value.texts }
    default: []
    }
  }
}
