// audit:allow-file clock, scheduling – URL sessions live in real time.

#if canImport(FoundationNetworking)
  import Dispatch
  import Foundation

  extension OperationQueue {

    /// Calls `done` on this queue when all that it holds now has run.
    ///
    /// Foundation on Linux forgets a barrier, and an operation that depends on another, when what they wait for ends in the
    /// moment in which they are added. An operation without dependencies is never forgotten.
    func afterwards(_ done: @escaping @Sendable () -> Void) {
      afterwards(operations, done)
    }

    private func afterwards(_ earlier: [Operation], _ done: @escaping @Sendable () -> Void) {
      addOperation {
        if earlier.allSatisfy(\.isFinished) { return done() }
        // The queue runs several operations at once.
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { self.afterwards(earlier, done) }
      }
    }
  }
#endif
