import GlobalEnvironment
import GlobalEnvironmentWire

#if canImport(FoundationNetworking)
  import Foundation
  package import FoundationNetworking
#else
  package import Foundation
#endif

extension HTTPStubs {

  /// Returns the answer to `request` where that comes at once and no code of the test makes it; nil otherwise, and then
  /// nothing has happened.
  ///
  /// A URL session may ask for it where nothing may wait. Only the date of the environment is asked for.
  package func answerAtOnce(to request: URLRequest) -> [Part]? {
    guard let url = request.url, request.httpBodyStream == nil, !request.asksCache else { return nil }
    var (sent, candidates, end) = look(for: request, addsCookies: true)
    if case .ended = end { return nil }
    while let stub = candidates.next() {
      if stub.asksTest { return nil }
      guard stub.matcher.rule.matches(sent) else { continue }
      guard stub.isPlain, case .body(let body) = stub.response.content,
        let head = head(of: stub.response, of: stub, from: url, body)
      else { return nil }
      guard stub.claim() != nil else { continue }
      sent.setAnswering(stub)
      candidates = .none
      log(sent, answeredBy: stub)
      return [.response(head)] + (hasBody(head.statusCode, method: sent.method) ? [.body(body)] : [])
    }
    return nil
  }
}
