#if canImport(FoundationNetworking)
  import Foundation
  package import FoundationNetworking
#else
  package import Foundation
#endif

/// Hands the requests of one URL session to its stubs.
///
/// What it overrides is called by the session, one call at a time.
class StubProtocol: URLProtocol {
  private var protocolLoad: ProtocolLoad?

  /// Where its requests go; a subclass overrides it.
  class var target: ProtocolTarget? { nil }

  /// True for every request: what no protocol claims goes to the network.
  override class func canInit(with request: URLRequest) -> Bool { true }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  #if canImport(FoundationNetworking)
    // Set inside the caller's `resume()`. What begins there is known to virtual time without a gap, and runs with the
    // task-locals of the caller: it belongs to the caller's test.
    override var task: URLSessionTask? {
      didSet { if task?.state == .running { begin() } }
    }
  #endif

  /// Begins to answer; called a second time on Linux, when there is something to deliver. On Apple's platforms, the client
  /// is called on this thread alone.
  override func startLoading() {
    if protocolLoad == nil { begin() }
    protocolLoad?.load()
  }

  override func stopLoading() {
    #if canImport(FoundationNetworking)
      // Also called when the task is suspended.
      guard let state = task?.state, state == .canceling || state == .completed else { return }
      // Never begun: the session reports that itself.
      guard protocolLoad != nil || state == .completed else { return }
      // The session would report it even when it knows how the task ended, and end the process if that is all over.
      client = nil
    #endif
    protocolLoad?.cancel()
  }

  private func begin() {
    guard protocolLoad == nil, let target = Self.target, let task, let client else { return }
    let sent = SentThroughSession(request, task, cachedResponse, target.time)
    protocolLoad = ProtocolLoad(of: sent, to: target, ProtocolClient(source: self, client: client, task: task))
  }
}

extension URLSession {
  /// Whether stubs answer its requests.
  package var isStubbed: Bool { configuration.protocolClasses?.first is StubProtocol.Type }
}
