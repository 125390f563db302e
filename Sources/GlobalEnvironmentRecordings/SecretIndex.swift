import Foundation

/// Finds any of many secrets in a text in one pass, by their first bytes.
struct SecretIndex {
  private struct Form {
    var bytes: [UInt8]
    var value: String
    var name: String
    var kind: Placeholder.Kind?
  }

  /// In bytes. Shorter secrets occur by chance.
  static let shortest = 6

  /// By the first bytes.
  private var forms: [UInt64: [Form]] = [:]
  /// One flag for each hash of first bytes: a quick check before a thorough one.
  private var filter = [Bool](repeating: false, count: 65_536)

  mutating func add(_ value: String, _ name: String) {
    for form in Self.forms(of: value, name) {
      let start = Self.start(of: form.bytes)
      filter[Self.hash(start)] = true
      forms[start, default: []].append(form)
    }
  }

  mutating func remove(_ value: String, _ name: String) {
    for form in Self.forms(of: value, name) {
      let start = Self.start(of: form.bytes)
      let rest = forms[start, default: []].filter { $0.value != value }
      forms[start] = rest.isEmpty ? nil : rest
    }
  }

  /// As it is, in both kinds of Base64, with padding and without, and in a longer text that is in Base64.
  private static func forms(of value: String, _ name: String) -> [Form] {
    var (forms, seen) = ([Form](), Set<[UInt8]>())
    func add(_ text: String, _ kind: Placeholder.Kind?) {
      let bytes = Array(text.utf8)
      if seen.insert(bytes).inserted { forms.append(Form(bytes: bytes, value: value, name: name, kind: kind)) }
    }
    add(value, nil)
    for kind in [Placeholder.Kind.base64url, .base64, .base64in, .base64in1, .base64in2] {
      let text = kind.text(of: value)
      for text in [text, text.withoutPadding, text.withURLAlphabet] { add(text, kind) }
    }
    return forms
  }

  private static func start(of bytes: [UInt8]) -> UInt64 { bytes.prefix(shortest).reduce(0) { $0 << 8 | UInt64($1) } }

  private static func hash(_ start: UInt64) -> Int { Int(truncatingIfNeeded: (start &* 0x9E37_79B9_7F4A_7C15) >> 48) }

  // MARK: Looking

  func matches(in text: [UInt8]) -> [LearnedSecrets.Match] {
    if forms.isEmpty || text.count < Self.shortest { return [] }
    var found: [LearnedSecrets.Match] = []
    for view in UnescapedView.all(of: text) { look(in: view, &found) }
    if found.count > 1 {
      found.sort { ($0.range.lowerBound, -$0.range.upperBound) < ($1.range.lowerBound, -$1.range.upperBound) }
    }
    var end = 0
    return found.filter { match in
      guard match.range.lowerBound >= end else { return false }
      end = match.range.upperBound
      return true
    }
  }

  private func look(in view: UnescapedView, _ found: inout [LearnedSecrets.Match]) {
    // Not asked for at each byte: in a debug build, that takes longer than all else.
    let (opening, shortest) = (Placeholder.start[0], Self.shortest)
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
        index += 1
        let first = index - shortest
        guard first >= free, filter[Self.hash(start)], let forms = forms[start] else { continue }
        let rest = UnsafeBufferPointer(rebasing: bytes[first...])
        let fitting = forms.filter { rest.begins(with: $0.bytes) }
        guard let form = fitting.max(by: { $0.bytes.count < $1.bytes.count }) else { continue }
        let range = view.offset(of: first)..<view.offset(of: first + form.bytes.count)
        found.append(.init(range: range, value: form.value, name: form.name, kind: form.kind))
        free = first + form.bytes.count
      }
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Fast also in a debug build: in a long text, each byte may begin what almost is a long secret.
  fileprivate func begins(with bytes: [UInt8]) -> Bool {
    guard let baseAddress, bytes.count <= count else { return false }
    return bytes.withUnsafeBytes { other in other.baseAddress.map { memcmp(baseAddress, $0, other.count) == 0 } ?? true
    }
  }
}
