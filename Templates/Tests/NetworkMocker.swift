// This copy is yours to change. It belongs in a test target. `@testable import` names the module that contains
// Environment.swift: write the name of your module there.
//
// Package.swift names the files that it answers from, such as posts_response.json, under `exclude` or `resources`.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@testable import App

/// Answers what is sent with `Env.http`, instead of the network.
///
/// ```swift
/// override func setUpWithError() throws {
///   NetworkMocker.stubAll()
///   try NetworkMocker.stub("/posts", file: "posts_response.json")
/// }
///
/// override func tearDown() {
///   NetworkMocker.removeAllStubs()
/// }
/// ```
///
/// The stub that was added last wins. Stubs live in `Env`: where each test has its own environment, it has its own stubs.
nonisolated enum NetworkMocker {
  /// Answers every request with `status` and a body that says so.
  static func stubAll(status: Int = 500) {
    Env.http = { try answer($0, status: status, body: Data(#"{"stub":"This request has been stubbed"}"#.utf8)) }
  }

  /// Answers requests for `path` with a file of JSON, and leaves the others to the stubs before it.
  ///
  /// - Parameters:
  ///   - path: The path of the URL: `/posts`, on whatever host.
  ///   - method: The method that the request must have; nil for any.
  ///   - status: The status of the answer.
  ///   - file: The name of a file beside the test, beside this file, or among the resources of a bundle.
  ///   - test: The path of the test; leave it out.
  /// - Throws: `CocoaError(.fileNoSuchFile)` with the places that were looked at.
  static func stub(
    _ path: String, method: String? = nil, status: Int = 200, file: String, test: String = #filePath
  ) throws {
    let body = try contents(of: file, test: test)
    let others = Env.http
    Env.http = { request in
      guard request.url?.path == path, method == nil || method == request.httpMethod else {
        return try await others(request)
      }
      return try answer(request, status: status, body: body)
    }
  }

  /// Lets requests reach the network again.
  static func removeAllStubs() {
    Env.http = Environment().http
  }

  private static func answer(_ request: URLRequest, status: Int, body: Data) throws -> (Data, HTTPURLResponse) {
    guard
      let url = request.url,
      let response = HTTPURLResponse(
        url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: ["Content-Type": "application/json"])
    else { throw URLError(.badURL) }
    return (body, response)
  }

  private static func contents(of file: String, test: String) throws -> Data {
    let sources = [test, #filePath].map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
    #if canImport(Darwin)
      let bundles = Bundle.allBundles + [.main]
    #else
      let bundles = [Bundle.main]
    #endif
    let places = sources + bundles.compactMap(\.resourceURL)
    let files = places.map { $0.appendingPathComponent(file) }
    guard let found = files.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else {
      let looked = Set(places.map(\.path)).sorted().joined(separator: "\n")
      throw CocoaError(
        .fileNoSuchFile,
        userInfo: [NSLocalizedDescriptionKey: "There is no \(file) in any of these folders:\n\(looked)"])
    }
    return try Data(contentsOf: found)
  }
}
