import Foundation
import GlobalEnvironment

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The classes that look at the requests of `URLSession.shared` before the system does.
package enum SharedProtocols {
  #if canImport(FoundationNetworking)
    /// Held by each change, which reads the list and writes it back. Whether the session is treated as one that hands out
    /// another configuration each time, for the tests of this package.
    private static let copies = Locked(false)

    /// Lets a change of the configuration that the shared session hands out reach the session no more.
    package static func handOutCopies(_ areCopies: Bool) { copies.replace(with: areCopies) }

    /// The session's own: Foundation on Linux does not copy it, though nothing says so.
    private static func configuration(isCopy: Bool) -> URLSessionConfiguration {
      isCopy ? .default : Environment.live.urlSession().configuration
    }

    /// Changes the list of the shared session; registered classes reach only sessions that are made later.
    ///
    /// - Parameter change: Must not call other code: the lock on the list is held meanwhile.
    package static func change(_ change: (inout [AnyClass]) -> Void) {
      copies.withLock { isCopy in
        let configuration = configuration(isCopy: isCopy)
        var classes = configuration.protocolClasses ?? []
        change(&classes)
        configuration.protocolClasses = classes
      }
    }

    /// Whether the shared session asks that class.
    package static func contain(_ asked: AnyClass) -> Bool {
      copies.withLock { configuration(isCopy: $0).protocolClasses?.contains { $0 == asked } == true }
    }
  #endif
}
