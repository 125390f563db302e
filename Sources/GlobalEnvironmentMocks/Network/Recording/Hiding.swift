import Foundation

extension Exchange.Request {

  /// Puts placeholders in place of all secrets, and returns these.
  mutating func hide(_ names: SecretNames) -> SecretTable {
    var table = SecretTable(names)
    hideNamed(names, &table)
    hideElsewhere(table)
    return table
  }

  fileprivate mutating func hideNamed(_ names: SecretNames, _ table: inout SecretTable) {
    url = hideURL(url, names, &table)
    hideHeaders(&headers, names, &table)
    headers.hideURLs(names, &table)
    body = hideFields(in: body, contentType: headers.value(of: "Content-Type") ?? "", names, &table)
  }

  fileprivate mutating func hideElsewhere(_ table: SecretTable) {
    url = table.hidden(url)
    for index in headers.indices { headers[index].value = table.hidden(headers[index].value) }
    body = table.hidden(body)
  }
}

extension Exchange {

  /// Puts placeholders in place of all secrets of the request and of its answer.
  mutating func hide(_ names: SecretNames) {
    var table = SecretTable(names)
    // The request's come first, so that a request alone gives them the same numbers.
    request.hideNamed(names, &table)
    guard case .response(var response) = outcome else {
      request.hideElsewhere(table)
      return
    }
    hideHeaders(&response.headers, names, &table)
    response.headers.hideURLs(names, &table)
    response.url = response.url.map { hideURL($0, names, &table) }
    response.body = hideFields(
      in: response.body, contentType: response.headers.value(of: "Content-Type") ?? "", names, &table)

    request.hideElsewhere(table)
    for index in response.headers.indices {
      response.headers[index].value = table.hidden(response.headers[index].value)
    }
    response.url = response.url.map { table.hidden($0) }
    response.body = table.hidden(response.body)
    outcome = .response(response)
  }
}

extension [HAR.Field] {
  /// Puts placeholders in place of the secrets in header fields that are URLs.
  fileprivate mutating func hideURLs(_ names: SecretNames, _ table: inout SecretTable) {
    for index in indices where ["referer", "location", "content-location"].contains(self[index].name.lowercased()) {
      self[index].value = hideURL(self[index].value, names, &table)
    }
  }
}

private func hideURL(_ url: String, _ names: SecretNames, _ table: inout SecretTable) -> String {
  let withoutUser = hideUserInfo(in: url, &table)
  guard let question = withoutUser.firstIndex(of: "?") else { return withoutUser }
  let query = withoutUser[withoutUser.index(after: question)...].prefix { $0 != "#" }
  return withoutUser[...question] + hideItems(in: query, names.query, &table) + withoutUser[query.endIndex...]
}

extension SecretTable {

  /// Puts placeholders in place of secrets that occur in a URL or in a header field.
  fileprivate func hidden(_ text: String) -> String {
    String(decoding: replacing(sought, in: Array(text.utf8)[...]), as: UTF8.self)
  }

  /// Puts placeholders in place of secrets that occur in a body.
  ///
  /// In JSON, a number is hidden only as a whole: a placeholder in the middle of one would leave no JSON.
  fileprivate func hidden(_ body: Data) -> Data {
    let secrets = sought
    if secrets.isEmpty || body.isEmpty { return body }
    let bytes = [UInt8](body)
    guard body.looksLikeJSON else { return Data(replacing(secrets, in: bytes[...])) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var pieces = JSONPieces(bytes)
    while let piece = pieces.next() {
      switch piece.kind {
      case .string, .word: result += replacing(secrets, in: piece.bytes)
      case .number:
        if var placeholder = secrets.first(where: { $0.value.elementsEqual(piece.bytes) })?.placeholder {
          placeholder.kind = .number
          result += "\"\(placeholder.text)\"".utf8
        } else {
          result += piece.bytes
        }
      case .other: result += piece.bytes
      }
    }
    return Data(result)
  }
}

extension Data {
  /// Whether these bytes begin as an object or an array of JSON.
  var looksLikeJSON: Bool {
    let start = first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return start == UInt8(ascii: "{") || start == UInt8(ascii: "[")
  }
}
