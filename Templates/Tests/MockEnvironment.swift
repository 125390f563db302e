import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@testable import App

nonisolated extension Environment {
  /// A world that never changes by itself: 12 November 2019, 02:45:00 in Chicago, in American English, and offline.
  ///
  /// Each access makes a new one, so nothing that it holds is shared between two tests.
  static var mock: Environment {
    Environment(
      date: { Date(timeIntervalSince1970: 1_573_548_300) },
      calendar: { Calendar(identifier: .gregorian).followingEnv },
      locale: { Locale(identifier: "en_US") },
      timeZone: { chicago },
      http: { _ in throw URLError(.notConnectedToInternet) }
    )
  }
}

nonisolated private let chicago: TimeZone = {
  guard let timeZone = TimeZone(identifier: "America/Chicago") else {
    preconditionFailure("This machine does not know the time zone America/Chicago: install its time zone data.")
  }
  return timeZone
}()
