import Foundation
import GlobalEnvironmentRedaction
import GlobalEnvironmentWire

/// The names whose values are secret, for each place where they can stand.
struct SecretNames: Sendable {
  private var headers: [String: String] = [:]
  private var queries: [String: String] = [:]
  private var fields: [String: String] = [:]
  /// What is secret wherever it occurs, and its name.
  private(set) var texts: [(value: String, name: String)] = []
  /// What replaces a secret that the replaying request does not carry, by its name in placeholders.
  private(set) var substitutes: [String: String] = [:]
  /// The header fields by which requests are told apart, in lowercase.
  private var compared: Set<String>
  /// Whether all names that usually mean a secret are secret.
  private var hasUsual = false

  /// For messages, which have no placeholders.
  static let usual: SecretNames = {
    var names = SecretNames([])
    names.hasUsual = true
    return names
  }()

  init(_ secrets: [Secret], comparing names: [String] = []) {
    compared = Set(names)
    for secret in Secret.headers.map({ Secret.header($0) }) + secrets {
      let name = Self.placeholderName(secret.name)
      switch secret.place {
      case .header: headers[secret.name.lowercased()] = name
      case .query: queries[secret.name.lowercased()] = name
      case .field: fields[secret.name.lowercased()] = name
      case .text: if let value = secret.value, !value.isEmpty { texts.append((value, name)) }
      // Flights have these.
      case .setting, .variable, .file: break
      }
      if let substitute = secret.replayedAs { substitutes[name] = substitute }
    }
  }

  /// Adds the names of `others`, and returns whether there were new ones.
  mutating func add(_ others: SecretNames) -> Bool {
    let before = (headers, queries, fields, texts.count)
    compared.formUnion(others.compared)
    headers.merge(others.headers) { own, _ in own }
    queries.merge(others.queries) { own, _ in own }
    fields.merge(others.fields) { own, _ in own }
    texts += others.texts.filter { other in
      !texts.contains { $0.name == other.name && $0.value.utf8.elementsEqual(other.value.utf8) }
    }
    return before != (headers, queries, fields, texts.count)
  }

  /// Whether some field of bodies is secret.
  var hasFields: Bool { !fields.isEmpty }

  /// Whether the name of a query item or of a field may stand in a text: a cheap check before a thorough one.
  func mayStand(in text: [UInt8]) -> Bool {
    if hasUsual { return true }
    if queries.isEmpty, fields.isEmpty { return false }
    let text = Data(text.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 })
    // Escapes may hide any name, and some names never stand in a text without them.
    return text.range(of: Data(#"\u"#.utf8)) != nil
      || (Array(queries.keys) + fields.keys).contains { name in
        let isPlain = name.utf8.allSatisfy { $0.isLetterOrDigit || "-._".utf8.contains($0) }
        return !isPlain || text.range(of: Data(name.utf8)) != nil
      }
  }

  /// Returns what placeholders call a header field, a query item or a field of a body; nil for one that is not secret.
  func header(_ name: String) -> String? { headers[name.lowercased()] }
  func query(_ name: String) -> String? { hasUsual ? usual(name) : Self.name(for: name, in: queries) }
  func field(_ name: String) -> String? { hasUsual ? usual(name) : Self.name(for: name, in: fields) }

  /// Whether requests are told apart by a header field, so that it stays.
  func compares(_ name: String) -> Bool { compared.contains(name.lowercased()) }

  private func usual(_ name: String) -> String? { UsualSecrets.isSecret(name) ? name : nil }

  /// `user[password]` and `password[0]` are how forms write a member of an object, and an element of an array.
  private static func name(for name: String, in names: [String: String]) -> String? {
    let name = name.lowercased()
    if let found = names[name] { return found }
    guard name.contains("[") else { return nil }
    return name.split { "[]".contains($0) }.lazy.compactMap { names[String($0)] }.first
  }

  /// Returns `name` without characters that have a meaning in a placeholder, in JSON or in a URL: 1 to 60.
  private static func placeholderName(_ name: String) -> String {
    let name = name.isEmpty ? "_" : name
    return String(name.prefix(60).map { $0.isASCII && ($0.isLetter || $0.isNumber || "-.".contains($0)) ? $0 : "_" })
  }
}
