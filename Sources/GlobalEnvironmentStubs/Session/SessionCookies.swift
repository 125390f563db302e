#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import GlobalEnvironmentWire

  /// The cookie storage of a session that was given one, in the place of the mock's own cookies.
  ///
  /// `@unchecked` holds because nothing is set after the initialiser, and a storage is safe on any thread.
  struct SessionCookies: ClientCookies, @unchecked Sendable {
    private let storage: HTTPCookieStorage
    private let isSending: Bool
    private let isStoring: Bool
    /// The Cookie header of the request, if that is not from the storage.
    private let own: String?

    /// - Parameter request: The first request, with what the session has added to it already.
    /// - Returns: Nil without a storage, and for the storage that all code of a machine shares: no test may write there.
    init?(of configuration: URLSessionConfiguration, _ request: URLRequest?) {
      // audit:allow network – compared only
      guard let storage = configuration.httpCookieStorage, storage !== HTTPCookieStorage.shared else { return nil }
      self.storage = storage
      isSending = configuration.httpShouldSetCookies
      isStoring = configuration.httpCookieAcceptPolicy != .never
      // Foundation wrote into it what the storage had when the task was made.
      let known = Set(request?.url.flatMap { storage.cookies(for: $0) }?.map(\.name) ?? [])
      let said = request?.value(forHTTPHeaderField: "Cookie")
      let names = said?.split(separator: ";").map { $0.prefix { $0 != "=" }.trimmingCharacters(in: .whitespaces) } ?? []
      own = names.allSatisfy(known.contains) ? nil : said
    }

    func add(to request: inout URLRequest) {
      guard own == nil, isSending, request.httpShouldHandleCookies else { return }
      request.setValue(Self.header(for: request, in: storage), forHTTPHeaderField: "Cookie")
    }

    func store(_ setCookie: String, from request: URLRequest) {
      guard isStoring, request.httpShouldHandleCookies, let url = request.url else { return }
      let cookies = SetCookie.split(setCookie).flatMap {
        HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": String($0)], for: url)
      }
      storage.setCookies(cookies, for: url, mainDocumentURL: request.mainDocumentURL)
    }

    private static func header(for request: URLRequest, in storage: HTTPCookieStorage) -> String? {
      guard let url = request.url else { return nil }
      // On Linux, a storage looks at the host alone.
      let isSecure = url.scheme?.lowercased() == "https"
      let path = RequestTarget(url.absoluteString).writtenPath
      let cookies = (storage.cookies(for: url) ?? []).filter {
        (isSecure || !$0.isSecure) && CookieJar.path($0.path, includes: path)
      }
      return cookies.isEmpty ? nil : HTTPCookie.requestHeaderFields(with: cookies)["Cookie"]
    }
  }
#endif
