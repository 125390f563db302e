import Foundation
import GlobalEnvironment

/// Looks for secrets in bytes, as they are or with the usual escapes.
struct SecretSearch: Sendable {
  private struct Entry {
    var value: [UInt8]
    var placeholder: [UInt8]
  }

  /// By the first byte, the longest first.
  private var starting: [[Entry]] = []

  var isEmpty: Bool { starting.isEmpty }

  /// Looks for a value from now on.
  mutating func add(_ value: [UInt8], _ placeholder: String) {
    if starting.isEmpty { starting = Array(repeating: [], count: 256) }
    for form in Self.forms(of: value) {
      guard let first = form.first else { continue }
      var entries = starting[Int(first)]
      let index = entries.firstIndex { $0.value.count < form.count } ?? entries.count
      entries.insert(Entry(value: form, placeholder: Array(placeholder.utf8)), at: index)
      starting[Int(first)] = entries
    }
  }

  /// Returns `bytes` with placeholders for the secrets; nil where there are none.
  func hidden(_ bytes: [UInt8]) -> [UInt8]? {
    if starting.isEmpty { return nil }
    let matches = bytes.withUnsafeBytes { Self.matches(in: $0, starting) }
    return matches.isEmpty ? nil : bytes.replacing(matches)
  }

  private static func matches(
    in bytes: UnsafeRawBufferPointer, _ starting: [[Entry]]
  ) -> [(range: Range<Int>, placeholder: [UInt8])] {
    var matches: [(range: Range<Int>, placeholder: [UInt8])] = []
    var index = 0
    while index < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[index...])
      guard let entry = starting[Int(bytes[index])].first(where: { rest.starts(with: $0.value) }) else {
        index += 1
        continue
      }
      matches.append((index..<(index + entry.value.count), entry.placeholder))
      index += entry.value.count
    }
    return matches
  }

  /// The value itself, and as it is written in URLs, forms, JSON, base64 and hexadecimal text.
  private static func forms(of value: [UInt8]) -> [[UInt8]] {
    var forms: [[UInt8]] = [value]
    func add(_ text: String?) {
      if let text, case let form = Array(text.utf8), !form.isEmpty, !forms.contains(form) { forms.append(form) }
    }
    let base64 = Data(value).base64EncodedString()
    add(base64)
    add(base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: ""))
    add(value.map { String(UInt(0x100) + UInt($0), radix: 16).dropFirst() }.joined())
    guard let text = String(validUTF8: Data(value)) else { return forms }
    let unreserved = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
    let escaped = text.addingPercentEncoding(withAllowedCharacters: unreserved)
    add(escaped)
    add(escaped?.replacing("%20", with: "+"))
    add(text.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed))
    add(text.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed))
    let json = (try? JSONEncoder().encode([text])).map { String(decoding: $0.dropFirst(2).dropLast(2), as: UTF8.self) }
    add(json)
    add(json?.replacing("\\/", with: "/"))
    return forms
  }

  /// Whether `value` is the placeholder of a secret.
  static func isPlaceholder(_ value: [UInt8]) -> Bool {
    value.starts(with: "hidden.".utf8) || value.starts(with: "hashed.".utf8)
  }
}

extension [UInt8] {
  /// Returns these bytes with placeholders in some ranges, which are in order.
  func replacing(_ matches: [(range: Range<Int>, placeholder: [UInt8])]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var index = 0
    for match in matches {
      result += self[index..<match.range.lowerBound]
      result += match.placeholder
      index = match.range.upperBound
    }
    return result + self[index...]
  }
}
