import Foundation

extension String {
  /// Whether it holds `text`, byte for byte. Foundation's `contains`, which looks for characters, takes half a microsecond,
  /// and a loop over the bytes takes long in a debug build.
  func holds(_ text: StaticString) -> Bool {
    var copy = self
    return copy.withUTF8 { bytes in
      text.withUTF8Buffer { text in
        guard var rest = bytes.baseAddress, let start = text.baseAddress else { return false }
        let end = rest + bytes.count
        while end - rest >= text.count, let found = memchr(rest, Int32(start.pointee), end - rest - text.count + 1) {
          if memcmp(found, start, text.count) == 0 { return true }
          rest += found - UnsafeMutableRawPointer(mutating: rest) + 1
        }
        return false
      }
    }
  }
}
