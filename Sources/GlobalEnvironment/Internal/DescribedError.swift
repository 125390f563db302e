public import Foundation

/// An error that says where, what, and what to do; `localizedDescription` is its description.
public protocol DescribedError: LocalizedError, CustomStringConvertible {}

extension DescribedError {
  /// The same as `description`.
  public var errorDescription: String? { description }
}
