public import Foundation

extension Date {
  /// Where a mock's time begins: 12 November 2019, 02:45:00 in Chicago.
  @usableFromInline package static let mock = Date(timeIntervalSince1970: 1_573_548_300)
}
