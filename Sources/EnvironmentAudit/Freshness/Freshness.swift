import Foundation
import GlobalEnvironment

/// Decides whether the index of a file is up to date.
package struct Freshness: Sendable {
  /// What is known of a file.
  package enum State: Hashable, Sendable {
    /// Its symbols are in the record of this name; nil when it has none.
    case fresh(record: String?)
    /// The index cannot be trusted: why, and what to do.
    case unknown(String)
  }

  /// The newest unit of each path.
  private var units: [String: (unit: IndexUnit, store: Int)] = [:]

  /// - Parameter stores: The units of each index store.
  package init(_ stores: [[IndexUnit]]) {
    for (store, all) in stores.enumerated() {
      // Tools of the build are compiled twice, and other kinds of builds leave an index of their own: the newest counts.
      for unit in all where units[unit.file].map({ $0.unit.modified < unit.modified }) ?? true {
        units[unit.file] = (unit, store)
      }
    }
  }

  /// Whether any index has a file.
  func knows(_ file: SourceList.File) -> Bool { units[file.path] != nil || units[file.realPath] != nil }

  static let isUnindexed =
    "the index has nothing of it; say swift package clean, and build in debug, without errors"

  /// Returns the state of a file, and the number of the store that knows it.
  ///
  /// - Parameter modified: When it was changed last, in seconds since 1970; nil when that cannot be read.
  package func state(of file: SourceList.File, modified: Double?) -> (state: State, store: Int) {
    guard let modified else { return (.unknown("it is not there, or not readable"), 0) }
    guard let known = units[file.path] ?? units[file.realPath] else { return (.unknown(Self.isUnindexed), 0) }
    guard known.unit.modified >= modified else {
      let reason =
        modified > Env.date().timeIntervalSince1970
        ? "its last change lies in the future, so that no index is newer; touch it, and build again"
        : "it was changed after the index was written; build the package again"
      return (.unknown(reason), known.store)
    }
    return (.fresh(record: known.unit.record), known.store)
  }
}
