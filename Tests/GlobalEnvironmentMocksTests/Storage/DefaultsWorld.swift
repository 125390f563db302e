import Foundation
import GlobalEnvironmentTesting

/// The two kinds of defaults that must behave alike.
enum DefaultsWorld: CaseIterable, CustomStringConvertible {
  case user, memory

  var description: String {
    switch self {
    case .user: "UserDefaults"
    case .memory: "memory"
    }
  }

  /// Runs `body` with a suite of its own and the name of that; never with the user's defaults.
  func withDefaults<Result>(_ body: (any DefaultsStore, String) throws -> Result) throws -> Result {
    let (suite, name) = try makeSuite()
    defer { Self.clear(suite, name) }
    return try body(suite, name)
  }

  /// Runs `body` with a suite of its own and the name of that; never with the user's defaults.
  func withDefaults<Result>(_ body: (any DefaultsStore, String) async throws -> Result) async throws -> Result {
    let (suite, name) = try makeSuite()
    defer { Self.clear(suite, name) }
    return try await body(suite, name)
  }

  private func makeSuite() throws -> (any DefaultsStore, String) {
    let name = "GlobalEnvironmentTests.\(UUID().uuidString)"
    return (try (self == .user ? Environment.live.defaults() : Env.defaults()).suite(name), name)
  }

  /// Not `removePersistentDomain`, which tells every observer in the process of a change.
  private static func clear(_ suite: any DefaultsStore, _ name: String) {
    for key in UserDefaults.standard.persistentDomain(forName: name)?.keys.sorted() ?? [] { suite.set(nil, for: key) }
  }
}

struct Theme: Codable, Hashable, Sendable {
  enum Shade: String, Codable { case light, dark }

  var shade: Shade
  var size: Double
  var names: [String]
  var since: Date
  var parent: String?
}

/// A value that refuses to be encoded.
struct Stubborn: Codable {
  struct Refusal: Error {}

  func encode(to encoder: any Encoder) throws { throw Refusal() }
}

struct Token: Codable {
  var secret = "s3cret"

  func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(self, EncodingError.Context(codingPath: [], debugDescription: "It has expired."))
  }
}

extension DefaultsKey<Bool> {
  static var isMuted: Self { Self("isMuted", default: false) }
}

extension DefaultsKey<Int> {
  static var volume: Self { Self("volume", default: 5) }
}

extension DefaultsKey<Date?> {
  static var lastVisit: Self { Self("lastVisit") }
}

extension DefaultsKey<Theme?> {
  static var theme: Self { Self("theme") }
}

extension DefaultsKey<Theme.Shade> {
  static var shade: Self { Self("shade", default: .dark) }
}

extension DefaultsKey<[String: Int]> {
  static var scores: Self { Self("scores", default: [:]) }
}

extension DefaultsKey<Stubborn> {
  static var stubborn: Self { Self("stubborn", default: Stubborn()) }
}

extension Date {
  static let visit = Date(timeIntervalSince1970: 1_000)
}
