public import Foundation
import GlobalEnvironment

extension UUID {
  /// Creates the UUID that a mock returns after `number` others: `00000000-0000-0000-0000-000000000002` for 2.
  ///
  /// ```swift
  /// #expect(note.id == UUID(number: 0))
  /// Env.uuid = { UUID(number: 7) }  // the same one, always
  /// ```
  public init(number: UInt64) {
    func byte(_ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: number >> (56 - 8 * index)) }
    self.init(
      uuid: (
        0, 0, 0, 0, 0, 0, 0, 0, byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6), byte(7)
      ))
  }
}

/// Returns an endpoint that counts up from 00000000-0000-0000-0000-000000000000; no two calls return the same.
func countingUUIDs() -> @Sendable () -> UUID {
  let count = Locked<UInt64>(0)
  return {
    UUID(
      number: count.withLock { count in
        defer { count &+= 1 }
        return count
      })
  }
}
