import Foundation
import GlobalEnvironmentWire

extension Exchange.Response {

  /// Puts values in place of the placeholders, as far as they are known.
  mutating func restore(_ table: SecretTable, _ names: SecretNames) {
    func value(_ placeholder: Placeholder) -> String? {
      table.value(of: placeholder) ?? names.substitutes[placeholder.name]
    }
    func restored(_ text: String, _ surroundings: Surroundings) -> String {
      String(decoding: restoring(Array(text.utf8), surroundings, value), as: UTF8.self)
    }
    let isForm = headers.value(of: "Content-Type")?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true
    for index in headers.indices {
      let isURL = ["location", "content-location"].contains(headers[index].name.lowercased())
      headers[index].value = restored(headers[index].value, isURL ? .url : .text)
    }
    url = url.map { restored($0, .url) }
    redirects = redirects.map { redirect in
      Exchange.Redirect(
        url: restored(redirect.url, .url),
        headers: redirect.headers.map { HAR.Field(name: $0.name, value: restored($0.value, .text)) })
    }
    guard body.range(of: Data(Placeholder.start)) != nil else { return }
    body = Data(restoring([UInt8](body), Surroundings(ofBody: body.looksLikeJSON), isForm: isForm, value))
  }
}

private func restoring(
  _ bytes: [UInt8], _ surroundings: Surroundings, isForm: Bool = false, _ value: (Placeholder) -> String?
) -> [UInt8] {
  var result: [UInt8] = []
  result.reserveCapacity(bytes.count)
  var index = 0
  while index < bytes.count {
    guard bytes[index] == Placeholder.start[0], let placeholder = Placeholder(in: bytes[index...]) else {
      result.append(bytes[index])
      index += 1
      continue
    }
    let start = index
    index += placeholder.text.utf8.count
    if let offset = placeholder.kind?.offset, let length = placeholder.escapes.first {
      // With another length, all that follows would mean something else.
      guard let known = value(placeholder), !known.isEmpty, "\(known.utf8.count % 3)" == "\(length)" else {
        result += placeholder.text.utf8
        continue
      }
      let part = Base64Part(known, behind: offset, isForURLs: placeholder.escapes.hasSuffix("u"))
      if let last = result.last, let merged = part.merged(behind: last) { result[result.count - 1] = merged }
      result += part.own
      if index < bytes.count, let merged = part.merged(before: bytes[index]) {
        result.append(merged)
        index += 1
      }
      continue
    }
    switch placeholder.kind {
    case .number?, .bool?:
      // Written in quotes, which its value does not have.
      let isQuoted = result.last == UInt8(ascii: "\"") && index < bytes.count && bytes[index] == UInt8(ascii: "\"")
      let isNumber = placeholder.kind == .number
      let known = value(placeholder).flatMap { text in
        Placeholder.Kind(ofWord: text) == placeholder.kind ? text : nil
      }
      if isQuoted {
        result.removeLast()
        index += 1
      }
      result += (known ?? (isNumber ? "0" : "false")).utf8
    default:
      let known = value(placeholder).map { value in
        if let kind = placeholder.kind { return Surroundings.text.escaped(kind.text(of: value), placeholder.escapes) }
        if !placeholder.escapes.isEmpty { return surroundings.escaped(value, placeholder.escapes) }
        let letters = surroundings.escapes(of: value, between: bytes[..<start], and: bytes[index...], isForm: isForm)
        return surroundings.escaped(value, letters)
      }
      result += (known ?? placeholder.text).utf8
    }
  }
  return result
}
