import Foundation

extension Locale {
  /// This locale as it is now, if it follows the settings: what is kept must not change behind its keeper.
  var resolved: Locale { self == .autoupdatingCurrent ? .current : self }

  /// Returns whether this locale has the customs of one that is resolved; false for one that may, but is not.
  func isSame(as resolved: Locale) -> Bool {
    #if canImport(Darwin)
      self == resolved
    #else
      // There are no settings beyond the identifier here, and comparing them all the same takes 15 times as long.
      identifier == resolved.identifier
    #endif
  }
}

extension TimeZone {
  /// This time zone as it is now, if it follows the settings.
  var resolved: TimeZone { self == .autoupdatingCurrent ? .current : self }

  /// Returns whether this time zone is now the one that `resolved` is.
  func isSame(as resolved: TimeZone) -> Bool { identifier == resolved.identifier }
}
