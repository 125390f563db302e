import Foundation
public import GlobalEnvironment

/// A flight that cannot be recorded, read or saved.
public struct FlightError: DescribedError, Hashable, Sendable {
  /// The path of the file.
  public let file: String
  /// Where in the file, in bytes from its beginning; nil where it is the file as a whole.
  public let offset: Int?
  /// What is wrong, and what to do.
  public let reason: String

  package init(file: String, offset: Int? = nil, _ reason: String) {
    (self.file, self.offset, self.reason) = (file, offset, reason)
  }

  /// The file, the place in it, and what is wrong.
  public var description: String {
    "The flight\(file.isEmpty ? "" : " \(file)")\(offset.map { ", at byte \($0)" } ?? ""): \(reason)"
  }
}
