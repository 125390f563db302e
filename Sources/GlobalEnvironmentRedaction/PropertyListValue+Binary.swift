package import Foundation
package import GlobalEnvironment

extension PropertyListValue {

  /// Reads a binary property list; nil for other bytes, and for an archive of objects.
  package init?(binary data: Data) {
    guard data.starts(with: "bplist00".utf8), Self.isReadable([UInt8](data)),
      let object = try? PropertyListSerialization.propertyList(from: data, format: nil)
    else { return nil }
    self.init(object)
  }

  /// A binary property list of it; nil where none holds it.
  var binary: Data? { try? PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0) }

  private static var deepest: Int { 64 }

  /// Whether a binary property list holds not much more than its size says.
  ///
  /// Objects in it are numbered, and may be in several others: a few bytes may say of each list that it has the next one
  /// twice, which Foundation would read as millions of lists. Nor is it deep, as each level takes some of the stack.
  private static func isReadable(_ bytes: [UInt8]) -> Bool {
    let trailer = bytes.count - 32
    guard trailer >= 8 else { return false }
    /// Nil outside of the bytes, and where it is greater than their count.
    func number(at place: Int, of size: Int) -> Int? {
      guard size > 0, size <= 8, place >= 0, place + size <= bytes.count else { return nil }
      let number = bytes[place..<(place + size)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return number <= UInt64(bytes.count) ? Int(number) : nil
    }
    let (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
    guard let top = number(at: trailer + 16, of: 8), let offsets = number(at: trailer + 24, of: 8) else { return false }
    var (left, budget) = ([(object: top, depth: 0)], 64 * bytes.count)
    while let (object, depth) = left.popLast() {
      guard let place = number(at: offsets + object * offsetSize, of: offsetSize), place < trailer else { return false }
      var (length, start) = (Int(bytes[place] & 0xF), place + 1)
      let kind = bytes[place] >> 4
      if length == 0xF, kind >= 4 {
        let size = 1 << Int(bytes[start] & 0xF)
        guard let long = number(at: start + 1, of: size) else { return false }
        (length, start) = (long, start + 1 + size)
      }
      let references = kind == 0xA || kind == 0xC ? length : kind == 0xD ? 2 * length : 0
      budget -= 16 + 2 * length
      guard budget >= 0, references == 0 || depth < deepest else { return false }
      for index in 0..<references {
        guard let next = number(at: start + index * referenceSize, of: referenceSize) else { return false }
        left.append((next, depth + 1))
      }
    }
    return true
  }
}
