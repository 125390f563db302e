import Foundation
import GlobalEnvironmentWire

extension Exchange.Request {

  /// Puts placeholders in place of all that is secret by its name, also where it occurs elsewhere, and returns the secrets.
  mutating func hide(_ names: SecretNames) -> SecretTable {
    var table = SecretTable(names)
    hideOwn(names, &table)
    return table
  }

  fileprivate mutating func hideOwn(_ names: SecretNames, _ table: inout SecretTable) {
    let usual = usualSecrets(names)
    hideNamed(names, &table)
    table.add(usual: usual)
    hideElsewhere(table)
  }

  /// Puts placeholders in place of the secrets that `learned` knows from before, and adds those to `table`.
  mutating func hide(_ learned: LearnedSecrets, _ table: inout SecretTable) {
    url = learned.hidden(url, isURL: true, &table)
    headers.hideValues { learned.hidden($0, isURL: $1, &table) }
    body = learned.hidden(body, &table)
  }

  fileprivate mutating func hideNamed(_ names: SecretNames, _ table: inout SecretTable) {
    url = hideURL(url, names, &table)
    headers.hideNamed(names, &table)
    body = hideFields(in: body, contentType: headers.value(of: "Content-Type") ?? "", names, &table)
  }

  fileprivate mutating func hideElsewhere(_ table: SecretTable) {
    let (index, known) = (table.index, table.knownIndex)
    url = index.hidden(url, isURL: true, known)
    headers.hideValues { index.hidden($0, isURL: $1, known) }
    body = index.hidden(body)
  }
}

extension Exchange.Response {
  fileprivate mutating func hideNamed(_ names: SecretNames, _ table: inout SecretTable) {
    headers.hideNamed(names, &table)
    url = url.map { hideURL($0, names, &table) }
    body = hideFields(in: body, contentType: headers.value(of: "Content-Type") ?? "", names, &table)
    // Last, so that the numbers in files from before redirects were recorded stay the same.
    for index in redirects.indices { redirects[index].hideNamed(names, &table) }
  }

  /// Puts placeholders in place of what `hidden` finds in all but the body.
  fileprivate mutating func hideValues(_ hidden: (_ value: String, _ isURL: Bool) -> String) {
    headers.hideValues(hidden)
    url = url.map { hidden($0, true) }
    for index in redirects.indices {
      redirects[index].url = hidden(redirects[index].url, true)
      redirects[index].headers.hideValues(hidden)
    }
  }
}

extension Exchange.Redirect {
  fileprivate mutating func hideNamed(_ names: SecretNames, _ table: inout SecretTable) {
    headers.hideNamed(names, &table)
    url = hideURL(url, names, &table)
  }
}

extension Exchange {

  /// What is secret in other exchanges because it has a secret name in this one.
  func lastingSecrets(_ names: SecretNames) -> [(value: String, name: String)] {
    var (copy, table) = (self, SecretTable(names))
    copy.request.hideNamed(names, &table)
    table.add(usual: request.usualSecrets(names))
    if case .response(var response) = outcome {
      let usual = response.usualSecrets(names)
      response.hideNamed(names, &table)
      table.add(usual: usual)
    }
    return table.lasting
  }

  /// Puts placeholders in place of all secrets of the request and of its answer, also of those that `learned` knows from
  /// before; it learns those of this exchange.
  ///
  /// - Parameter isWritten: Whether it is read from a file, in which secrets are hidden already.
  mutating func hide(_ names: SecretNames, _ learned: LearnedSecrets? = nil, isWritten: Bool = false) {
    var table = SecretTable(names, isWritten: isWritten)
    defer { learned?.learn(table.lasting) }
    // The request's come first, so that a request alone gives them the same numbers.
    request.hideOwn(names, &table)
    if let learned { request.hide(learned, &table) }
    guard case .response(var response) = outcome else { return }
    let usual = response.usualSecrets(names)
    response.hideNamed(names, &table)
    table.add(usual: usual)
    let (index, known) = (table.index, table.knownIndex)
    request.hideElsewhere(table)
    response.hideValues { index.hidden($0, isURL: $1, known) }
    response.body = index.hidden(response.body)
    if let learned {
      response.hideValues { learned.hidden($0, isURL: $1, &table) }
      response.body = learned.hidden(response.body, &table)
    }
    outcome = .response(response)
  }
}

extension [HAR.Field] {
  /// Puts placeholders in place of secret header fields, and of named values in others, which may be URLs or have some.
  fileprivate mutating func hideNamed(_ names: SecretNames, _ table: inout SecretTable) {
    hideHeaders(&self, names, &table)
    for index in indices {
      if self[index].isURL {
        self[index].value = hideURL(self[index].value, names, &table)
      } else {
        let bytes = Swift.Array(self[index].value.utf8)
        let hidden = hideNested(in: bytes, .text, names, &table)
        if hidden != bytes { self[index].value = String(decoding: hidden, as: UTF8.self) }
      }
    }
  }

  fileprivate mutating func hideValues(_ hidden: (_ value: String, _ isURL: Bool) -> String) {
    for index in indices { self[index].value = hidden(self[index].value, self[index].isURL) }
  }
}

extension HAR.Field {
  fileprivate var isURL: Bool { ["referer", "location", "content-location"].contains(name.lowercased()) }
}

