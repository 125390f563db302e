import Foundation

/// What completion handlers were given.
struct Answered {
  private let texts = AsyncStream.makeStream(of: String.self)

  func add(_ data: Data?, _ error: (any Error)?) {
    texts.continuation.yield(
      error.map { "\(($0 as NSError).code)" } ?? String(decoding: data ?? Data(), as: UTF8.self))
  }

  func first(_ count: Int) async -> [String] {
    await texts.stream.prefix(count).reduce(into: []) { $0.append($1) }
  }
}
