import Foundation
import GlobalEnvironment
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

  /// Reads an entry of a file.
  ///
  /// - Parameter creator: The program that has written it.
  init(_ entry: HAR.Entry, by creator: String) throws(Unusable) {
    // Its URL may be no more than a host and a port.
    if entry.request.method.isEqualIgnoringCase("CONNECT") { throw .skipped }
    try Self.check(url: entry.request.urlWithQuery)
    let isWebSocket = entry.resourceType == "websocket" || entry.hasWebSocketMessages || entry.response.status == 101
    if isWebSocket { throw .skipped }
    // Its text is UTF-8, and may have been edited.
    let isOwn = creator == RecordingText.creator
    request = try Request(entry.request, isOwn: isOwn)
    let error = entry.response.error ?? ""
    // A browser keeps the status of an answer that breaks off.
    outcome =
      entry.response.status == 0 || !error.isEmpty
      ? .failure(URLError.Code(recorded: error))
      : .response(
        try Response(
          entry.response, method: entry.request.method, lengths: isOwn ? nil : entry.response.lengths(by: creator)))
  }

  private static func check(url text: String) throws(Unusable) {
    // A request that never began.
    if text.isEmpty { throw .skipped }
    let scheme = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    let rest = text[scheme.endIndex...].dropFirst()
    let isWeb = ["http", "https"].contains(scheme.lowercased())
    // Behind a host, there is a port.
    if !isWeb, !scheme.isEmpty, text[scheme.endIndex...].hasPrefix(":"), rest.first?.isNumber == false {
      throw .skipped
    }
    guard isWeb, let url = URL(string: Placeholder.removing(text)), url.scheme != nil else {
      throw .flawed("this is not an absolute URL", [.name("request"), .name("url")])
    }
    guard url.host?.isEmpty == false else { throw .flawed("this URL has no host", [.name("request"), .name("url")]) }
  }

  /// Whether the entry that is written for it can be read again. One that cannot would make the whole file unusable.
  var isReadable: Bool {
    if case .response(let response) = outcome, !HAR.Response.statuses.contains(response.status) { return false }
    return (try? Self.check(url: Placeholder.escaping(request.url))) != nil
  }
}

