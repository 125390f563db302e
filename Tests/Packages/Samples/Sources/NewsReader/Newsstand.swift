import Foundation
import GlobalEnvironment

/// Where the user gets an edition: the one in the cache while that is fresh, else a new one.
enum Newsstand {

  /// An edition, and why it is not a new one that will be there the next time.
  struct Delivery {
    var edition: Edition
    var trouble: (any Error)?
  }

  /// How long an edition is fresh, in seconds.
  static let freshness: TimeInterval = 15 * 60

  /// Returns the edition of the cache while it is fresh.
  ///
  /// - Throws: As ``refresh()`` does.
  static func delivery() async throws -> Delivery {
    // An edition from the future was fetched before somebody set the clock back.
    if let edition = EditionCache.read(), (0..<freshness).contains(Env.date().timeIntervalSince(edition.date)) {
      return Delivery(edition: edition)
    }
    return try await refresh()
  }

  /// Fetches a new edition; where that fails, an old one is better than none.
  ///
  /// - Throws: Why there is no new edition, where there is no old one either; `CancellationError`.
  static func refresh() async throws -> Delivery {
    let edition: Edition
    do {
      edition = try await retrying { try await Server.edition() }
    } catch {
      if Task.isCancelled { throw CancellationError() }
      Env.analytics(.failed)
      guard !(error is UsageError), let old = EditionCache.read() else { throw error }
      return Delivery(edition: old, trouble: error)
    }
    Env.analytics(.refreshed)
    do {
      try EditionCache.write(edition)
      // Not before: where the new edition cannot be kept, the user gets the old one again, with what was read of it.
      Reading.prune(to: edition)
      return Delivery(edition: edition)
    } catch {
      return Delivery(edition: edition, trouble: error)
    }
  }
}
