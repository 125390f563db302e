extension Hider {

  /// Hides what words say: URLs, options, `name=value`, `name = value`, `name="value"`, and lines of headers and of YAML.
  ///
  /// - Parameter isCode: Whether it is a page, a script or a style sheet: of these, only URLs and `name="value"` tell secrets.
  func words(_ bytes: [UInt8], depth: Int, isCode: Bool = false) -> [UInt8] {
    var (result, start) = ([UInt8](), 0)
    result.reserveCapacity(bytes.count)
    /// The last word, and whether what follows is its value.
    var (last, isNamed) = (bytes[0..<0], false)
    /// Whether brackets are between it and what follows.
    var isFar = false
    var isFirstOfLine = true
    /// The name in a line before that of a value: `name: token`, `value: …`.
    var pair: String?
    // By bytes, as characters take many times as long.
    var end = 0
    while end <= bytes.count {
      guard end == bytes.count || Self.endsWord(bytes[end]) else {
        end += 1
        continue
      }
      let word = bytes[start..<end]
      if isNamed, !isCode, !word.isEmpty, let shown = placeholder(for: word, ofWord: last) {
        result += shown.utf8
        (last, isNamed) = ([], false)
      } else if !isCode, word.elementsEqual(":".utf8), let value = quoted(behind: start..<end, in: bytes),
        let shown = placeholder(for: bytes[value], ofWord: last)
      {
        result += bytes[start..<value.lowerBound] + Array(shown.utf8)
        end = value.upperBound
        (last, isNamed) = ([], false)
      } else if Self.closes(word) {
        // `config["token"] = …`, `put("token", …)`
        result += word
        isFar = true
      } else if word.elementsEqual("=".utf8) {
        result += word
        isNamed = !isFar
      } else if !isCode, Self.isVerb(word) {
        result += word
      } else if !isCode, !last.isEmpty, let shown = spoken(word, behind: last) {
        result += shown.utf8
        last = []
      } else if !word.isEmpty {
        // Where the word is all between two quotes, the second one begins no value: `href="/login?token="`.
        let isQuoted = start > 0 && end < bytes.count && Self.isQuote(bytes[end]) && bytes[start - 1] == bytes[end]
        isNamed = word.last == UInt8(ascii: "=") && !isQuoted
        last = isNamed ? word.dropLast() : word
        isFar = false
        let mayTell =
          word.contains(UInt8(ascii: "="))
          || zip(word, word.dropFirst()).contains { $0 == UInt8(ascii: ":") && $1 == UInt8(ascii: "/") }
        result += mayTell ? self.word(word, depth: depth, isCode: isCode) : isCode ? word : behindColon(word)
        if isFirstOfLine, !isCode, word.elementsEqual("name:".utf8) || word.elementsEqual("key:".utf8) {
          let next = bytes[end...].drop(while: Self.isBlank).prefix { !Self.endsWord($0) }
          pair = String(decoding: next, as: UTF8.self)
        }
        if !isCode, word.last == UInt8(ascii: ":"),
          let value = value(behind: start..<end, in: bytes, isFirstOfLine, pair)
        {
          result += bytes[end..<value.range.lowerBound] + Array(value.shown.utf8)
          end = value.range.upperBound
        }
        isFirstOfLine = isFirstOfLine && word.allSatisfy { "-*>|".utf8.contains($0) }
      }
      guard end < bytes.count else { break }
      result.append(bytes[end])
      // All between the quotes is the value.
      if isNamed, Self.isQuote(bytes[end]),
        let close = bytes[(end + 1)...].firstIndex(where: { $0 == bytes[end] || $0 == UInt8(ascii: "\n") }),
        bytes[close] == bytes[end], let shown = placeholder(for: bytes[(end + 1)..<close], ofWord: last)
      {
        result += shown.utf8
        (last, isNamed) = ([], false)
        end = close
        result.append(bytes[end])
      } else if bytes[end] == UInt8(ascii: "\n") {
        (isNamed, isFirstOfLine) = (false, true)
      }
      end += 1
      start = end
    }
    return result
  }

  /// Whether a word is no more than the end of brackets, or a comma.
  private static func closes(_ word: ArraySlice<UInt8>) -> Bool {
    // Most begin otherwise.
    guard let first = word.first, first < UInt8(ascii: "0") || first == UInt8(ascii: "]") else { return false }
    return word.allSatisfy { "]),".utf8.contains($0) }
  }

  /// Whether a word only leads from a name to its value.
  private static func isVerb(_ word: ArraySlice<UInt8>) -> Bool {
    guard word.count < 5, let first = word.first else { return false }
    switch first {
    case UInt8(ascii: "i"), UInt8(ascii: "w"), UInt8(ascii: ":"), UInt8(ascii: "-"), 0xE2:
      return verbs.contains { word.elementsEqual($0) }
    default: return false
    }
  }

  private static let verbs = ["is", "was", "is:", "was:", ":", "-", ":=", "←", "→"].map { Array($0.utf8) }

  /// A word such as `token:x7Q9pl4nt`, without what is hidden in it.
  private func behindColon(_ word: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let colon = word.firstIndex(of: UInt8(ascii: ":")), SecretName.mayEndSecretly(word[..<colon]) else {
      return word
    }
    let value = word[(colon + 1)...].prefix { !",;)]}".utf8.contains($0) }
    let name = String(decoding: word[..<colon].drop { "/([{".utf8.contains($0) }, as: UTF8.self)
    guard SecretForms.looksMade(value), let shown = placeholder(for: value, inText: name[...]) else { return word }
    return word[...colon] + Array(shown.utf8) + word[value.endIndex...]
  }

  /// Returns the placeholder for a word that looks made up behind one that names it, as in `machine host password …`, or for
  /// the value of an option; nil where nothing is hidden.
  func spoken(_ word: ArraySlice<UInt8>, behind last: ArraySlice<UInt8>) -> String? {
    let isOption = last.starts(with: "--".utf8)
    guard word.count > 3, last.count > 1, word.first != UInt8(ascii: "-"), !last.contains(UInt8(ascii: "/")) else {
      return nil
    }
    // `-u name:password`
    if last.elementsEqual("-u".utf8) || last.elementsEqual("--user".utf8),
      let colon = word.firstIndex(of: UInt8(ascii: ":")),
      colon + 1 < word.endIndex
    {
      let label = HiddenNames.Label(name: "password", isHashed: false)
      return String(decoding: word[...colon], as: UTF8.self) + book.add(Array(word[(colon + 1)...]), label)
    }
    guard SecretName.mayEndSecretly(last) else { return nil }
    // In brackets, or at the end of a sentence.
    var value = word.drop { "([{".utf8.contains($0) }
    while let last = value.last, ".,;:!?)]}".utf8.contains(last) { value.removeLast() }
    let isMade = SecretForms.looksMade(value)
    // `--token TOKEN` is how to call it.
    let isCapital = value.allSatisfy { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 || $0 == UInt8(ascii: "_") }
    let mayBeValue = isOption && !isCapital && (SecretForms.isUnusual(Array(value)) || value.count > 7)
    guard isMade || mayBeValue && !SecretForms.isState(value) else { return nil }
    let name = String(decoding: last.drop { "([{\"'".utf8.contains($0) }, as: UTF8.self)[...]
    guard !name.utf8.contains(UInt8(ascii: "=")), let shown = placeholder(for: value, inText: name) else { return nil }
    return [word[..<value.startIndex], Array(shown.utf8)[...], word[value.endIndex...]]
      .map { String(decoding: $0, as: UTF8.self) }.joined()
  }

  /// Where the text in quotes is behind a name in single quotes and a colon: `{'token': '…'}`, as Python prints it.
  private func quoted(behind colon: Range<Int>, in bytes: [UInt8]) -> Range<Int>? {
    guard colon.lowerBound > 0, bytes[colon.lowerBound - 1] == UInt8(ascii: "'"),
      let open = bytes[colon.upperBound...].firstIndex(where: { !Self.isBlank($0) }), Self.isQuote(bytes[open]),
      let close = bytes[(open + 1)...].firstIndex(where: { $0 == bytes[open] || $0 == UInt8(ascii: "\n") }),
      bytes[close] == bytes[open]
    else { return nil }
    return (open + 1)..<close
  }

  /// Finds the value behind a name and a colon: the rest of the line behind that of a header, as `Authorization: Bearer …`;
  /// behind others that begin a line, the only word there, or what is between quotes.
  ///
  /// - Returns: Where it is, and what is shown instead of it; nil where nothing is hidden.
  private func value(
    behind word: Range<Int>, in bytes: [UInt8], _ isFirstOfLine: Bool, _ pair: String?
  ) -> (range: Range<Int>, shown: String)? {
    // Most words are no such header, which their length shows.
    var mayBeHeader = [6, 10, 13, 19].contains(word.count - 1)
    guard mayBeHeader || isFirstOfLine else { return nil }
    var name = String(decoding: bytes[word].dropLast(), as: UTF8.self)
    if name == "value", let pair { name = pair }
    mayBeHeader = mayBeHeader && Self.headers.contains(name.lowercased())
    guard mayBeHeader || isFirstOfLine else { return nil }
    let before = bytes[word.upperBound...].prefix(while: Self.isBlank)
    // Behind a quote, it ends at the next one: `-H "Cookie: …"`.
    let quote = word.lowerBound > 0 && Self.isQuote(bytes[word.lowerBound - 1]) ? bytes[word.lowerBound - 1] : nil
    func line(_ limit: Int) -> ArraySlice<UInt8> {
      let rest = bytes[before.endIndex...].prefix(limit)
      let end = rest.indices.first { place in
        bytes[place] == UInt8(ascii: "\n") || bytes[place] == UInt8(ascii: "\r")
          || bytes[place] == quote && bytes[place - 1] != UInt8(ascii: "\\")
      }
      return rest[..<(end ?? rest.endIndex)]
    }
    guard !before.isEmpty else { return nil }
    // By its beginning: the line may be long, and have many such words. All of it is read once, as it is passed then.
    if mayBeHeader, Self.isHeader(name.lowercased(), line(Self.longestBeginning)) {
      let line = line(.max)
      return (line.startIndex..<line.endIndex, header(name, String(decoding: line, as: UTF8.self)))
    }
    guard isFirstOfLine, names.label(of: name, in: .variable) != nil else { return nil }
    let first = line(.max)
    // `password: |`, and the value in the next line.
    if let mark = first.first, "|>".utf8.contains(mark), first.count < 3 {
      let next = bytes[first.endIndex...].drop(while: JSONSource.isSpace).prefix { $0 != UInt8(ascii: "\n") }
      return placeholder(for: next, named: name, in: .variable).map { (next.startIndex..<next.endIndex, $0) }
    }
    guard let value = Self.value(of: first) else { return nil }
    return placeholder(for: value, inText: name[...]).map { (value.startIndex..<value.endIndex, $0) }
  }

  /// The value that a line of YAML, or one that Swift prints, has behind its name, without its quotes and a comment.
  private static func value(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let quote = line.first.flatMap { isQuote($0) ? $0 : nil }
    let value = quote.map { quote in line.dropFirst().prefix { $0 != quote } } ?? line.prefix { !endsWord($0) }
    let rest = line[value.endIndex...].drop { $0 == quote || isBlank($0) }
    guard let first = value.first, rest.isEmpty || rest.first == UInt8(ascii: "#") else { return nil }
    if quote != nil { return value.endIndex < line.endIndex ? value : nil }
    let isWord = ["nil", "null", "~", "true", "false"].contains { value.elementsEqual($0.utf8) }
    return isWord || "()[]{}".utf8.contains(first) || value.last == UInt8(ascii: ",") ? nil : value
  }

  private static let headers: Set<String> = ["authorization", "proxy-authorization", "cookie", "set-cookie"]

  /// In bytes: how much of a line shows whether it is a header.
  private static let longestBeginning = 256

  /// Whether the header of that name has a value that begins so: in prose, something else follows.
  private static func isHeader(_ name: String, _ value: ArraySlice<UInt8>) -> Bool {
    if name.hasSuffix("cookie") { return value.contains(UInt8(ascii: "=")) }
    let words = value.split(separator: UInt8(ascii: " "), maxSplits: 2)
    guard words.count > 1 else { return false }
    let word = words[0].split { "\"'([".utf8.contains($0) }.last ?? []
    let scheme = String(decoding: word, as: UTF8.self).lowercased()
    return ["bearer", "basic", "digest", "token", "negotiate", "ntlm"].contains(scheme) || scheme.hasPrefix("aws")
      // The credentials of another scheme: prose has no such word.
      || words[1].count >= 8 && words[1].contains { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }

  /// Returns the placeholder for a value behind a word that names it; nil where that is not hidden.
  private func placeholder(for value: ArraySlice<UInt8>, ofWord word: ArraySlice<UInt8>) -> String? {
    let name = word.split { ";&?{(,".utf8.contains($0) }.last
    // Behind a name, code has brackets: `secrets = { store }`.
    guard let name, !value.allSatisfy("()[]{},:;".utf8.contains) else { return nil }
    return placeholder(for: value, inText: String(decoding: name, as: UTF8.self)[...])
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

  private static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "<"), UInt8(ascii: ">"): true
    default: false
    }
  }

  /// A word without what is hidden in it. One with nothing to hide stays as it is, text or not.
  private func word(_ bytes: ArraySlice<UInt8>, depth: Int, isCode: Bool) -> ArraySlice<UInt8> {
    let word = String(decoding: bytes, as: UTF8.self)
    let shown = self.word(word, depth: depth, isCode: isCode)
    return shown == word ? bytes : Array(shown.utf8)[...]
  }

  /// An item with members in brackets, as in `UserInfo={token=…}`; nil where nothing in them is hidden.
  func members(_ item: Substring, depth: Int) -> String? {
    guard depth < 4, let open = item.utf8.firstIndex(where: { "{(".utf8.contains($0) }) else { return nil }
    let inside = item.utf8[open...].drop { "{(".utf8.contains($0) }
    let end = inside.lastIndex { !"})],".utf8.contains($0) }.map { inside.index(after: $0) } ?? inside.startIndex
    // A comma may be in a value.
    var members: [Substring] = []
    for part in inside[..<end].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      if let last = members.last, !part.contains(UInt8(ascii: "=")) {
        members[members.count - 1] = item[last.startIndex..<part.endIndex]
      } else {
        members.append(Substring(part))
      }
    }
    let shown = members.map { self.item($0, .variable, depth: depth + 1) }
    guard shown.contains(where: { $0 != nil }) else { return nil }
    return item[..<inside.startIndex] + zip(members, shown).map { $1 ?? String($0) }.joined(separator: ",")
      + item[end...]
  }

  /// A URL, options, or any other word: `/list?page=2&token=…`, `--token=…`, `Server=…;Password=…`.
  private func word(_ word: String, depth: Int, isCode: Bool) -> String {
    let name = String(Substring(word.utf8.prefix { $0 != UInt8(ascii: "=") }))
    let isAddress = name.holds("://") || name.holds("?") || name.holds("#")
    let word = isAddress ? url(word, depth: depth) : word
    guard isAddress || !isCode, word.contains("=") else { return word }
    let start = word.firstIndex { $0 != "-" } ?? word.startIndex
    let options = word[start...].split(separator: ";", omittingEmptySubsequences: false)
    let place: Secret.Place = isAddress ? .query : .variable
    return word[..<start] + options.map { items($0, place, depth: depth) ?? String($0) }.joined(separator: ";")
  }
}
