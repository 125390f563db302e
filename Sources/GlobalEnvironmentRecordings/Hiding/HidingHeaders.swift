import Foundation
import GlobalEnvironmentWire

/// Puts placeholders in place of secret header fields, and adds their values to `table`.
func hideHeaders(_ headers: inout [HAR.Field], _ names: SecretNames, _ table: inout SecretTable) {
  for index in headers.indices {
    let field = headers[index]
    guard !field.value.isEmpty, let secret = names.header(field.name) else { continue }
    // Cookies without the escapes of URLs, as they may stand elsewhere. They are numbered last, so that the numbers in existing
    // files stay the same.
    var unescaped: [String] = []
    switch field.name.lowercased() {
    case "cookie":
      headers[index].value = field.value.split(separator: ";").map { hideCookie($0, secret, &table, &unescaped) }
        .joined(separator: "; ")
    case "set-cookie":
      headers[index].value = hideSetCookie(field.value, secret, &table, &unescaped)
    default:
      headers[index].value = hideQuoted(field.value) { table.add($0, named: secret).text }
      addCredentials(of: field, secret, &table)
    }
    for value in unescaped { _ = table.add(value, named: secret, isCookie: true) }
  }
}

/// Puts a placeholder in place of a URL's user and password.
func hideUserInfo(in url: String, _ table: inout SecretTable) -> String {
  guard let separator = url.range(of: url.hasPrefix("//") ? "//" : "://") else { return url }
  let authority = url[separator.upperBound...].prefix { !"/?#".contains($0) }
  guard let at = authority.lastIndex(of: "@") else { return url }
  let userInfo = authority[..<at]
  let placeholder = table.add(String(userInfo), named: "userinfo").text
  let password = userInfo.drop { $0 != ":" }.dropFirst()
  if !password.isEmpty, placeholder != userInfo { _ = table.add(password.percentDecoded(), named: "userinfo") }
  return "\(url[..<separator.upperBound])\(placeholder)\(url[at...])"
}

/// `Bearer abc`: a token that occurs elsewhere occurs without its scheme; `Basic` holds a user and a password, and
/// `OAuth oauth_token="abc", realm=""` parameters.
private func addCredentials(of field: HAR.Field, _ secret: String, _ table: inout SecretTable) {
  guard let space = field.value.firstIndex(of: " ") else { return }
  let scheme = field.value[..<space].lowercased()
  let isNamed = ["basic", "bearer", "token"].contains(scheme)
  guard isNamed || field.name.lowercased().hasSuffix("authorization") else { return }
  let credentials = field.value[space...].trimmingCharacters(in: .whitespaces)
  _ = table.add(credentials, named: secret)
  if scheme == "basic" {
    let decoded = Data(base64Encoded: credentials).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let password = decoded.drop { $0 != ":" }.dropFirst()
    if !password.isEmpty { _ = table.add(String(password), named: secret) }
    return
  }
  for parameter in credentials.split(separator: ",") {
    let name = parameter.prefix { $0 != "=" }
    let value = parameter.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces.union(["\""]))
    if value.isEmpty || !UsualSecrets.isSecret(name) { continue }
    for text in [value, value.percentDecoded()] { _ = table.add(text, named: secret) }
  }
}

private func hideCookie(
  _ pair: Substring, _ secret: String, _ table: inout SecretTable, _ unescaped: inout [String]
) -> String {
  let pair = pair.trimmingCharacters(in: .whitespaces)
  guard let equals = pair.firstIndex(of: "=") else {
    return pair.isEmpty ? "" : table.add(pair, named: secret, isCookie: true).text
  }
  let value = String(pair[pair.index(after: equals)...])
  if value.isEmpty { return pair }
  return pair[...equals]
    + hideQuoted(value) {
      unescaped.append($0.percentDecoded())
      return table.add($0, named: secret, isCookie: true).text
    }
}

/// Hides a value by `placeholder`, but not the quotation marks around it: elsewhere, it occurs without them.
private func hideQuoted(_ value: String, by placeholder: (String) -> String) -> String {
  let inner = value.dropFirst().dropLast()
  guard value.hasPrefix("\""), value.hasSuffix("\""), !inner.isEmpty, !inner.contains("\"") else {
    return placeholder(value)
  }
  return "\"\(placeholder(String(inner)))\""
}

/// Several cookies may be joined with commas, and a date has one, too. All but known attributes is hidden.
private func hideSetCookie(
  _ value: String, _ secret: String, _ table: inout SecretTable, _ unescaped: inout [String]
) -> String {
  let attributes: Set = [
    "expires", "max-age", "domain", "path", "secure", "httponly", "samesite", "partitioned", "priority",
  ]
  return SetCookie.split(value).map { cookie in
    cookie.split(separator: ";").enumerated().map { position, part in
      let name = part.prefix { $0 != "=" }.trimmingCharacters(in: .whitespaces).lowercased()
      if position > 0, attributes.contains(name) { return part.trimmingCharacters(in: .whitespaces) }
      return hideCookie(part, secret, &table, &unescaped)
    }.joined(separator: "; ")
  }.joined(separator: ", ")
}
