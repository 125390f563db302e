public import Foundation
import GlobalEnvironment
import GlobalEnvironmentRecordings
public import GlobalEnvironmentWire

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A request that a mock was asked to answer: what matchers and response closures see, and what `Env.requests` lists.
///
/// ```swift
/// Env.stub(.get("/users/:id"), .response { request in .json(["id": "\(request.parameters["id"] ?? "")"]) })
/// ```
public struct SentRequest: Sendable {
  /// The request as it was sent, with the cookies that the mock added; its body is in ``body``.
  public private(set) var urlRequest: URLRequest
  /// The whole body, however it was given; empty when there is none.
  public var body: Data { content.data }
  /// The moment at which it was sent, in the time of the mock.
  public let date: Date
  /// What the template of the stub that answered, `/users/:id`, found in the path.
  public internal(set) var parameters: [String: String] = [:]
  /// The ``Stub`` that answered; nil when none matched.
  var answeringStub: (any AnyObject & Sendable)?

  let target: RequestTarget
  private let content: Content
  /// Nil where there is none.
  private let items: Items?

  init(_ request: URLRequest, body: Data, date: Date) {
    urlRequest = request
    content = body.isEmpty ? .empty : Content(body)
    self.date = date
    target = RequestTarget(request.url?.absoluteString ?? "")
    items = target.query.map { Items($0) }
  }

  mutating func add(cookie: String) {
    urlRequest.setValue(cookie, forHTTPHeaderField: "Cookie")
  }

  // MARK: Reading

  /// The URL; nil for a request that has none.
  public var url: URL? { urlRequest.url }

  /// The method: `GET`.
  public var method: String { urlRequest.httpMethod ?? "GET" }

  /// The path, percent-decoded except slashes and question marks, which stay `%2F` and `%3F`; `/` for an empty one.
  public var path: String { target.path }

  /// The items of the URL's query.
  public var query: FormItems { items?.parsed ?? FormItems([]) }

  /// The header fields.
  public var headers: [String: String] { urlRequest.allHTTPHeaderFields ?? [:] }

  /// Returns the value of a header field, whose name may be in any case; nil when there is none.
  public func header(_ name: String) -> String? { urlRequest.value(forHTTPHeaderField: name) }

  /// The body read as JSON; nil when it is not JSON.
  public var json: JSONValue? { content.json }

  /// The body read as the fields of a form, `application/x-www-form-urlencoded`.
  public var form: FormItems { FormItems(parsing: String(decoding: body, as: UTF8.self)) }

  /// A query, which many stubs may want to read.
  private final class Items: Sendable {
    private let query: Substring
    private let kept = Locked<FormItems?>(nil)

    init(_ query: Substring) { self.query = query }

    var parsed: FormItems {
      if let known = kept.withLock({ $0 }) { return known }
      let items = FormItems(parsing: query)
      kept.withLock { $0 = items }
      return items
    }
  }

  /// A body, which many stubs may want to read as JSON.
  private final class Content: Sendable {
    static let empty = Content(Data())
    let data: Data
    private let parsed = Locked<JSONValue??>(nil)

    init(_ data: Data) {
      self.data = data
    }

    var json: JSONValue? {
      if data.isEmpty { return nil }
      if let known = parsed.withLock({ $0 }) { return known }
      let json = JSONValue(parsing: data)
      parsed.withLock { $0 = .some(json) }
      return json
    }
  }
}

extension SentRequest: CustomStringConvertible {
  /// The method and the URL, without user, password or fragment: `GET https://example.com/posts`.
  ///
  /// It shows `…` for the values of query items that are usually secret, such as `token`.
  public var description: String {
    guard let text = url?.absoluteString else { return "\(method) of no URL" }
    guard let scheme = target.scheme, let host = target.host else {
      return "\(method) \(UsualSecrets.hidden(in: text).shortened)"
    }
    // From the end of the host on, without what may stand before it.
    let rest = host.base[host.endIndex...].prefix { $0 != "#" }
    return "\(method) \(scheme)://\(host)\(UsualSecrets.hidden(in: rest))".shortened(to: 500)
  }
}
