extension Hider {

  /// Hides what elements and attributes of XML and HTML say, and members of property lists: `<password>…</password>`,
  /// `<key>password</key><string>…</string>`, `<add key="password" value="…"/>`.
  func markup(_ bytes: [UInt8]) -> [UInt8] {
    var edits: [(range: Range<Int>, placeholder: [UInt8])] = []
    var index = 0
    /// What the value of a property list that comes next is called, or of `<name>password</name><value>…</value>`.
    var member: HiddenNames.Label?
    var isPair = false
    while let open = bytes[index...].firstIndex(of: UInt8(ascii: "<")), open + 1 < bytes.count {
      let tag = Tag(bytes, at: open)
      index = tag.end
      if tag.isClosing || tag.name.isEmpty { continue }
      let pairs = tag.attributes.filter { Self.nameAttributes.contains($0.name.lowercased()) }
      let own = (isPair && !tag.name.hasSuffix("value") ? nil : member) ?? self.label(ofElement: tag.name)
      let label =
        own ?? pairs.lazy.compactMap { self.label(ofElement: String(decoding: bytes[$0.value], as: UTF8.self)) }.first
      member = nil
      isPair = tag.name == "name" || tag.name == "param-name"
      if isPair || tag.name == "key" {
        let name = bytes[index...].prefix { $0 != UInt8(ascii: "<") }
        member = self.label(ofElement: String(decoding: name, as: UTF8.self))
        index = name.endIndex
        continue
      }
      for attribute in tag.attributes {
        let own = pairs.contains { $0.name == attribute.name } ? nil : self.label(ofElement: attribute.name)
        let isValue = !pairs.isEmpty && Self.valueAttributes.contains(attribute.name.lowercased())
        if let label = own ?? (isValue ? label : nil) { hide(attribute.value, label) }
      }
      // A field such as `<input type="password">` has no text, and no end.
      guard let label, !tag.isEmpty, let end = self.end(of: tag, in: bytes, orOfText: own != nil) else { continue }
      // Every text in it.
      while index < end {
        var start = index
        let isData = bytes[start..<end].starts(with: "<![CDATA[".utf8)
        if isData { start += 9 }
        let close = bytes[start..<end].firstIndex(of: isData ? UInt8(ascii: "]") : UInt8(ascii: "<")) ?? end
        hide(start..<close, label, isData: tag.name == "data")
        index = close < end && !isData ? Tag(bytes, at: close).end : close + (isData ? 3 : 0)
      }
      index = max(index, end)
    }
    func hide(_ range: Range<Int>, _ label: HiddenNames.Label, isData: Bool = false) {
      let inside = bytes[range].drop(while: JSONSource.isSpace)
      let value = inside.prefix(
        (inside.lastIndex { !JSONSource.isSpace($0) } ?? inside.startIndex - 1) + 1 - inside.startIndex)
      guard !value.isEmpty, label.hides(value, in: .field) else { return }
      let placeholder = Array(book.add(Array(value), label).utf8)
      edits.append((value.indices, isData ? Array("aGlkZGVu".utf8) : placeholder))
    }
    return edits.isEmpty ? bytes : bytes.replacing(edits.sorted { $0.range.lowerBound < $1.range.lowerBound })
  }

  private static let nameAttributes: Set = ["name", "key", "id", "property", "type"]
  private static let valueAttributes: Set = ["value", "content", "val"]

  private func label(ofElement name: String) -> HiddenNames.Label? { names.label(of: name, in: .field) }

  /// Where the element ends that this tag begins; for one that does not, where the text ends, or nil.
  private func end(of tag: Tag, in bytes: [UInt8], orOfText isOpen: Bool) -> Int? {
    let close = Array("</\(tag.name)".utf8)
    var index = tag.end
    while let next = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      if bytes[next...].starts(with: close) { return next }
      index = next + 1
    }
    return isOpen ? bytes[tag.end...].prefix { $0 != UInt8(ascii: "<") }.endIndex : nil
  }
}

/// One tag of XML or HTML.
private struct Tag {
  var name = ""
  var isClosing = false
  /// Whether it ends its element, too.
  var isEmpty = false
  var attributes: [(name: String, value: Range<Int>)] = []
  /// Behind it.
  var end: Int

  init(_ bytes: [UInt8], at open: Int) {
    var index = min(open + 1, bytes.count)
    func word() -> String {
      let start = index
      while index < bytes.count, JSONSource.isOfName(bytes[index]) || "-:.".utf8.contains(bytes[index]) { index += 1 }
      return String(decoding: bytes[start..<index], as: UTF8.self)
    }
    if index < bytes.count, bytes[index] == UInt8(ascii: "/") {
      isClosing = true
      index += 1
    }
    // Most texts with a `<` have no tag there.
    let isTag = index < bytes.count && UInt8(ascii: "a")...UInt8(ascii: "z") ~= bytes[index] | 0x20
    if isTag { name = word() }
    while isTag, index < bytes.count, bytes[index] != UInt8(ascii: ">"), bytes[index] != UInt8(ascii: "<") {
      if bytes[index] == UInt8(ascii: "/") { isEmpty = true }
      let attribute = word()
      guard !attribute.isEmpty, index + 1 < bytes.count, bytes[index] == UInt8(ascii: "=") else {
        if attribute.isEmpty { index += 1 }
        continue
      }
      isEmpty = false
      let quote = bytes[index + 1]
      let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
      let start = index + (isQuoted ? 2 : 1)
      let value = bytes[min(start, bytes.count)...].prefix {
        isQuoted ? $0 != quote : $0 > 0x20 && $0 != UInt8(ascii: ">")
      }
      attributes.append((attribute, value.indices))
      index = value.endIndex + (isQuoted && value.endIndex < bytes.count ? 1 : 0)
    }
    end = isTag && index < bytes.count && bytes[index] == UInt8(ascii: ">") ? index + 1 : max(index, open + 1)
    end = min(end, bytes.count)
  }
}
