import Foundation
import GlobalEnvironment
import GlobalEnvironmentWire

/// Finds any of many secrets in a text in one pass, by their first bytes, with any escapes.
struct SecretIndex {
  struct Match {
    var range: Range<Int>
    var value: String
    var placeholder: Placeholder
    /// Whether it is a word, which also means something where it is no secret.
    var isWord = false
  }

  private struct Form {
    var bytes: [UInt8]
    var value: String
    var placeholder: Placeholder
    var isWord = false
    /// Whether it is no part of another word, where it stands in a text.
    var standsAlone = false

    var key: [UInt8] { Array(bytes.prefix(64)) }

    /// Whether `text`, which stands behind `before`, begins with it. Base64 without padding must end there: its last character
    /// has bits of what follows.
    ///
    /// - Parameter isText: Whether the bytes beside it are characters. What CBOR and protobuf have there may look like letters.
    func begins(_ text: UnsafeRawBufferPointer, behind before: UInt8?, isText: () -> Bool) -> Bool {
      guard bytes.withUnsafeBytes({ text.begins(with: $0) }) else { return false }
      if standsAlone {
        let after = bytes.count < text.count ? text[bytes.count] : nil
        let isPart = [before, after].contains { $0.map { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") } ?? false }
        return !isPart || !isText()
      }
      let isPart = placeholder.kind == .base64url && bytes.count % 4 != 0
      return !isPart || bytes.count == text.count || !Base64Part.isDigit(text[bytes.count])
    }
  }

  /// The forms that begin with the same bytes.
  private struct Bucket {
    /// By more of their first bytes, which tell most of them apart.
    var forms: [[UInt8]: [Form]] = [:]
    /// How many bytes that is, also for some forms that were removed.
    var lengths: Set<Int> = []

    /// Returns the longest form that `text`, which stands behind `before`, begins with.
    func longest(in text: UnsafeRawBufferPointer, behind before: UInt8?, isText: () -> Bool) -> Form? {
      let alike = lengths.flatMap { $0 <= text.count ? forms[Array(text.prefix($0))] ?? [] : [] }
      // In a long text, each byte may begin what almost is a long secret.
      return alike.filter { $0.begins(text, behind: before, isText: isText) }.max { $0.bytes.count < $1.bytes.count }
    }
  }

  /// In bytes. Shorter secrets occur by chance.
  static let shortest = 6
  /// In bytes. A secret that begins inside of a longer one than this is not found.
  private static let longest = 1_024

  /// By the first bytes.
  private var buckets: [UInt64: Bucket] = [:]
  /// One flag for each hash of first bytes: a quick check before a thorough one. None before the first form.
  private var filter: [Bool] = []
  /// Those that are shorter, which are looked for one by one.
  private var short: [Form] = []

  /// Looks for a value from now on; also in Base64 if it `mayBeEncoded`, and then only for a whole word if it is one.
  ///
  /// - Parameter isText: Whether it is hidden wherever it stands, also if it is a word.
  mutating func add(_ value: String, _ placeholder: Placeholder, mayBeEncoded: Bool, isText: Bool = false) {
    for var form in Self.forms(of: value, placeholder, mayBeEncoded: mayBeEncoded) {
      if isText { form.isWord = false }
      if form.bytes.count < Self.shortest {
        short.append(form)
        continue
      }
      if filter.isEmpty { filter = Array(repeating: false, count: 65_536) }
      let start = Self.start(of: form.bytes)
      filter[Self.hash(start)] = true
      buckets[start, default: Bucket()].forms[form.key, default: []].append(form)
      buckets[start]?.lengths.insert(form.key.count)
    }
  }

  /// Removes a value that may be encoded.
  mutating func remove(_ value: String, _ placeholder: Placeholder) {
    for form in Self.forms(of: value, placeholder, mayBeEncoded: true) {
      let start = Self.start(of: form.bytes)
      let rest = buckets[start]?.forms[form.key]?.filter { !$0.value.utf8.elementsEqual(value.utf8) } ?? []
      buckets[start]?.forms[form.key] = rest.isEmpty ? nil : rest
      if buckets[start]?.forms.isEmpty == true { buckets[start] = nil }
    }
  }

  /// As it is, in Base64 with padding, in that of URLs, which has none, and in a longer text that is in Base64.
  private static func forms(of value: String, _ placeholder: Placeholder, mayBeEncoded: Bool) -> [Form] {
    let isWord = LearnedSecrets.isWord(value)
    var forms = [
      Form(
        bytes: Array(value.utf8), value: value, placeholder: placeholder, isWord: isWord,
        standsAlone: isWord && mayBeEncoded)
    ]
    if !mayBeEncoded { return forms }
    var seen = Set(forms.map(\.bytes))
    for kind in [Placeholder.Kind.base64url, .base64, .base64in, .base64in1, .base64in2] {
      var placeholder = placeholder
      placeholder.kind = kind
      let text = kind.text(of: value)
      for text in [text, text.withURLAlphabet] {
        let bytes = Array(text.utf8)
        if seen.insert(bytes).inserted { forms.append(Form(bytes: bytes, value: value, placeholder: placeholder)) }
      }
    }
    return forms
  }

  private static func start(of bytes: [UInt8]) -> UInt64 { bytes.prefix(shortest).reduce(0) { $0 << 8 | UInt64($1) } }

  private static func hash(_ start: UInt64) -> Int { Int(truncatingIfNeeded: (start &* 0x9E37_79B9_7F4A_7C15) >> 48) }

  // MARK: Looking

  /// Returns where secrets are, in order. Placeholders are skipped.
  func matches(in text: [UInt8]) -> [Match] {
    if short.isEmpty, buckets.isEmpty || text.count < Self.shortest { return [] }
    var found: [Match] = []
    let texts = TextParts(of: text)
    if !texts.isBinary {
      for view in UnescapedView.all(of: text) { look(in: view, at: 0, isBinary: false, &found) }
      return found.outermost(\.range)
    }
    look(in: UnescapedView(bytes: text), at: 0, isBinary: true, &found)
    let shortest = short.isEmpty ? Self.shortest : 2
    for part in texts.parts where part.hasMarks && part.range.count >= shortest {
      let views = UnescapedView.all(of: Array(text[part.range]))
      for view in views.dropFirst() { look(in: view, at: part.range.lowerBound, isBinary: true, &found) }
    }
    return found.outermost(\.range)
  }

  /// Looks in a view of what begins at an index.
  private func look(in view: UnescapedView, at base: Int, isBinary: Bool, _ found: inout [Match]) {
    // Not asked for at each byte: in a debug build, that takes longer than all else.
    let (opening, shortest, hasShort, hasLong) = (Placeholder.start[0], Self.shortest, !short.isEmpty, !filter.isEmpty)
    func add(_ form: Form, at first: Int) {
      let range = base + view.offset(of: first)..<base + view.offset(of: first + form.bytes.count)
      found.append(Match(range: range, value: form.value, placeholder: form.placeholder, isWord: form.isWord))
    }
    // Rarely asked for.
    var known: Bool? = isBinary ? false : nil
    func isText() -> Bool {
      let result = known ?? TextParts.areText(view.bytes)
      known = result
      return result
    }
    view.bytes.withUnsafeBufferPointer { bytes in
      var start: UInt64 = 0
      var index = 0
      /// The index of the first byte that may begin a secret.
      var free = 0
      while index < bytes.count {
        let byte = bytes[index]
        start = (start &<< 8 | UInt64(byte)) & 0xFFFF_FFFF_FFFF
        if byte == opening, let placeholder = Placeholder(in: view.bytes[index...]) {
          free = index + placeholder.text.utf8.count
        }
        if hasShort, index >= free {
          for form in short where form.bytes.first == byte && bytes[index...].starts(with: form.bytes) {
            add(form, at: index)
          }
        }
        index += 1
        let first = index - shortest
        guard hasLong, first >= free, filter[Self.hash(start)], let bucket = buckets[start] else { continue }
        let rest = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[first...])
        let before = first > 0 ? bytes[first - 1] : nil
        guard let form = bucket.longest(in: rest, behind: before, isText: isText) else { continue }
        add(form, at: first)
        // Another may begin inside of it. A form longer than that is rather a whole text, and to look inside takes long.
        if form.bytes.count > Self.longest { free = first + form.bytes.count }
      }
    }
  }
}

extension Array {
  /// Returns the elements in the order of their ranges, none of which overlap: an element inside of another one is left out,
  /// and one that only begins there keeps the rest of its range.
  func outermost(_ range: WritableKeyPath<Element, Range<Int>>) -> [Element] {
    if count < 2 { return self }
    // Equal ones stay in their order.
    let sorted = enumerated().sorted { left, right in
      let (first, second) = (left.element[keyPath: range], right.element[keyPath: range])
      return (first.lowerBound, -first.upperBound, left.offset) < (second.lowerBound, -second.upperBound, right.offset)
    }
    var end = 0
    return sorted.compactMap { _, element in
      let (lower, upper) = (element[keyPath: range].lowerBound, element[keyPath: range].upperBound)
      guard upper > end || lower >= end else { return nil }
      var rest = element
      rest[keyPath: range] = Swift.max(lower, end)..<upper
      end = upper
      return rest
    }
  }
}

extension [UInt8] {
  /// Returns these bytes with placeholders where `matches` are; with `quotes`, that of a number becomes a string.
  func replacing(_ matches: [SecretIndex.Match], quotes: Bool = true, in surroundings: Surroundings) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var index = 0
    for match in matches {
      result += self[index..<match.range.lowerBound]
      let quote = quotes && match.placeholder.isInQuotes ? "\"" : ""
      let placeholder = match.placeholder.written(as: self[match.range], match.value, in: surroundings)
      result += (quote + placeholder.text + quote).utf8
      index = match.range.upperBound
    }
    return result + self[index...]
  }
}
