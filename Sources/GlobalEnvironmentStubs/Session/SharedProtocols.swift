import Foundation
import GlobalEnvironment

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The classes that look at the requests of `URLSession.shared` before the system does.
package enum SharedProtocols {
  #if canImport(FoundationNetworking)
    /// The configuration of the shared session. Each change reads its list and writes it back: one at a time.
    private static let configuration = Locked(Environment.live.urlSession().configuration)

    /// Changes the list of the shared session; registered classes reach only sessions that are made later.
    ///
    /// - Parameter change: Must not call other code: the lock on the list is held meanwhile.
    package static func change(_ change: (inout [AnyClass]) -> Void) {
      configuration.withLock { configuration in
        var classes = configuration.protocolClasses ?? []
        change(&classes)
        configuration.protocolClasses = classes
      }
    }
  #endif
}
