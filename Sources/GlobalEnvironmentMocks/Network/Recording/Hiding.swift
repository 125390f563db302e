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
    for index in response.headers.indices where response.headers[index].isURL {
      response.headers[index].value = hideURL(response.headers[index].value, names, &table)
    }
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

extension HAR.Field {
  fileprivate var isURL: Bool { ["location", "content-location", "refresh", "link"].contains(name.lowercased()) }
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
    String(decoding: BytePattern.replace(patterns(forms), in: Array(text.utf8)[...]), as: UTF8.self)
  }

  /// Puts placeholders in place of secrets that occur in a body.
  ///
  /// In JSON, a number is hidden only as a whole: a placeholder in the middle of one would leave no JSON.
  fileprivate func hidden(_ body: Data) -> Data {
    let patterns = patterns {
      forms($0) + [JSONPieces.escaped($0), JSONPieces.escaped($0).replacing("/", with: "\\/")]
    }
    if patterns.isEmpty || body.isEmpty { return body }
    let bytes = [UInt8](body)
    let start = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard start == UInt8(ascii: "{") || start == UInt8(ascii: "[") else {
      return Data(BytePattern.replace(patterns, in: bytes[...]))
    }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var pieces = JSONPieces(bytes)
    while let piece = pieces.next() {
      switch piece.kind {
      case .string, .word:
        result += BytePattern.replace(patterns, in: piece.bytes)
      case .number where patterns.contains { $0.find.elementsEqual(piece.bytes) }:
        let placeholder = values.first { $0.value.utf8.elementsEqual(piece.bytes) }?.placeholder
        result +=
          "\"\(Placeholder(name: placeholder?.name ?? "", number: placeholder?.number ?? 0, kind: .number).text)\"".utf8
      case .number, .other:
        result += piece.bytes
      }
    }
    return Data(result)
  }

  private func forms(_ value: String) -> [String] {
    [value, value.formEncoded, value.formEncoded.replacing("%20", with: "+")]
  }
}
