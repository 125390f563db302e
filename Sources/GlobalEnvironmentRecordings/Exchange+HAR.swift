import Foundation
import GlobalEnvironmentWire

extension Exchange {

  /// Why an entry of a file is not an exchange.
  enum Unusable: Error {
    /// No request could ask for it: a WebSocket, a `data:` URL, a tunnel through a proxy.
    case skipped
    /// It is wrong: what is wrong, and the path to it from the entry.
    case flawed(String, [JSONReader.Step])

    /// The recording names a file with the body. Such a file is never read.
    fileprivate static func bodyElsewhere(at steps: [JSONReader.Step]) -> Unusable {
      .flawed(
        "the body is in another file, which is never read. Record again with bodies embedded", steps)
    }

    fileprivate static func bodyNotInItsEncoding(at steps: [JSONReader.Step]) -> Unusable {
      .flawed(
        """
        the text is not valid in its encoding, or that is not known. Write `base64` with Base64, or leave `encoding` out
        """, steps)
    }
  }

  init(_ entry: HAR.Entry) throws(Unusable) {
    // Its URL may be no more than a host and a port.
    if entry.request.method.isEqualIgnoringCase("CONNECT") { throw .skipped }
    try Self.check(url: entry.request.url)
    let isWebSocket = entry.resourceType == "websocket" || entry.hasWebSocketMessages || entry.response.status == 101
    if isWebSocket { throw .skipped }
    request = try Request(entry.request)
    outcome =
      entry.response.status == 0
      ? .failure(URLError.Code(recorded: entry.response.error))
      : .response(try Response(entry.response, method: entry.request.method))
  }

  private static func check(url text: String) throws(Unusable) {
    let scheme = text.prefix { $0 != ":" }.lowercased()
    guard let url = URL(string: Placeholder.removing(text)), url.scheme != nil else {
      throw .flawed("this is not an absolute URL", [.name("request"), .name("url")])
    }
    guard ["http", "https"].contains(scheme) else { throw .skipped }
    guard url.host?.isEmpty == false else { throw .flawed("this URL has no host", [.name("request"), .name("url")]) }
  }

  /// Whether the entry that is written for it can be read again. One that cannot would make the whole file unusable.
  var isReadable: Bool {
    if case .response(let response) = outcome, !HAR.Response.statuses.contains(response.status) { return false }
    return (try? Self.check(url: Placeholder.escaping(request.url))) != nil
  }

  func entry(startedAt date: String) -> HAR.Entry {
    HAR.Entry(startedDateTime: date, request: HAR.Request(request), response: HAR.Response(outcome))
  }
}

extension Exchange.Request {
  fileprivate init(_ request: HAR.Request) throws(Exchange.Unusable) {
    method = request.method
    url = Placeholder.unescaping(request.urlWithQuery)
    headers = request.headers.filter { !$0.name.hasPrefix(":") }
    body = Data()
    guard let postData = request.postData else { return }
    if postData.file != nil { throw .bodyElsewhere(at: [.name("request"), .name("postData"), .name("_file")]) }
    if let text = postData.text, !text.isEmpty || postData.params.isEmpty {
      guard let body = BodyText.body(text, encoding: postData.encoding, mimeType: postData.mimeType) else {
        throw .bodyNotInItsEncoding(at: [.name("request"), .name("postData"), .name("text")])
      }
      self.body = body
    } else {
      var type = headers.value(of: "Content-Type") ?? postData.mimeType
      body = postData.form(ofType: &type)
      headers.removeAll { $0.name.isEqualIgnoringCase("Content-Type") }
      if !type.isEmpty { headers.append(HAR.Field(name: "Content-Type", value: type)) }
    }
    if headers.value(of: "Content-Type") == nil, !postData.mimeType.isEmpty {
      headers.append(HAR.Field(name: "Content-Type", value: postData.mimeType))
    }
  }
}

extension HAR.PostData {
  /// Returns the body of a form that was exported as fields, without its text.
  ///
  /// - Parameter type: Its Content-Type, which gets a boundary where it needs one and has none.
  fileprivate func form(ofType type: inout String) -> Data {
    guard let empty = MultipartBody(Data(), type: type) else {
      return Data(FormItems(params.map { FormItems.Item(name: $0.name, value: $0.value) }).encoded.utf8)
    }
    let boundary = empty.boundary ?? "boundary"
    if empty.boundary == nil { type = "multipart/form-data; boundary=\(boundary)" }
    let parts = params.map { field in
      let type = field.contentType.map { "Content-Type: \($0)\r\n" } ?? ""
      let file = field.fileName.map { "; filename=\($0.inQuotes)" } ?? ""
      return """
        --\(boundary)\r\nContent-Disposition: form-data; name=\(field.name.inQuotes)\(file)\r\n\(type)\r\n\(field.value)\r\n
        """
    }
    return Data("\(parts.joined())--\(boundary)--\r\n".utf8)
  }
}

extension String {
  /// As a parameter of a header field.
  fileprivate var inQuotes: String {
    let line = components(separatedBy: .newlines).joined(separator: " ")
    return "\"\(line.replacing("\"", with: "\\\""))\""
  }
}

extension HAR.Request {
  /// The URL with its query, which Insomnia writes only beside it.
  fileprivate var urlWithQuery: String {
    if queryString.isEmpty || RequestTarget(url).query != nil { return url }
    let place = url.prefix { $0 != "#" }
    let items = queryString.map { FormItems.Item(name: $0.name, value: $0.value) }
    return "\(place)?\(FormItems(items).encoded)\(url[place.endIndex...])"
  }

