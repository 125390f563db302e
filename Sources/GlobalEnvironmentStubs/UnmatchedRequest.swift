import Foundation
import GlobalEnvironment

/// A request without a stub, with all that the report of it says.
struct UnmatchedRequest: Hashable {
  private let method: String
  private let url: String?
  private let headers: [String: String]
  private let body: Data
  private let changesOfStubs: Int

  /// Larger bodies are not kept for this.
  private static let largestBody = 4_096

  /// Makes one; nil where a report may say something else each time, or that cannot be known.
  ///
  /// - Parameter changesOfStubs: How often the stubs had changed.
  init?(_ request: SentRequest, _ policy: UnmatchedRequests, changesOfStubs: Int) {
    guard policy.nearest == nil, policy.hiding == nil, request.body.count <= Self.largestBody else { return nil }
    method = request.method
    url = request.url?.absoluteString
    headers = request.headers
    body = request.body
    self.changesOfStubs = changesOfStubs
  }
}

extension [Stub] {
  private typealias Near = (stub: Stub, mismatches: [String], likeness: Int)

  /// The three that almost match `request`, the nearest first, of equal ones the newest, in words. The newest is the last here.
  func nearest(to request: SentRequest) -> [String] {
    var nearest: [Near] = []
    for stub in reversed() {
      let near = (stub, stub.mismatches(of: request), stub.matcher.rule.likeness(to: request.path))
      let place = nearest.firstIndex { Self.isNearer(near, than: $0) } ?? nearest.count
      if place == 3 { continue }
      nearest.insert(near, at: place)
      if nearest.count > 3 { nearest.removeLast() }
    }
    return nearest.map { "\($0.stub.place): \($0.stub.matcher): \($0.mismatches.joined(separator: "; "))" }
  }

  private static func isNearer(_ first: Near, than second: Near) -> Bool {
    // Rather one for that path with another method, host and query than one for another path.
    let (isSame, isOtherSame) = (first.likeness == .max, second.likeness == .max)
    if isSame != isOtherSame { return isSame }
    return (first.mismatches.count, second.likeness) < (second.mismatches.count, first.likeness)
  }
}

extension Stub {
  /// Why the stub does not answer `request`, in words.
  fileprivate func mismatches(of request: SentRequest) -> [String] {
    let mismatches = matcher.rule.mismatches(of: request)
    return mismatches.isEmpty && isUsedUp ? ["it has answered as often as it may"] : mismatches
  }
}