extension Exchange.Request {
  fileprivate init(_ request: HAR.Request, isOwn: Bool) throws(Exchange.Unusable) {
    method = request.method
    url = Placeholder.unescaping(request.urlWithQuery)
    headers = request.headers.filter { !$0.name.hasPrefix(":") }
    body = Data()
    guard let postData = request.postData else { return }
    if postData.file != nil { throw .bodyElsewhere(at: [.name("request"), .name("postData"), .name("_file")]) }
    if let text = postData.text, !text.isEmpty || postData.params.isEmpty {
      let lengths = isOwn ? nil : headers.contentLength
      let body = BodyText.body(text, encoding: postData.encoding, mimeType: postData.mimeType, lengths: lengths)
      guard let body else {
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
    let url = urlInBrackets
    if queryString.isEmpty || RequestTarget(url).query != nil { return url }
    let place = url.prefix { $0 != "#" }
    let items = queryString.map { FormItems.Item(name: $0.name, value: $0.value) }
    return "\(place)?\(FormItems(items).encoded)\(url[place.endIndex...])"
  }

  /// The URL with brackets around an IPv6 address, which mitmproxy leaves out: `http://::1:8080/`.
  private var urlInBrackets: String {
    guard let start = url.firstRange(of: "://")?.upperBound else { return url }
    let authority = url[start...].prefix { !"/?#".contains($0) }
    let colons = authority.count { $0 == ":" }
    guard colons > 1, authority.allSatisfy({ $0.isHexDigit || ":.".contains($0) }) else { return url }
    var host = headers.value(of: "Host") ?? headers.value(of: ":authority") ?? ""
    if !host.hasPrefix("[") {
      let port = authority.reversed().prefix { $0 != ":" }.reversed()
      let address = authority.dropLast(port.count + 1)
      // What is no group of an address, or one group too many, is a port.
      let isPort = port.count > 1 && port.allSatisfy(\.isNumber) && (address.contains("::") || colons == 8)
      host = isPort ? "[\(address)]:\(String(port))" : "[\(authority)]"
    }
    return url.replacingCharacters(in: authority.startIndex..<authority.endIndex, with: host)
  }
}

extension [HAR.Field] {
  /// The length that the body has, if it was not compressed.
  fileprivate var contentLength: [Int] {
    isCompressed ? [] : value(of: "Content-Length").flatMap { Int($0) }.map { [$0] } ?? []
  }

  fileprivate var isCompressed: Bool {
    let coding = value(of: "Content-Encoding") ?? ""
    return !coding.isEmpty && !coding.isEqualIgnoringCase("identity")
  }

  /// Whether a body is still compressed as they say. What Brotli makes is known by its length alone.
  fileprivate func areStillTrue(of body: Data) -> Bool {
    guard isCompressed, let coding = value(of: "Content-Encoding")?.lowercased() else { return false }
    let isAsSent = coding.contains("br") && value(of: "Content-Length").flatMap { Int($0) } == body.count
    // A text may begin with the two letters of zlib.
    return (isAsSent || BodyText.streams.contains { body.starts(with: $0.start) }) && String(validUTF8: body) == nil
  }
}

extension Exchange.Response {
  fileprivate init(_ response: HAR.Response, method: String, lengths: [Int]?) throws(Exchange.Unusable) {
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
    guard let body = BodyText.body(text, encoding: content.encoding, mimeType: mimeType, lengths: lengths) else {
      throw .bodyNotInItsEncoding(at: [.name("response"), .name("content"), .name("text")])
    }
    self.body = body
    if (300..<400).contains(status), headers.value(of: "Location") == nil, !response.redirectURL.isEmpty {
      headers.append(HAR.Field(name: "Location", value: response.redirectURL))
    }
    // What is redirected needs none.
    if hasBody(status, method: method.uppercased()), !(300..<400).contains(status) {
      flaw = content.flaw(
        of: body, mimeType: mimeType, lengths: lengths ?? [], sent: lengths == nil ? nil : headers.contentLength.first)
      if headers.areStillTrue(of: body) { flaw = .compressed }
      if lengths == nil, flaw != .missing { flaw = content.recordedFlaw.flatMap(Exchange.BodyFlaw.init(recorded:)) }
    }
    let isUTF8 = body == Data(text.utf8)
    let newType = isUTF8 ? BodyText.type(ofBody: text, encoding: content.encoding, mimeType: mimeType) : mimeType
    if newType != mimeType {
      headers.removeAll { $0.name.isEqualIgnoringCase("Content-Type") }
    }
    if headers.value(of: "Content-Type") == nil, !mimeType.isEmpty, !body.isEmpty {
      headers.append(HAR.Field(name: "Content-Type", value: newType))
    }
  }
}

extension HAR.Response {
  /// How many bytes the body may have had, the surest first.
  fileprivate func lengths(by creator: String) -> [Int] {
    var sizes: [Double] = []
    if let size = content.size, size >= 0 {
      // Some programs take the size of what travelled. Playwright counts the bytes of its own text.
      let travelled = headers.isCompressed && size == bodySize ? [] : [size]
      if creator != "Playwright" { sizes = travelled + (content.compression.map { [size + $0] } ?? []) }
    } else if !headers.isCompressed, bodySize > 0 {
      sizes = [bodySize]
    }
    return headers.contentLength + sizes.compactMap { Int(exactly: $0) }
  }
}

extension HAR.Content {
  /// What is wrong with a body that was read from this; nil where nothing is.
  ///
  /// - Parameters:
  ///   - lengths: How many bytes the body may have had.
  ///   - sent: How many the server had said.
  fileprivate func flaw(of body: Data, mimeType: String, lengths: [Int], sent: Int?) -> Exchange.BodyFlaw? {
    if body.isEmpty {
      // Compressed, an empty body has some bytes.
      let isSaid = sent.map { $0 > 0 } ?? (!lengths.isEmpty && !lengths.contains(0))
      let isLost = isSaid || text == nil && size != 0
      return isLost ? .missing : nil
    }
    guard let text, !lengths.contains(body.count) else { return nil }
    // Some programs count the bytes of their own text.
    let lengths = lengths.filter { $0 != text.utf8.count }
    if let length = lengths.max(), lengths.allSatisfy({ $0 > body.count }) || text.contains("\u{FFFD}") {
      return .otherLength(length)
    }
    let isBase64 = encoding?.isEqualIgnoringCase("base64") == true
    guard !isBase64, BodyText.isInUnknownCharset(text, mimeType: mimeType) else { return nil }
    if !lengths.isEmpty { return .unknownCharset }
    // The text itself may say it, and who writes by hand leaves out the size.
    return body != Data(text.utf8) || size == nil ? nil : .unknownCharset
  }
}
