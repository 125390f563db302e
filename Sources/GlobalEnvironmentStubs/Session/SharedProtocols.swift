import Foundation
import GlobalEnvironment

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The classes that look at the requests of `URLSession.shared` before the system does.
package enum SharedProtocols {
  #if canImport(FoundationNetworking)
    /// That of the one session that there is. Each change reads its list and writes it back: one at a time.
    private static let configuration = Locked(Environment.live.urlSession().configuration)

    /// Changes the list of the one session that there is; registered classes reach only sessions that are made later.
    ///
    /// - Parameter change: Must not call out: nobody else can change the list meanwhile.
    package static func change(_ change: (inout [AnyClass]) -> Void) {
      configuration.withLock { configuration in
        var classes = configuration.protocolClasses ?? []
        change(&classes)
        configuration.protocolClasses = classes
      }
    }
  #endif
}
