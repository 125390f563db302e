import Foundation
import GlobalEnvironmentWire

extension Exchange {
  func entry(startedAt date: String) -> HAR.Entry {
    HAR.Entry(startedDateTime: date, request: HAR.Request(request), response: HAR.Response(outcome))
  }
}

extension HAR.Request {
  fileprivate init(_ request: Exchange.Request) {
    let mimeType = request.headers.value(of: "Content-Type") ?? ""
    let body = BodyText(request.body, mimeType: mimeType)
    let params = body.encoding == nil ? HAR.Field.params(of: request.body, mimeType: mimeType) : []
    self.init(
      method: request.method,
      url: Placeholder.escaping(request.url),
      httpVersion: "HTTP/1.1",
      headers: request.headers,
      queryString: FormItems(parsing: RequestTarget(request.url).query ?? "").sorted.map {
        HAR.Field(name: $0.name, value: $0.value)
      },
      postData: request.body.isEmpty
        ? nil : HAR.PostData(mimeType: mimeType, text: body.text, params: params, encoding: body.encoding)
    )
  }
}

extension HAR.Response {
  fileprivate init(_ outcome: Exchange.Outcome) {
    switch outcome {
    case .response(let response):
      let mimeType = response.headers.value(of: "Content-Type") ?? ""
      let body = BodyText(response.body, mimeType: mimeType)
      let isMissing = response.flaw == .missing
      self.init(
        status: response.status,
        statusText: HAR.Response.phrase(for: response.status),
        httpVersion: "HTTP/1.1",
        headers: response.headers.withCookiesApart,
        content: HAR.Content(
          size: isMissing ? -1 : Double(response.body.count), mimeType: mimeType,
          text: isMissing ? nil : body.text, encoding: body.encoding, recordedFlaw: response.flaw?.recorded),
        redirectURL: Placeholder.escaping(response.headers.value(of: "Location") ?? ""),
        url: response.url.map { Placeholder.escaping($0) },
        redirects: HAR.Redirect.withCookies(of: response.redirects)
      )
    case .failure(let code):
      self.init(
        status: 0, statusText: "", httpVersion: "", headers: [], content: HAR.Content(size: 0, mimeType: ""),
        redirectURL: "",
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
      let cookies = redirect.headers.filter(\.setsCookie).withCookiesApart
      return cookies.isEmpty ? nil : HAR.Redirect(url: Placeholder.escaping(redirect.url), headers: cookies)
    }
    return setting.isEmpty ? nil : setting
  }
}

extension [HAR.Field] {
  /// With a field for each cookie: Foundation joins them, and other programs read no more than one from a field.
  fileprivate var withCookiesApart: [HAR.Field] {
    flatMap { field in
      if !field.setsCookie { return [field] }
      return SetCookie.split(field.value).map {
        HAR.Field(name: field.name, value: $0.trimmingCharacters(in: .whitespaces))
      }
    }
  }
}

extension HAR.Field {
  var setsCookie: Bool { name.isEqualIgnoringCase("Set-Cookie") }

  /// The fields of a form, beside its text.
  fileprivate static func params(of body: Data, mimeType: String) -> [HAR.Field] {
    if mimeType.lowercased().hasPrefix("application/x-www-form-urlencoded") {
      return FormItems(parsing: String(decoding: body, as: UTF8.self)).items.map {
        HAR.Field(name: $0.name, value: $0.value)
      }
    }
    guard let form = MultipartBody(body, type: mimeType), form.isForm else { return [] }
    return form.parts.map { part in
      HAR.Field(
        name: part.name ?? "", value: String(decoding: body[part.contents], as: UTF8.self), fileName: part.filename,
        contentType: part.type)
    }
  }
}
