import Foundation
import GlobalEnvironment

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The classes that look at the requests of `URLSession.shared` before the system does.
package enum SharedProtocols {
  #if canImport(FoundationNetworking)
    /// Each change reads the list and writes it back: one at a time.
    private static let turn = Locked(())

    /// Changes the list of the one session that there is; registered classes reach only sessions that are made later.
    ///
    /// - Parameter change: Must not call out: nobody else can change the list meanwhile.
    package static func change(_ change: (inout [AnyClass]) -> Void) {
      turn.withLock { _ in
        let configuration = Environment.live.urlSession().configuration
        var classes = configuration.protocolClasses ?? []
        change(&classes)
        configuration.protocolClasses = classes
      }
    }
  #endif
}
