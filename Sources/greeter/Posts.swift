import Foundation
import GlobalEnvironment

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Fetches the JSON array of posts at `url` and returns their titles.
///
/// - Throws: ``PostsError`` when the address does not answer with one.
func postTitles(at url: URL) async throws(PostsError) -> [String] {
  struct Post: Decodable {
    var title: String
  }

  let data: Data
  let response: HTTPURLResponse
  do {
    (data, response) = try await Env.http(URLRequest(url: url, timeoutInterval: 10))
  } catch {
    throw PostsError(url: url, problem: "does not answer (\(error.localizedDescription.printable))")
  }
  guard (200..<300).contains(response.statusCode) else {
    throw PostsError(url: url, problem: "answered with status \(response.statusCode)")
  }
  do {
    return try JSONDecoder().decode([Post].self, from: data).map(\.title.printable)
  } catch {
    throw PostsError(url: url, problem: "answered with something else than a JSON array of posts with titles")
  }
}

/// An address that gave no posts.
struct PostsError: Error, CustomStringConvertible {
  let url: URL
  let problem: String

  /// The address without a password, and what is wrong with it.
  var description: String {
    var components = URLComponents(url: url, resolvingAgainstBaseURL: false)
    components?.user = nil
    components?.password = nil
    return "\((components?.string ?? "The address").prefix(200)) \(problem)"
  }
}

extension String {
  /// The first line, without characters that a terminal would obey.
  fileprivate var printable: String {
    String(prefix { !$0.isNewline }.unicodeScalars.filter { $0.properties.generalCategory != .control })
  }
}
