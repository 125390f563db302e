import Foundation

/// One call of an endpoint that a test makes: `http PUT /notes/1, 2nd`.
package struct FaultCall: Hashable, Sendable, CustomStringConvertible {
  /// The name of the endpoint: `http`.
  package let endpoint: String
  /// The key that distinguishes its calls, `PUT /notes/1`; nil where there is none, or where any call is meant.
  package let key: String?
  /// The number of the call, from 1; counted by endpoint and key.
  package let number: Int

  package var description: String { "\(name), \(number.ordinal)" }

  /// The endpoint and the key, by which calls are counted: `http PUT /notes/1`.
  package var name: String { Self.name(endpoint, key) }

  static func name(_ endpoint: String, _ key: String?) -> String { key.map { "\(endpoint) \($0)" } ?? endpoint }

  /// The call as a plan writes it: `http[PUT /notes/1]#2`, or `http#2` for any key.
  package var text: String {
    let key = key?.addingPercentEncoding(withAllowedCharacters: .plain) ?? key
    return "\(endpoint)\(key.map { "[\($0)]" } ?? "")#\(number)"
  }
}

extension FaultCall {
  /// Reads what ``text`` wrote; nil for anything else.
  init?(reading text: some StringProtocol) {
    guard let hash = text.lastIndex(of: "#"), let number = Int(text[text.index(after: hash)...]), number > 0 else {
      return nil
    }
    var endpoint = String(text[..<hash])
    var key: String?
    if let bracket = endpoint.firstIndex(of: "[") {
      guard endpoint.last == "]" else { return nil }
      let encoded = endpoint[endpoint.index(after: bracket)...].dropLast()
      guard let decoded = encoded.removingPercentEncoding else { return nil }
      key = decoded
      endpoint = String(endpoint[..<bracket])
    }
    guard !endpoint.isEmpty, endpoint.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { return nil }
    self.init(endpoint: endpoint, key: key, number: number)
  }
}

extension CharacterSet {
  /// What a key may contain: printable ASCII without the characters that mean something in a plan's text, or in a shell.
  fileprivate static let plain = CharacterSet(charactersIn: " "..."~").subtracting(
    CharacterSet(charactersIn: "[];%'#=\"\\"))
}

extension Int {
  /// `1st`, `2nd`, `3rd`, `11th`.
  fileprivate var ordinal: String {
    switch (self % 10, self % 100) {
    case (_, 11...13): "\(self)th"
    case (1, _): "\(self)st"
    case (2, _): "\(self)nd"
    case (3, _): "\(self)rd"
    default: "\(self)th"
    }
  }
}
