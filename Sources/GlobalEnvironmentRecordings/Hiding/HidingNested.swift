import Foundation
import GlobalEnvironmentWire

/// Puts placeholders in place of named values wherever they stand inside of other texts, with any escapes: in a URL in JSON, in
/// JSON in a form, behind the `#` of a URL, in the arguments of a query of GraphQL.
///
/// - Parameter surroundings: What the text is. The own items of a URL are items of a query only.
func hideNested(
  in text: [UInt8], _ surroundings: Surroundings, _ names: SecretNames, _ table: inout SecretTable
) -> [UInt8] {
  let isURL = surroundings == .url
  let texts = TextParts(of: text)
  let found =
    texts.isBinary
    ? namedValues(in: texts, of: text, isURL: isURL, names) : namedValues(in: text[...], isURL: isURL, names)
  if found.isEmpty { return text }
  // An escape may cut a value in one view, and its meaning in another.
  let matches = found.outermost(\.range).map { value in
    var placeholder = table.add(value.text, named: value.name)
    placeholder.kind = value.kind
    return SecretIndex.Match(range: value.range, value: value.text, placeholder: placeholder)
  }
  // Without quotes, which would need the escapes of what is around them.
  return text.replacing(matches, quotes: false, in: surroundings)
}

/// Returns the named values in the texts of a body that is none itself.
private func namedValues(
  in texts: TextParts, of body: [UInt8], isURL: Bool, _ names: SecretNames
) -> [NamedValues.Value] {
  var found: [NamedValues.Value] = []
  var searched = 0
  for part in texts.parts where part.hasMarks && part.range.count >= SecretIndex.shortest {
    let part = part.range
    let text = Array(body[part])
    guard names.mayStand(in: text) || text.mayHaveAuthority else { continue }
    found += namedValues(in: body[part], isURL: isURL, names)
    if part.lowerBound < searched { continue }
    // A value in another charset may continue behind the part that is UTF-8, but not behind a zero.
    searched = body.firstIndex(of: 0, from: part.upperBound)
    if searched == part.upperBound { continue }
    found += namedValues(in: body[part.lowerBound..<searched], isURL: isURL, names)
  }
  return found
}

extension UsualSecrets {
  /// Returns the secrets in a text of any form, such as lines of JSON, or code in it; also as they are written there.
  package static func all(in text: String) -> [String] {
    let bytes = Array(text.utf8)
    return namedValues(in: bytes[...], isURL: false, .usual)
      .flatMap { [$0.text, String(decoding: bytes[$0.range], as: UTF8.self)] }
  }
}

/// Returns the named values in a text.
private func namedValues(in text: ArraySlice<UInt8>, isURL: Bool, _ names: SecretNames) -> [NamedValues.Value] {
  let bytes = Array(text)
  guard names.mayStand(in: bytes) || bytes.mayHaveUserInfo else { return [] }
  return UnescapedView.all(of: bytes).flatMap { view in
    NamedValues(in: view, names, isURL: isURL).found.map { value in
      var value = value
      let range = view.offset(of: value.range.lowerBound)..<view.offset(of: value.range.upperBound)
      value.range = text.startIndex + range.lowerBound..<text.startIndex + range.upperBound
      return value
    }
  }
}

extension [UInt8] {
  /// Whether a URL in the text may have a user and a password, with any escapes.
  fileprivate var mayHaveUserInfo: Bool { has("@", "%40", "%25", #"\u"#, "&#") && mayHaveAuthority }

  /// Whether the user and the password of a URL may begin in the text, with any escapes.
  fileprivate var mayHaveAuthority: Bool { has("://", #":\/"#, "%3A", "%3a", "%25", #"\u"#, "&#") }

  private func has(_ marks: String...) -> Bool {
    let text = Data(self)
    return marks.contains { text.range(of: Data($0.utf8)) != nil }
  }
}
