import Foundation
import GlobalEnvironment

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Where news comes from.
enum Server {

  /// Fetches the present edition, as the account that is logged in, if any.
  ///
  /// - Throws: What `Env.json(_:for:)` and the store of secrets throw.
  static func edition() async throws -> Edition {
    var request = URLRequest(url: try address(), timeoutInterval: 10)
    if let token = try Account.token() {
      request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    }
    return Edition(try await Env.json([Story].self, for: request, decoder: decoder), date: Env.date())
  }

  /// What the variable `NEWS_SERVER` says, or the usual one.
  private static func address() throws -> URL {
    let text = Env.environmentVariable("NEWS_SERVER") ?? "https://news.example.com"
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host() != nil else {
      throw UsageError("NEWS_SERVER=\(text.debugDescription) is not an address. Write it like https://news.example.com")
    }
    return url.appending(component: "stories")
  }

  private static let decoder = EnvironmentDecoder.json { $0.dateDecodingStrategy = .iso8601 }
}