extension String {
  /// Returns this header field or URL with placeholders where `matches` are.
  fileprivate func replacing(_ matches: [SecretIndex.Match], isURL: Bool) -> String {
    if matches.isEmpty { return self }
    return String(decoding: Array(utf8).replacing(matches, in: isURL ? .url : .text), as: UTF8.self)
  }

  /// The scheme, user, host and port of a URL. A placeholder there would make it no URL.
  fileprivate var origin: Substring {
    let scheme = prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    var behind = self[scheme.endIndex...]
    if !scheme.isEmpty, behind.first == ":" { behind.removeFirst() }
    guard behind.hasPrefix("//") else { return prefix(0) }
    let authority = behind.dropFirst(2).prefix { !"/?#".contains($0) }
    return self[..<authority.endIndex]
  }
}

extension [SecretIndex.Match] {
  /// Only what is behind the `origin` of a URL; of a secret that begins in there, such as a whole URL, the rest.
  fileprivate func behind(_ origin: Substring, in url: [UInt8]) -> Self {
    let end = origin.utf8.count
    let path = end > 0 && end < url.count && url[end] == UInt8(ascii: "/") ? end + 1 : end
    return compactMap { match in
      if match.range.lowerBound >= end { return match }
      guard match.range.upperBound > path else { return nil }
      var rest = match
      rest.range = path..<match.range.upperBound
      return rest
    }
  }
}

private func hideURL(_ url: String, _ names: SecretNames, _ table: inout SecretTable) -> String {
  var result = hideUserInfo(in: url, &table)
  if let question = result.firstIndex(of: "?") {
    let query = result[result.index(after: question)...].prefix { $0 != "#" }
    let hidden = hideItems(in: query, .url, names.query, &table)
    result = "\(result[...question])\(hidden)\(result[query.endIndex...])"
  }
  let origin = result.origin
  let rest = hideNested(in: Array(result[origin.endIndex...].utf8), .url, names, &table)
  return origin + String(decoding: rest, as: UTF8.self)
}

extension SecretIndex {

  /// Puts placeholders in place of secrets that occur in a URL or in a header field; in a host, of `known` ones only.
  fileprivate func hidden(_ text: String, isURL: Bool, _ known: SecretIndex) -> String {
    let bytes = Array(text.utf8)
    var matches = matches(in: bytes)
    if isURL {
      let origin = text.origin
      matches = known.matches(in: Array(origin.utf8)) + matches.behind(origin, in: bytes)
    }
    return text.replacing(matches, isURL: isURL)
  }

  /// Puts placeholders in place of secrets that occur in a body.
  fileprivate func hidden(_ body: Data) -> Data {
    let bytes = [UInt8](body)
    return Self.hidden(matches(in: bytes), in: bytes, body)
  }

  /// Puts placeholders in place of `matches` in a body.
  fileprivate static func hidden(_ matches: [Match], in bytes: [UInt8], _ body: Data) -> Data {
    if matches.isEmpty { return body }
    let isJSON = body.looksLikeJSON
    let matches = isJSON ? fitting(matches, into: bytes) : matches
    return Data(bytes.replacing(matches, in: Surroundings(ofBody: isJSON)))
  }

  /// In JSON, a number is hidden only as a whole: a placeholder in the middle of one would not be JSON. A word stays in the
  /// name of a member, by which programs look for that.
  private static func fitting(_ matches: [Match], into json: [UInt8]) -> [Match] {
    var fitting: [Match] = []
    var pieces = JSONPieces(json)
    var piece = pieces.next()
    for var match in matches {
      while let current = piece, current.bytes.endIndex <= match.range.lowerBound { piece = pieces.next() }
      if match.isWord, let name = piece, name.isName, match.range.upperBound <= name.bytes.endIndex { continue }
      if let number = piece, number.kind == .number, JSONNumber(String(decoding: number.bytes, as: UTF8.self)) != nil {
        if number.bytes.indices == match.range {
          match.placeholder.kind = .number
        } else if match.range.upperBound <= number.bytes.endIndex {
          continue
        }
      }
      fitting.append(match)
    }
    return fitting
  }
}

extension LearnedSecrets {
  /// Puts placeholders in place of secrets that occur in a header field, or in a URL but not in its host, and adds those to
  /// `table`.
  fileprivate func hidden(_ text: String, isURL: Bool, _ table: inout SecretTable) -> String {
    let bytes = Array(text.utf8)
    var matches = placeholders(in: bytes, &table)
    if isURL { matches = matches.behind(text.origin, in: bytes) }
    return text.replacing(matches, isURL: isURL)
  }

  /// Puts placeholders in place of secrets that occur in a body, and adds those to `table`.
  fileprivate func hidden(_ body: Data, _ table: inout SecretTable) -> Data {
    let bytes = [UInt8](body)
    return SecretIndex.hidden(placeholders(in: bytes, &table), in: bytes, body)
  }

  private func placeholders(in bytes: [UInt8], _ table: inout SecretTable) -> [SecretIndex.Match] {
    matches(in: bytes).map { match in
      var match = match
      match.placeholder.number = table.add(match.value, named: match.placeholder.name).number
      return match
    }
  }
}
