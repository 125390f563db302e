import Foundation
import GlobalEnvironment

/// What the command line asks for.
enum Command: Equatable {
  case list(isRefreshing: Bool)
  case open(number: Int)
  case watch(interval: Duration)
  case logIn(token: String)
  case logOut

  init(_ arguments: some Collection<String>) throws {
    let rest = arguments.dropFirst()
    switch (arguments.first, rest.count) {
    case (nil, _): self = .list(isRefreshing: false)
    case ("refresh", 0): self = .list(isRefreshing: true)
    case ("open", 1): self = .open(number: try Self.number(rest.joined(), in: 1...1_000))
    case ("watch", 0): self = .watch(interval: .seconds(600))
    case ("watch", 1): self = .watch(interval: .seconds(60 * (try Self.number(rest.joined(), in: 1...1_440))))
    case ("login", 1): self = .logIn(token: rest.joined())
    case ("logout", 0): self = .logOut
    default: throw UsageError(Self.usage)
    }
  }

  /// Reads a whole number as the user writes it, in whichever digits.
  private static func number(_ text: String, in range: ClosedRange<Int>) throws -> Int {
    // A formatter would read “2nd” as 2.
    guard
      text.allSatisfy(\.isWholeNumber),
      let decimal = Env.numberFormatter({ _ in }).number(from: text),
      let number = Int(exactly: decimal as NSDecimalNumber),
      range.contains(number)
    else {
      let range = "\(range.lowerBound) to \(range.upperBound)"
      throw UsageError("\(text.debugDescription) is no whole number from \(range).")
    }
    return number
  }

  static let usage = """
    Usage: news                    lists the news, which may be a quarter of an hour old
           news refresh            lists what is new right now
           news open NUMBER        opens a story of the list
           news watch [MINUTES]    lists what comes in, every ten minutes or as often as you say
           news login TOKEN        reads as the account of that token
           news logout             reads as nobody
    """
}

/// A command line, or a setting, that makes no sense.
struct UsageError: LocalizedError, Equatable {
  let errorDescription: String?

  init(_ description: String) {
    errorDescription = description
  }
}
