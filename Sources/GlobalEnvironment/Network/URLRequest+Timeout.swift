#if canImport(FoundationNetworking)
  package import FoundationNetworking
#else
  package import Foundation
#endif

extension URLRequest {
  /// How long nothing may arrive: its own interval, or the usual 60 seconds where that is not positive.
  package var timeout: Duration {
    if timeoutInterval <= 0 { return .seconds(60) }
    // More than a billion seconds, infinity or no number counts as no limit.
    return timeoutInterval < 1e9 ? .nanoseconds(Int64(timeoutInterval * 1e9)) : .farthest
  }
}
