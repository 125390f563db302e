import Foundation
import GlobalEnvironment
import GlobalEnvironmentWire

/// Puts placeholders in place of the named fields of a body of any form, and adds their values to `table`.
func hideFields(in body: Data, contentType: String, _ names: SecretNames, _ table: inout SecretTable) -> Data {
  if body.isEmpty { return body }
  let whole = hideFields(ofWhole: body, contentType: contentType, names, &table)
  return Data(hideNested(in: [UInt8](whole), Surroundings(ofBody: body.looksLikeJSON), names, &table))
}

/// Puts placeholders in place of the named fields of a body, which is read as its content type says.
private func hideFields(
  ofWhole body: Data, contentType: String, _ names: SecretNames, _ table: inout SecretTable
) -> Data {
  if !names.hasFields { return body }
  let type = contentType.lowercased()
  if type.isEmpty ? body.beginsLikeForm : type.hasPrefix("application/x-www-form-urlencoded") {
    guard let text = String(validUTF8: body) else { return body }
    // A line break at the end of what was read from a file is no part of a secret.
    let form = text.prefix(upTo: text.lastIndex { !$0.isNewline }.map(text.index(after:)) ?? text.endIndex)
    return Data((hideItems(in: form, .text, names.field, &table) + text[form.endIndex...]).utf8)
  }
  if let form = MultipartBody(body, type: contentType) { return hideParts(form.parts, of: body, names, &table) }
  guard String(validUTF8: body) != nil, names.mayStand(in: [UInt8](body)) else { return body }
  return Data(hideMembers(in: [UInt8](body), Surroundings(ofBody: body.looksLikeJSON), names, &table))
}

/// Puts placeholders in place of items of a query or a form.
func hideItems(
  in text: Substring, _ surroundings: Surroundings, _ secretName: (String) -> String?, _ table: inout SecretTable
) -> String {
  text.split(separator: "&", omittingEmptySubsequences: false).map { item in
    let name = item.prefix { $0 != "=" }
    let value = item.dropFirst(name.count + 1)
    guard !value.isEmpty, let secret = secretName(name.formDecoded) else { return String(item) }
    let decoded = value.formDecoded
    let placeholder = table.add(decoded, named: secret)
    // In a query, all escapes of a value mean the same.
    if surroundings == .url { return "\(name)=\(placeholder.text)" }
    return "\(name)=\(placeholder.written(as: value.utf8, decoded, in: surroundings).text)"
  }.joined(separator: "&")
}

/// Puts placeholders in place of members of JSON objects.
private func hideMembers(
  in bytes: [UInt8], _ surroundings: Surroundings, _ names: SecretNames, _ table: inout SecretTable
) -> [UInt8] {
  var result: [UInt8] = []
  result.reserveCapacity(bytes.count)
  var pieces = JSONPieces(bytes)
  /// The name of the secret member whose value comes next or is being read, and how many of its containers are open.
  var member: (name: String, depth: Int)?

  while let piece = pieces.next() {
    if piece.isName {
      // A member inside a secret one is secret, too.
      if member == nil { member = names.field(JSONPieces.text(of: piece.bytes)).map { ($0, 0) } }
      result += piece.bytes
      continue
    }
    guard let open = member else {
      result += piece.bytes
      continue
    }
    switch piece.kind {
    case .other where piece.isQuote:
      let rest = bytes[piece.bytes.endIndex...].prefix { $0 != UInt8(ascii: "\n") }
      result += piece.bytes
      if !rest.isEmpty { result += table.add(JSONText.unescaped(rest), named: open.name).text.utf8 }
      pieces = JSONPieces(bytes, from: rest.endIndex)
    case .other:
      result += piece.bytes
      switch piece.bytes.first {
      case UInt8(ascii: "{"), UInt8(ascii: "["): member = (open.name, open.depth + 1)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): member = open.depth > 1 ? (open.name, open.depth - 1) : nil
      case UInt8(ascii: ",") where open.depth == 0: member = nil
      default: break
      }
    case .string:
      let text = JSONPieces.text(of: piece.bytes)
      let placeholder = table.add(text, named: open.name)
        .written(as: piece.bytes.dropFirst().dropLast(), text, in: surroundings)
      result += "\"\(placeholder.text)\"".utf8
      if open.depth == 0 { member = nil }
    case .number, .word:
      let text = String(decoding: piece.bytes, as: UTF8.self)
      if text == "null" {
        result += piece.bytes
      } else {
        var placeholder = table.add(text, named: open.name)
        placeholder.kind = Placeholder.Kind(ofWord: text)
        let quote = placeholder.isInQuotes ? "\"" : ""
        result += (quote + placeholder.text + quote).utf8
      }
      if open.depth == 0 { member = nil }
    }
  }
  return result
}

/// Puts placeholders in place of parts of a multipart form, which may be damaged.
private func hideParts(
  _ parts: [MultipartBody.Part], of body: Data, _ names: SecretNames, _ table: inout SecretTable
) -> Data {
  var result = Data()
  var rest = body[...]
  for part in parts {
    guard let secret = part.name.flatMap(names.field) else { continue }
    let value = String(decoding: body[part.contents], as: UTF8.self)
    result += rest[..<part.contents.lowerBound] + Data(table.add(value, named: secret).text.utf8)
    rest = rest[part.contents.upperBound...]
  }
  return result + rest
}

extension Data {
  /// Whether it begins with a name and `=`. Foundation sends such a body as a form if its request has no Content-Type.
  fileprivate var beginsLikeForm: Bool {
    let name = prefix { $0 != UInt8(ascii: "=") }
    let isName = name.allSatisfy { $0.isLetterOrDigit || "%+-._*[]&".utf8.contains($0) }
    return isName && 1..<count ~= name.count
  }
}
