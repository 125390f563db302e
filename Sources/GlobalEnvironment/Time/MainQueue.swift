// audit:allow-file scheduling – this is live time.

import Dispatch
import Foundation

/// Finds out whether code is on the main queue, and runs work there at once.
package enum MainQueue {
  private static let mark: DispatchSpecificKey<Bool> = {
    let mark = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: mark, value: true)
    return mark
  }()

  /// How many pieces of work run inside one another. The main queue runs one at a time, so these are all nested.
  private static let depth = Locked(0)

  /// Runs `work` if this is the main queue, and not nested so deep that the stack might end; returns whether it ran.
  static func run(_ work: () -> Void) -> Bool {
    guard isCurrent, depth.withLock({ $0 < 100 }) else { return false }
    depth.withLock { $0 += 1 }
    defer { depth.withLock { $0 -= 1 } }
    work()
    return true
  }

  package static var isCurrent: Bool {
    #if canImport(Darwin)
      // Elsewhere any thread may run the main queue's blocks, and the main thread those of other queues.
      if Thread.isMainThread { return true }
    #endif
    return DispatchQueue.getSpecific(key: mark) == true
  }
}
