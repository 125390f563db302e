import Foundation
import GlobalEnvironment
import GlobalEnvironmentWire

/// What makes two requests the same for a recording: method, URL, body and some header fields, in any spelling and without
/// their secrets.
struct RequestKey: Hashable, Comparable, Sendable {
  var url = ""
  var method = ""
  var body = ""
  /// A line for each header field that must be the same.
  var headers = ""

  /// Makes the key of a request whose secrets are hidden.
  init(_ request: Exchange.Request, _ names: SecretNames, _ parts: ComparedParts = ComparedParts()) {
    if parts.url {
      let target = RequestTarget(Self.asWritten(request.url))
      let query = Self.text(of: target.query ?? "") { names.query($0) == nil && !parts.ignoresQuery($0) }
      url = Placeholder.anonymized(query.isEmpty ? target.place : "\(target.place)?\(query)")
    }
    if parts.method { method = request.method.uppercased() }
    if parts.body {
      body = Placeholder.anonymized(Self.body(of: request) { names.field($0) == nil && !parts.ignoresField($0) })
    }
    let lines = parts.headers.compactMap { name in request.headers.value(of: name).map { "\(name): \($0)" } }
    headers = Placeholder.anonymized(lines.joined(separator: "\n"))
  }

  /// Makes the other keys by which a request may be known: that without its cookies, which a jar may add, and those of its URL
  /// as Foundation reads it, if that has not read it already.
  static func others(
    of request: Exchange.Request, _ names: SecretNames, _ parts: ComparedParts, isRead: Bool = false
  ) -> [RequestKey] {
    var others: [Exchange.Request] = []
    if request.headers.value(of: "Cookie") != nil {
      others.append(request)
      others[0].headers.removeAll { $0.name.isEqualIgnoringCase("Cookie") }
    }
    // Beside what a URL cannot have, Foundation escapes each `%` again.
    if !isRead, let url = URL(string: request.url)?.absoluteString, url != request.url {
      others += ([request] + others).map {
        Exchange.Request(method: $0.method, url: url, headers: $0.headers, body: $0.body)
      }
    }
    return others.map { other in
      var hidden = other
      _ = hidden.hide(names)
      return RequestKey(hidden, names, parts)
    }
  }

  // By their bytes: `String` takes two spellings of one text for the same, which servers do not.

  static func == (left: RequestKey, right: RequestKey) -> Bool {
    zip(left.texts, right.texts).allSatisfy { $0 == $1 && $0.utf8.elementsEqual($1.utf8) }
  }

  func hash(into hasher: inout Hasher) {
    for var text in texts { text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) } }
  }

  static func < (left: RequestKey, right: RequestKey) -> Bool {
    let different = zip(left.texts, right.texts).first { $0 != $1 || !$0.utf8.elementsEqual($1.utf8) }
    return different.map { $0.utf8.lexicographicallyPrecedes($1.utf8) } ?? false
  }

  private var texts: [String] { [url, method, body, headers] }

  /// Whether `request` is this one, with something in the place of each secret.
  func fits(_ request: RequestKey) -> Bool {
    guard method == request.method, headers == request.headers,
      url.contains(Placeholder.any) || body.contains(Placeholder.any)
    else {
      return false
    }
    return request.url.fits(url) { !"/?&=#".contains($0) } && request.body.fits(body) { _ in true }
  }

  /// Returns a URL as a request has it: with the host `xn--bcher-kva.example` where a file names `bücher.example`.
  private static func asWritten(_ url: String) -> String {
    guard let host = RequestTarget(url).host, !host.utf8.allSatisfy({ $0 < 0x80 }),
      let range = url.firstRange(of: host), let known = URL(string: "https://\(host)")?.absoluteString
    else { return url }
    return url.replacingCharacters(in: range, with: known.dropFirst("https://".count))
  }

  /// Writes the items of a query or a form in the order of their names.
  private static func text(of form: some StringProtocol, where isWanted: (_ name: String) -> Bool) -> String {
    FormItems(FormItems(parsing: form).sorted.filter { isWanted($0.name) }).encoded
  }

  private static func body(of request: Exchange.Request, where isWanted: (_ name: String) -> Bool) -> String {
    if request.body.isEmpty { return "" }
    let type = request.headers.value(of: "Content-Type") ?? ""
    if type.lowercased().hasPrefix("application/x-www-form-urlencoded") {
      return text(of: String(decoding: request.body, as: UTF8.self), where: isWanted)
    }
    if let form = MultipartBody(request.body, type: type) {
      if form.isForm {
        return form.parts.filter { isWanted($0.name ?? "") }.map { Self.text(of: $0, in: request.body) }
          .joined(separator: "\r\n--\r\n")
      }
      let text = String(validUTF8: request.body) ?? String(data: request.body, encoding: .isoLatin1) ?? ""
      // The boundary differs each time.
      return form.boundary.map { text.replacing("--\($0)", with: "--") } ?? text
    }
    if let json = request.json { return json.filtered(where: isWanted).description }
    return text(of: request.body)
  }

  /// Writes a part of a form without what each client writes in its own way.
  private static func text(of part: MultipartBody.Part, in body: Data) -> String {
    let head = [part.name, part.filename, part.type].map { $0 ?? "" }.joined(separator: "; ")
    return "\(head)\r\n\r\n\(text(of: body[part.contents]))"
  }

  private static func text(of bytes: Data) -> String { String(validUTF8: bytes) ?? bytes.base64EncodedString() }
}

extension Placeholder {
  /// Makes all placeholders alike: their values may have been found in another order.
  static func anonymized(_ text: String) -> String {
    let isEncoded = text.contains("%3Csecret")
    if !isEncoded, !text.contains("<secret:") { return text }
    return text.replacing(#/(<|%3C)secret(:|%3A)[A-Za-z0-9._:%-]{0,200}?(>|%3E)/#, with: any)
  }

  /// The text that replaces all placeholders where they are compared.
  fileprivate static let any = "<secret>"
}

extension String {
  /// Whether this is `pattern` with something in each of its gaps, of characters that `isSecret` allows.
  fileprivate func fits(_ pattern: String, where isSecret: (Character) -> Bool) -> Bool {
    var rest = self[...]
    let parts = pattern.components(separatedBy: Placeholder.any)
    for (index, part) in parts.enumerated() {
      if index == 0 {
        guard rest.hasPrefix(part) else { return false }
        rest = rest.dropFirst(part.count)
      } else {
        let isLast = index == parts.count - 1
        let found =
          isLast
          ? (rest.hasSuffix(part) ? rest.index(rest.endIndex, offsetBy: -part.count) : nil)
          : rest.dropFirst().firstRange(of: part)?.lowerBound
        guard let found, found > rest.startIndex, rest[..<found].allSatisfy(isSecret) else { return false }
        rest = rest[found...].dropFirst(part.count)
      }
    }
    return rest.isEmpty
  }
}
