import Foundation
import GlobalEnvironment
import GlobalEnvironmentFlight
import GlobalEnvironmentMocks
import GlobalEnvironmentRedaction
import GlobalEnvironmentTime

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension FlightReplay {

  /// Answers a request as it was answered in the flight, and at the same time; nil where the flight has no such
  /// request. One that was never answered stays open until the flight's end.
  func answer(
    _ request: URLRequest, _ progress: EnvironmentProgress.Handler?
  ) async throws -> (EnvironmentBytes, HTTPURLResponse)? {
    guard let url = request.url else { return nil }
    let asked = hider.request(request)
    var event = next(asked.key)
    if event == nil {
      event = nextRequest(to: asked.address)
      if let event, !event.hasBeginning(of: asked.body) {
        differs("sends another body with \(asked.address) than at \(event.when.seconds) s", "http")
      }
    }
    guard case .request(let id, _)? = event?.content else { return nil }
    guard let answer = answer(to: id) else {
      // It was under way when the flight ended. A second later, all that is at its end has been asked.
      try await wait(until: flight.end + .seconds(1))
      throw URLError(.networkConnectionLost, userInfo: [NSURLErrorFailingURLErrorKey: url])
    }
    // Answers come at the time at which they came then, so that they keep their order.
    try await wait(until: answer.when)
    switch answer.content {
    case .answer(_, let answer):
      let (data, head) = try response(answer, url)
      let failure = failure(after: id)
      let rest = Locked<Data?>(data)
      let body = EnvironmentBytes(of: request) {
        if let data = rest.replace(with: nil) { return data }
        if let failure { throw failure.error(of: url) }
        return nil
      }
      EnvironmentProgress.send(request.httpBody?.count ?? 0, progress)
      return (body, head)
    case .noAnswer(_, let failure): throw PassthroughError(failure.error(of: url))
    default: return nil
    }
  }

  private func wait(until when: Duration) async throws {
    let delay = when - now
    guard delay > .zero else { return }
    let scheduler = UnobservedRead.of { Env.scheduler() }
    try await scheduler.sleep(until: scheduler.deadline(after: delay), tolerance: nil, place: .caller)
  }

  private func response(_ answer: FlightAnswer, _ url: URL) throws -> (Data, HTTPURLResponse) {
    reportCut(answer.body, "the answer to \(hider.hidden(hider.url(url.absoluteString)))")
    let fields = Dictionary(answer.headers.map { ($0.name, $0.value) }) { "\($0), \($1)" }
    let head = HTTPURLResponse(
      url: answer.url.flatMap { URL(string: $0) } ?? url, statusCode: answer.status, httpVersion: "HTTP/1.1",
      headerFields: fields)
    guard let head else { throw URLError(.badServerResponse) }
    return (answer.body.bytes, head)
  }
}

extension FlightEvent {
  /// Whether it is a request whose body was too long for the flight, and may be this one.
  fileprivate func hasBeginning(of body: FlightBody) -> Bool {
    guard case .request(_, let then) = content else { return false }
    return then.body.isCut && (then.body.count == body.bytes.count || body.bytes.starts(with: then.body.bytes))
  }
}

extension FlightFailure {
  /// Returns the recorded error, as far as it is known.
  func error(of url: URL) -> any Error {
    switch domain {
    case "CancellationError": return CancellationError()
    case NSURLErrorDomain:
      // Not every number is a code on every platform.
      let known: URLError.Code? = URLError.Code(rawValue: code)
      return URLError(
        known ?? .unknown, userInfo: [NSURLErrorFailingURLErrorKey: url, NSLocalizedDescriptionKey: text])
    case NSCocoaErrorDomain:
      var userInfo: [String: Any] = [
        NSLocalizedDescriptionKey: text, NSFilePathErrorKey: url.path(percentEncoded: false),
      ]
      if let reason = POSIXErrorCode(rawValue: reason) { userInfo[NSUnderlyingErrorKey] = POSIXError(reason) }
      return CocoaError(CocoaError.Code(rawValue: code), userInfo: userInfo)
    case NSPOSIXErrorDomain:
      if let code = Int32(exactly: code).flatMap(POSIXErrorCode.init) { return POSIXError(code) }
      fallthrough
    default: return NSError(domain: domain, code: code, userInfo: [NSLocalizedDescriptionKey: text])
    }
  }
}
