import Foundation
import GlobalEnvironmentWire

extension Exchange.Request {

  /// Puts placeholders in place of all secrets, and returns these.
  mutating func hide(_ names: SecretNames) -> SecretTable {
    var table = SecretTable(names)
    hideNamed(names, &table)
    hideElsewhere(table.search)
    return table
  }

  fileprivate mutating func hideNamed(_ names: SecretNames, _ table: inout SecretTable) {
    url = hideURL(url, names, &table)
    hideHeaders(&headers, names, &table)
    headers.hideURLs(names, &table)
    body = hideFields(in: body, contentType: headers.value(of: "Content-Type") ?? "", names, &table)
  }

  fileprivate mutating func hideElsewhere(_ search: SecretSearch) {
    url = search.hidden(url)
    for index in headers.indices { headers[index].value = search.hidden(headers[index].value) }
    body = search.hidden(body)
  }
}

extension Exchange {

  /// Puts placeholders in place of all secrets of the request and of its answer.
  mutating func hide(_ names: SecretNames) {
    var table = SecretTable(names)
    // The request's come first, so that a request alone gives them the same numbers.
    request.hideNamed(names, &table)
    guard case .response(var response) = outcome else {
      request.hideElsewhere(table.search)
      return
    }
    hideHeaders(&response.headers, names, &table)
    response.headers.hideURLs(names, &table)
    response.url = response.url.map { hideURL($0, names, &table) }
    response.body = hideFields(
      in: response.body, contentType: response.headers.value(of: "Content-Type") ?? "", names, &table)

    let search = table.search
    request.hideElsewhere(search)
    for index in response.headers.indices {
      response.headers[index].value = search.hidden(response.headers[index].value)
    }
    response.url = response.url.map { search.hidden($0) }
    response.body = search.hidden(response.body)
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

extension SecretSearch {

  /// Puts placeholders in place of secrets that occur in a URL or in a header field.
  fileprivate func hidden(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let matches = matches(in: bytes)
    return matches.isEmpty ? text : String(decoding: bytes.replacing(matches), as: UTF8.self)
  }

  /// Puts placeholders in place of secrets that occur in a body.
  fileprivate func hidden(_ body: Data) -> Data {
    let bytes = [UInt8](body)
    let matches = matches(in: bytes)
    if matches.isEmpty { return body }
    return Data(bytes.replacing(body.looksLikeJSON ? Self.fitting(matches, into: bytes) : matches))
  }

  /// In JSON, a number is hidden only as a whole: a placeholder in the middle of one would leave no JSON.
  private static func fitting(_ matches: [Match], into json: [UInt8]) -> [Match] {
    var fitting: [Match] = []
    var pieces = JSONPieces(json)
    var piece = pieces.next()
    for var match in matches {
      while let current = piece, current.bytes.endIndex <= match.range.lowerBound { piece = pieces.next() }
      if let current = piece, current.kind == .number {
        guard current.bytes.indices == match.range else { continue }
        match.placeholder.kind = .number
      }
      fitting.append(match)
    }
    return fitting
  }
}
