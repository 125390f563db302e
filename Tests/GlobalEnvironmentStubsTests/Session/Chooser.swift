#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// A delegate that says what becomes of redirects and challenges. `@unchecked` holds because nothing is set after the initialiser.
  final class Chooser: DelegateLog, @unchecked Sendable {
    typealias Reply = (URLSession.AuthChallengeDisposition, URLCredential?)
    private let redirect: (URLRequest) -> URLRequest?
    private let challenge: (URLAuthenticationChallenge) -> Reply

    init(
      redirect: @escaping (URLRequest) -> URLRequest? = { $0 },
      challenge: @escaping (URLAuthenticationChallenge) -> Reply = { _ in (.performDefaultHandling, nil) }
    ) {
      (self.redirect, self.challenge) = (redirect, challenge)
    }

    override func urlSession(
      _: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      hear("\(response.statusCode) to \(request.url?.path ?? "")")
      completionHandler(redirect(request))
      // A second reply is one too many.
      completionHandler(nil)
    }

    override func urlSession(
      _: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      let space = challenge.protectionSpace
      hear(
        "\(space.authenticationMethod) \(space.realm ?? "") \(space.host):\(space.port) \(challenge.previousFailureCount)"
      )
      let (disposition, credential) = self.challenge(challenge)
      completionHandler(disposition, credential)
    }
  }
#endif
