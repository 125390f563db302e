import Foundation

/// What the command line asks for.
struct Options {
  /// Where posts are fetched from.
  var posts: URL?
  var showsHelp = false

  static let help = """
    Greets by the time of day, in the words and by the clock of the place.

    usage: greeter [--posts URL]

      --posts URL   print the titles of the posts at this address, too
      -h, --help    show this

    The environment says when and where it runs:

      ENV_DATE=2019-11-12T02:45:00-06:00   the moment; time stands still there
      ENV_CLOCK=running                    time goes on from that moment
      ENV_LOCALE=de_DE                     the language and its conventions
      ENV_LANGUAGES=fr-CH,de-CH            the languages that the user reads, the best first
      ENV_CALENDAR=buddhist                the kind of calendar
      ENV_TIME_ZONE=Asia/Tokyo             the time zone
      ENV_SEED=42                          the seed of random values and UUIDs
      ENV_NETWORK=none                     no network

    A release build does not read them.

    """

  init(_ arguments: some Sequence<String>) throws {
    var arguments = arguments.makeIterator()
    while let argument = arguments.next() {
      if ["-h", "--help"].contains(argument) {
        showsHelp = true
        continue
      }
      guard argument == "--posts" else {
        throw UsageError(description: "unknown argument \(argument.debugDescription). \(Self.usage)")
      }
      guard let text = arguments.next() else {
        throw UsageError(description: "--posts needs an address. \(Self.usage)")
      }
      guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()), url.host() != nil else {
        throw UsageError(
          description: "\(text.debugDescription) is not an address. Write it like https://example.com/posts")
      }
      posts = url
    }
  }

  private static let usage = "Usage: greeter [--posts URL]; --help says more"
}

/// A command line that cannot be understood.
struct UsageError: Error, CustomStringConvertible {
  let description: String
}