  fileprivate init(_ request: Exchange.Request) {
    let mimeType = request.headers.value(of: "Content-Type") ?? ""
    // The order of members differs between processes.
    let sorted = request.json?.data
    let body = BodyText(sorted ?? request.body, mimeType: mimeType)
    self.init(
      method: request.method,
      url: Placeholder.escaping(request.url),
      httpVersion: "HTTP/1.1",
      headers: request.headers,
      queryString: FormItems(parsing: RequestTarget(request.url).query ?? "").sorted.map {
        HAR.Field(name: $0.name, value: $0.value)
      },
      postData: request.body.isEmpty
        ? nil : HAR.PostData(mimeType: mimeType, text: body.text, params: [], encoding: body.encoding)
    )
  }
}

extension Exchange.Response {
  fileprivate init(_ response: HAR.Response, method: String) throws(Exchange.Unusable) {
    status = response.status
    headers = response.headers
    url = response.url.map { Placeholder.unescaping($0) }
    redirects = (response.redirects ?? []).map {
      // Another program may have written all fields.
      Exchange.Redirect(url: Placeholder.unescaping($0.url), headers: $0.headers.filter(\.setsCookie))
    }
    let content = response.content
    if content.file != nil { throw .bodyElsewhere(at: [.name("response"), .name("content"), .name("_file")]) }
    let text = content.text ?? ""
    // Chrome names the charset only in the header field.
    let type = BodyText.charset(of: content.mimeType) == nil ? headers.value(of: "Content-Type") : nil
    let mimeType = type ?? content.mimeType
    guard let body = BodyText.body(text, encoding: content.encoding, mimeType: mimeType) else {
      throw .bodyNotInItsEncoding(at: [.name("response"), .name("content"), .name("text")])
    }
    self.body = body
    // What is redirected needs none.
    let needsBody = hasBody(status, method: method.uppercased()) && !(300..<400).contains(status)
    missing = needsBody && content.text == nil && content.size > 0 ? content.size : nil
    let newType = BodyText.type(ofBody: text, encoding: content.encoding, mimeType: mimeType)
    if newType != mimeType {
      headers.removeAll { $0.name.isEqualIgnoringCase("Content-Type") }
    }
    if headers.value(of: "Content-Type") == nil, !mimeType.isEmpty, !body.isEmpty {
      headers.append(HAR.Field(name: "Content-Type", value: newType))
    }
  }
}

extension HAR.Response {
  fileprivate init(_ outcome: Exchange.Outcome) {
    switch outcome {
    case .response(let response):
      let mimeType = response.headers.value(of: "Content-Type") ?? ""
      let body = BodyText(response.body, mimeType: mimeType)
      self.init(
        status: response.status,
        statusText: HAR.Response.phrase(for: response.status),
        httpVersion: "HTTP/1.1",
        headers: response.headers,
        content: HAR.Content(
          size: response.missing ?? Double(response.body.count), mimeType: mimeType,
          text: response.missing == nil ? body.text : nil, encoding: body.encoding),
        redirectURL: Placeholder.escaping(response.headers.value(of: "Location") ?? ""),
        url: response.url.map { Placeholder.escaping($0) },
        redirects: HAR.Redirect.withCookies(of: response.redirects)
      )
    case .failure(let code):
      self.init(
        status: 0, statusText: "", httpVersion: "", headers: [], content: HAR.Content(mimeType: ""), redirectURL: "",
        error: "URLError \(code.rawValue)")
    }
  }

  /// The reason phrase of RFC 9110; empty for a status that is not common.
  private static func phrase(for status: Int) -> String {
    let phrases = [
      200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 301: "Moved Permanently", 302: "Found",
      303: "See Other", 304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request",
      401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 409: "Conflict", 410: "Gone",
      422: "Unprocessable Content", 429: "Too Many Requests", 500: "Internal Server Error", 502: "Bad Gateway",
      503: "Service Unavailable", 504: "Gateway Timeout",
    ]
    return phrases[status] ?? ""
  }
}

extension HAR.Redirect {
  /// What replaying needs of these; nil where none has set a cookie.
  fileprivate static func withCookies(of redirects: [Exchange.Redirect]) -> [HAR.Redirect]? {
    let setting = redirects.compactMap { redirect -> HAR.Redirect? in
      let cookies = redirect.headers.filter(\.setsCookie)
      return cookies.isEmpty ? nil : HAR.Redirect(url: Placeholder.escaping(redirect.url), headers: cookies)
    }
    return setting.isEmpty ? nil : setting
  }
}

extension HAR.Field {
  fileprivate var setsCookie: Bool { name.isEqualIgnoringCase("Set-Cookie") }
}

extension URLError.Code {
  /// Reads why a recorded request failed: our own words, or Chrome's; a lost connection unless known.
  fileprivate init(recorded text: String?) {
    let text = text ?? ""
    if text.hasPrefix("URLError "), let number = Int(text.dropFirst(9)) {
      // Optional on some platforms.
      let code: URLError.Code? = URLError.Code(rawValue: number)
      self = code ?? .unknown
      return
    }
    self =
      switch text {
      case "net::ERR_INTERNET_DISCONNECTED", "net::ERR_ADDRESS_UNREACHABLE": .notConnectedToInternet
      case "net::ERR_NAME_NOT_RESOLVED": .cannotFindHost
      case "net::ERR_CONNECTION_REFUSED": .cannotConnectToHost
      case "net::ERR_TIMED_OUT", "net::ERR_CONNECTION_TIMED_OUT": .timedOut
      case "net::ERR_ABORTED": .cancelled
      case "net::ERR_TOO_MANY_REDIRECTS": .httpTooManyRedirects
      default: .networkConnectionLost
      }
  }
}
