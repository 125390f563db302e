import Foundation
import GlobalEnvironment

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Fetches the JSON array of posts at `url` and returns their titles.
///
/// - Throws: ``SilenceError`` when the address does not answer, `EnvironmentHTTPError` when it answers with something else.
func postTitles(at url: URL) async throws -> [String] {
  struct Post: Decodable {
    var title: String
  }

  do {
    let posts = try await Env.json([Post].self, for: URLRequest(url: url, timeoutInterval: 10))
    return posts.map(\.title.printable)
  } catch let error as URLError {
    throw SilenceError(url: url, reason: error.localizedDescription.printable)
  }
}

/// An address that does not answer.
struct SilenceError: Error, CustomStringConvertible {
  let url: URL
  let reason: String

  /// The address, and why it does not answer. It leaves out user, password, query and fragment: each may be secret.
  var description: String {
    var components = URLComponents(url: url, resolvingAgainstBaseURL: false)
    components?.user = nil
    components?.password = nil
    components?.query = nil
    components?.fragment = nil
    return "\((components?.string ?? "The address").prefix(200)) does not answer (\(reason))"
  }
}

extension String {
  /// The first line, without characters that control a terminal.
  fileprivate var printable: String {
    String(prefix { !$0.isNewline }.unicodeScalars.filter { $0.properties.generalCategory != .control })
  }
}
