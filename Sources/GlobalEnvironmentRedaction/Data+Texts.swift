import Foundation

extension Data {
  /// The texts in JSON or in a property list; none in anything else.
  var texts: [String] {
    func texts(in value: Any) -> [String] {
      switch value {
      case let text as String: [text]
      case let list as [Any]: list.flatMap(texts)
      case let members as [String: Any]: members.values.flatMap(texts)
      default: []
      }
    }
    if let json = try? JSONSerialization.jsonObject(with: self) { return texts(in: json) }
    // Other texts may be property lists of the old form, by chance.
    guard starts(with: Data("bplist".utf8)) || starts(with: Data("<?xml".utf8)) else { return [] }
    return (try? PropertyListSerialization.propertyList(from: self, format: nil)).map(texts) ?? []
  }
}
