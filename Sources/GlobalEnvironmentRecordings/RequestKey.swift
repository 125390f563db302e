import Foundation
import GlobalEnvironment
import GlobalEnvironmentWire

/// What makes two requests the same for a recording: method, URL and body, in any spelling and without their secrets.
struct RequestKey: Hashable, Comparable, Sendable {
  var url: String
  var method: String
  var body: String

  /// Makes the key of a request whose secrets are hidden.
  init(_ request: Exchange.Request, _ names: SecretNames) {
    let target = RequestTarget(Self.asWritten(request.url))
    let query = Self.text(of: target.query ?? "") { names.query($0) == nil }
    url = Placeholder.anonymized(query.isEmpty ? target.place : "\(target.place)?\(query)")
    method = request.method.uppercased()
    body = Placeholder.anonymized(Self.body(of: request, names))
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

  private var texts: [String] { [url, method, body] }

  /// Whether `request` is this one, with something in the place of each secret.
  func fits(_ request: RequestKey) -> Bool {
    guard method == request.method, url.contains(Placeholder.any) || body.contains(Placeholder.any) else {
      return false
    }
    return request.url.fits(url) { !"/?&=#".contains($0) } && request.body.fits(body) { _ in true }
  }

  /// Returns a URL as a request has it: with the host `xn--bcher-kva.example` where a file names `bücher.example`.
  private static func asWritten(_ url: String) -> String {
    url.utf8.allSatisfy { $0 < 0x80 } ? url : URL(string: url)?.absoluteString ?? url
  }

  /// Writes the items of a query or a form in the order of their names.
  private static func text(of form: some StringProtocol, where isWanted: (_ name: String) -> Bool) -> String {
    FormItems(FormItems(parsing: form).sorted.filter { isWanted($0.name) }).encoded
  }

  private static func body(of request: Exchange.Request, _ names: SecretNames) -> String {
    if request.body.isEmpty { return "" }
    let type = request.headers.value(of: "Content-Type") ?? ""
    if type.lowercased().hasPrefix("application/x-www-form-urlencoded") {
      return text(of: String(decoding: request.body, as: UTF8.self)) { names.field($0) == nil }
    }
    if let form = MultipartBody(request.body, type: type) {
      if form.isForm { return form.parts.map { Self.text(of: $0, in: request.body) }.joined(separator: "\r\n--\r\n") }
      let text = String(validUTF8: request.body) ?? String(data: request.body, encoding: .isoLatin1) ?? ""
      // The boundary differs each time.
      return form.boundary.map { text.replacing("--\($0)", with: "--") } ?? text
    }
    if let json = request.json { return json.filtered { names.field($0) == nil }.description }
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
