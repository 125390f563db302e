import Foundation

/// What the command line asks for.
struct Options {
  /// Where posts are fetched from.
  var posts: URL?

  init(_ arguments: some Sequence<String>) throws {
    var arguments = arguments.makeIterator()
    while let argument = arguments.next() {
      guard argument == "--posts" else {
        throw UsageError(description: "unknown argument \(argument.debugDescription). Usage: greeter [--posts URL]")
      }
      guard let text = arguments.next() else {
        throw UsageError(description: "--posts needs an address. Usage: greeter [--posts URL]")
      }
      guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()), url.host() != nil else {
        throw UsageError(
          description: "\(text.debugDescription) is not an address. Write it like https://example.com/posts")
      }
      posts = url
    }
  }
}

/// A command line that cannot be understood.
struct UsageError: Error, CustomStringConvertible {
  let description: String
}
