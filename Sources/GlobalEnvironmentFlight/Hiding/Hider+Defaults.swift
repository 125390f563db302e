import Foundation
package import GlobalEnvironment

extension Hider {

  /// The value of a default, without what is hidden in it.
  package func setting(_ value: PropertyListValue, named name: String) -> PropertyListValue {
    shown(value, named: name, in: .setting)
  }

  private func shown(_ value: PropertyListValue, named name: String, in place: FlightSecret.Place) -> PropertyListValue
  {
    if let placeholder = placeholder(for: value.bytes, named: name, in: place) {
      return .string(placeholder)
    }
    switch value {
    case .boolean, .integer, .real, .date: return value
    case .string(let value): return .string(text(value))
    case .data(let value): return .data(Data(body(value, type: "")))
    case .array(let values): return .array(values.map { shown($0, named: "", in: .field) })
    case .dictionary(let values):
      let pairs = values.map { (hidden($0.key), shown($0.value, named: $0.key, in: .field)) }
      return .dictionary(Dictionary(pairs) { $1 })
    }
  }
}

extension PropertyListValue {
  /// What is looked for elsewhere, when this is hidden.
  fileprivate var bytes: [UInt8] {
    switch self {
    case .string(let text): Array(text.utf8)
    case .data(let data): [UInt8](data)
    default: Array("\(self)".utf8)
    }
  }
}
