import Foundation

extension String {
  /// Whether it holds `text`, byte for byte. Foundation's `contains`, which looks for characters, takes half a microsecond,
  /// and a loop over the bytes takes long in a debug build.
  func holds(_ text: StaticString) -> Bool { offset(of: text) != nil }

  /// Where `text` begins in it for the first time, in bytes.
  func offset(of text: StaticString) -> Int? {
    var copy = self
    return copy.withUTF8 { bytes in
      text.withUTF8Buffer { text in
        guard let first = bytes.baseAddress, let start = text.baseAddress else { return nil }
        let end = first + bytes.count
        var rest = first
        while end - rest >= text.count, let found = memchr(rest, Int32(start.pointee), end - rest - text.count + 1) {
          let place = found - UnsafeMutableRawPointer(mutating: first)
          if memcmp(found, start, text.count) == 0 { return place }
          rest = first + place + 1
        }
        return nil
      }
    }
  }
}
