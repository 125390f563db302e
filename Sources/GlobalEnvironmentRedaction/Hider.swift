package import Foundation
import GlobalEnvironment

/// Removes from texts and bodies what is secret, and remembers it.
package final class Hider: Sendable {
  package let names: HiddenNames
  let book: SecretBook

  /// - Parameter mark: What stands for every secret; nil for a placeholder of its own for each.
  package init(_ names: HiddenNames, isReplay: Bool = false, as mark: String? = nil) {
    self.names = names
    book = SecretBook(isReplay: isReplay, as: mark)
    for text in names.texts { book.add(Array(text.value.utf8), text.label, shortest: 1, isKept: true) }
  }

  // MARK: Anywhere

  /// How many secrets were found up to now.
  package var known: Int { book.total }

  /// What was found up to now that is text, and a name for each. Left out are everyday words, and what has a name that may mean
  /// something else, such as `key`; `Bearer` is no such name.
  package var found: [(value: String, name: String)] {
    book.found.compactMap { value, label in
      let isSecret = label.level > .possible || label.name.lowercased() == "bearer"
      return isSecret ? String(validUTF8: Data(value)).map { ($0, label.name) } : nil
    }
  }

  func hidden(_ bytes: [UInt8]) -> [UInt8] { book.hidden(bytes) ?? bytes }

  package func hidden(_ text: String) -> String { book.hidden(text) ?? text }

  /// Learns what the secret store holds, and returns what stands for it: a placeholder, or JSON with placeholders where it
  /// is JSON, so that a program reads it again. Where it is JSON or a property list, each text in it is a secret, too.
  @discardableResult
  package func learn(secret: Data) -> String {
    var label = HiddenNames.Label(name: "secret", isHashed: false, isCertain: true)
    // A code of four letters and digits hardly occurs elsewhere by chance; a year, or a word such as true, does.
    let isNumber = !secret.contains { $0 >= 0x80 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }
    let shortest = isNumber || !SecretForms.isUnusual(Array(secret)) ? SecretBook.shortestSought : 4
    let placeholder = book.add(Array(secret), label, shortest: shortest, isKept: true)
    label.isCertain = false
    for text in secret.texts.prefix(100) { book.add(Array(text.utf8), label) }
    return json(of: secret, label) ?? placeholder
  }

  /// JSON without any of its values; nil for what is none.
  private func json(of secret: Data, _ label: HiddenNames.Label) -> String? {
    let bytes = [UInt8](secret)
    guard bytes.count <= SecretBook.longestSought, !bytes.contains(0), JSONFields.mayBe(in: bytes),
      (try? JSONSerialization.jsonObject(with: secret)) != nil
    else { return nil }
    let shown = Data(JSONFields.hidden(all: bytes, by: self, as: label))
    // Whatever way it was found: nothing of it is told.
    guard shown.texts.allSatisfy({ SecretSearch.isPlaceholder(Array($0.utf8)) || $0.allSatisfy { $0 == "1" } }) else {
      return nil
    }
    return String(validUTF8: shown)
  }

  /// Returns the placeholder for the value of that name; nil where it is not hidden.
  ///
  /// - Parameter isLoose: Whether it may be prose.
  package func placeholder(
    for value: some BidirectionalCollection<UInt8>, named name: String, in place: Secret.Place, isLoose: Bool = false
  ) -> String? {
    names.label(of: name, in: place, for: value, isLoose: isLoose).map { book.add(Array(value), $0) }
  }

  /// The same for a value in a text: that of an option, or of a variable, is secret in any case.
  func placeholder(for value: some BidirectionalCollection<UInt8>, inText name: Substring) -> String? {
    let isOption = name.utf8.first == UInt8(ascii: "-")
    let isLoose = !isOption && !name.utf8.contains(UInt8(ascii: "_"))
    return placeholder(for: value, named: String(name.drop { $0 == "-" }), in: .variable, isLoose: isLoose)
  }

  // MARK: Texts

  /// A text that may hold JSON, URLs and options, such as `--token=…`.
  package func text(_ text: String) -> String { hidden(structured(text, depth: 0)) }

  /// What a program was called with. The value of an option may be the next argument.
  package func arguments(_ arguments: [String]) -> [String] {
    zip([""] + arguments, arguments).map { before, argument in
      let name = before.drop { $0 == "-" }
      // A secret may begin with a hyphen; `-v`, `-AppleLanguages` and `--verbose` are options.
      let isOption = argument.hasPrefix("--") || argument.hasPrefix("-") && argument.dropFirst().allSatisfy(\.isLetter)
      let isValue = before.hasPrefix("-") && !before.contains("=") && !isOption
      let placeholder = isValue ? placeholder(for: argument.utf8, named: String(name), in: .variable) : nil
      let option = Array(before.utf8)[...]
      return placeholder ?? spoken(Array(argument.utf8)[...], behind: option) ?? text(argument)
    }
  }

  /// - Parameter depth: How many other texts hold this one. A text of JSON may hold JSON.
  func structured(_ text: String, depth: Int) -> String {
    if depth > 8 { return text }
    let bytes = Array(text.utf8)
    let signs = TextSigns(bytes)
    guard signs.areAny else { return text }
    return String(decoding: structured(bytes, signs, depth: depth), as: UTF8.self)
  }

  private func structured(_ bytes: [UInt8], _ signs: TextSigns, depth: Int, isCode: Bool = false) -> [UInt8] {
    var bytes = bytes
    // First, so that an element without an end ends with the string that it is in.
    if signs.object {
      let (shown, isOnlyJSON) = JSONFields.hidden(bytes, by: self, depth: depth)
      if isOnlyJSON, JSONFields.mayBe(in: bytes) { return shown }
      bytes = shown
    }
    if signs.table { bytes = columns(bytes) }
    if signs.markup { bytes = markup(bytes) }
    return signs.equals || signs.scheme || signs.colon || signs.name
      ? words(bytes, depth: depth, isCode: isCode) : bytes
  }

  // MARK: Bodies

  /// Hides fields in a body of any form, and all known secrets.
  package func body(_ body: Data, type: String) -> [UInt8] {
    let bytes = [UInt8](body)
    if bytes.isEmpty { return bytes }
    return hidden(fields(in: bytes, type: type, depth: 0))
  }

  /// What was written to a file, or read from it.
  package func contents(_ data: Data, ofFile name: String) -> [UInt8] {
    placeholder(for: data, named: name, in: .file).map { Array($0.utf8) } ?? body(data, type: "")
  }

  /// The value of an own endpoint of that name, which JSON has in an array. Where only the name shows that it is secret,
  /// texts are hidden, but no numbers and no booleans.
  package func value(_ json: Data, named name: String) -> [UInt8] {
    let label = names.label(of: name, in: .field)
    // Where the name hides no more than what looks made up, members have names of their own.
    let json = label?.level == .certain ? [UInt8](json) : body(json, type: "application/json")
    guard var label else { return json }
    label.isForTexts = !label.isCertain
    return hidden(JSONFields.hidden(all: json, by: self, as: label))
  }

  func fields(in bytes: [UInt8], type: String, depth: Int) -> [UInt8] {
    // Few in each other, as each of them may be deep.
    if depth < 2, let list = propertyList(bytes, depth: depth) { return list }
    if let text = UTF16Text(bytes) {
      let shown = hidden(fields(in: text.utf8, type: type, depth: depth))
      return shown == text.utf8 ? bytes : text.bytes(of: shown)
    }
    func isOfType(_ name: String) -> Bool {
      // Faster than to make another text.
      type.utf8.drop { $0 == UInt8(ascii: " ") }.prefix(name.utf8.count).elementsEqual(name.utf8) { $0 | 0x20 == $1 }
    }
    let mayBeJSON = JSONFields.mayBe(in: bytes)
    // `curl -d` says so of all that it sends.
    let isForm = isOfType("application/x-www-form-urlencoded") && !mayBeJSON
    if isForm || type.isEmpty && Self.looksLikeForm(bytes),
      let items = items(String(decoding: bytes, as: UTF8.self)[...], .field)
    {
      return Array(items.utf8)
    }
    if isOfType("multipart/") { return depth > 8 ? bytes : parts(bytes, type: type, depth: depth) }
    if mayBeJSON || isOfType("text/event-stream") || isOfType("application/json") {
      let (shown, isOnlyJSON) = JSONFields.hidden(bytes, by: self, depth: depth)
      return isOnlyJSON ? shown : words(shown, depth: depth)
    }
    guard case let signs = TextSigns(bytes), signs.areAny, String(validUTF8: Data(bytes)) != nil else { return bytes }
    let kind = type.lowercased()
    let isCode = ["html", "svg", "script", "css"].contains { kind.contains($0) }
    return structured(bytes, signs, depth: depth, isCode: isCode)
  }

  /// Whether bytes are `name=value` and the like, without spaces and quotes, and do not begin with a URL.
  private static func looksLikeForm(_ bytes: [UInt8]) -> Bool {
    guard let sign = bytes.firstIndex(of: UInt8(ascii: "=")) else { return false }
    return bytes[..<sign].firstIndex(of: UInt8(ascii: ":")) == nil
      && bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "<") }
  }

  /// The items of a query or a form; nil where nothing in them is hidden.
  func items(
    _ text: Substring, _ place: Secret.Place, depth: Int = 0, separator: UInt8 = UInt8(ascii: "&")
  ) -> String? {
    var isChanged = false
    // By bytes, as characters take many times as long.
    let items = text.utf8.split(separator: separator, omittingEmptySubsequences: false).map { item in
      let item = Substring(item)
      var shown = self.item(item, place, depth: depth)
      // Semicolons separate items, too, where they are in no secret.
      let other = UInt8(ascii: ";")
      if shown == nil, separator != other, item.utf8.contains(other) {
        shown = self.items(item, place, depth: depth, separator: other)
      }
      guard let shown else { return item }
      isChanged = true
      return shown[...]
    }
    return isChanged ? items.joined(separator: String(UnicodeScalar(separator))) : nil
  }

  /// One of them; nil where nothing in it is hidden.
  func item(_ item: Substring, _ place: Secret.Place, depth: Int) -> String? {
    guard let sign = item.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let name = item[..<sign]
    let written = item[item.utf8.index(after: sign)...]
    let value = Self.decoded(written)
    let secret = Self.decoded(name)
    let placeholder =
      place == .variable
      ? self.placeholder(for: value.utf8, inText: secret[...])
      : self.placeholder(for: value.utf8, named: secret, in: place)
    if !value.isEmpty, let placeholder { return "\(name)=\(placeholder)" }
    if place == .variable {
      if let shown = members(item, depth: depth) { return shown }
      // `--env=TOKEN=…`
      let isNamed = written.utf8.prefix { $0 != UInt8(ascii: "=") }.allSatisfy {
        JSONSource.isOfName($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
      }
      if isNamed, depth < 4, let shown = self.item(written, place, depth: depth + 1) { return "\(name)=\(shown)" }
    }
    // A URL in a URL, or JSON in a query or a form.
    let isJSON = place != .variable && JSONFields.mayBe(in: value.utf8)
    guard depth < 4, isJSON || value.holds("://") || value.holds("?") || value.holds("#") else { return nil }
    let shown = isJSON ? structured(value, depth: depth + 1) : url(value, depth: depth + 1)
    if shown == value { return nil }
    // What had no escapes needs none.
    if written == value { return "\(name)=\(shown)" }
    return "\(name)=\(shown.addingPercentEncoding(withAllowedCharacters: .unreserved) ?? shown)"
  }

  private static func decoded(_ text: Substring) -> String {
    // Most have no escapes, and Foundation takes microseconds to see that.
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "%") }) else { return String(text) }
    let spaced = text.replacing("+", with: " ")
    return spaced.removingPercentEncoding ?? String(spaced)
  }

  /// Makes all placeholders equal, for comparing: the secrets may have been found in another order.
  package static func anonymized(_ text: String) -> String {
    guard text.holds("hidden.") || text.holds("hashed.") else { return text }
    return text.replacing(#/(hidden|hashed)\.[A-Za-z0-9_]{1,40}\.[0-9a-f]{1,16}/#, with: "hidden")
  }
}
