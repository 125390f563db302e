/// A text without some of its escapes, and where its bytes come from.
struct UnescapedView {
  private(set) var bytes: [UInt8]
  /// Where each byte begins in the text, and where the text ends; nil for the text itself.
  private var offsets: [Int]?

  /// The text as it is, and without the escapes of URLs, of forms, of JSON, and of URLs in JSON, where it has any; also
  /// where such a text is in another one, and has escapes of both.
  static func all(of text: [UInt8]) -> [UnescapedView] {
    var views = [UnescapedView(bytes: text)].nested { $0.without("\\") }
    for view in views {
      let urls = [view].nested { $0.without("%") }.dropFirst()
      views += urls
      if let form = view.without("%+"), urls.isEmpty || view.bytes.contains(UInt8(ascii: "+")) { views.append(form) }
    }
    return views
  }

  private init(bytes: [UInt8], offsets: [Int]? = nil) {
    (self.bytes, self.offsets) = (bytes, offsets)
  }

  func offset(of index: Int) -> Int { offsets?[index] ?? index }

  /// Returns this view without the escapes that begin with one of `marks`; nil where there is none.
  private func without(_ marks: String) -> UnescapedView? {
    let marks = Array(marks.utf8)
    guard bytes.contains(where: { marks.contains($0) }) else { return nil }
    var view = UnescapedView(bytes: [], offsets: [])
    view.bytes.reserveCapacity(bytes.count)
    var offsets: [Int] = []
    offsets.reserveCapacity(bytes.count + 1)
    var index = 0
    while index < bytes.count {
      if marks.contains(bytes[index]), let (meaning, length) = escape(at: bytes[index...]) {
        view.bytes += meaning
        for _ in meaning { offsets.append(offset(of: index)) }
        index += length
      } else {
        view.bytes.append(bytes[index])
        offsets.append(offset(of: index))
        index += 1
      }
    }
    offsets.append(offset(of: index))
    view.offsets = offsets
    return view
  }
}

extension [UnescapedView] {
  /// These and what `unescaped` makes of the last one, again and again: a URL in a URL in a URL is the deepest.
  fileprivate func nested(_ unescaped: (UnescapedView) -> UnescapedView?) -> [UnescapedView] {
    var views = self
    for _ in 0..<3 {
      guard let last = views.last, let next = unescaped(last), next.bytes != last.bytes else { break }
      views.append(next)
    }
    return views
  }
}
