// audit:allow-file descriptors – only this file uses its pipe.

import Foundation

/// Loads words of this process.
package protocol WordReader {
  /// Returns the word at an address; nil where there is none.
  func word(at address: UInt) -> UInt?
}

extension WordReader {
  /// Returns a word of what begins at an address.
  @inline(__always) func word(_ index: Int, of address: UInt) -> UInt? {
    word(at: address &+ UInt(bitPattern: index &* MemoryLayout<UInt>.size))
  }
}

/// Memory whose layout is known and that stays meanwhile.
struct KnownMemory: WordReader {
  @inline(__always) func word(at address: UInt) -> UInt? { UnsafeRawPointer(bitPattern: address)?.load(as: UInt.self) }
}

/// Memory that may not be there. The kernel looks: it refuses to copy to a pipe what is no memory of the process.
///
/// A word takes a microsecond, so this is for trials and messages.
package final class ReadableMemory: WordReader {
  private let ends: (read: CInt, write: CInt)

  /// Opens the pipe; where that is not possible, no word can be read.
  package init() {
    var ends: [CInt] = [-1, -1]
    ends = pipe(&ends) == 0 ? ends : [-1, -1]
    self.ends = (ends[0], ends[1])
  }

  deinit {
    if ends.read >= 0 { close(ends.read) }
    if ends.write >= 0 { close(ends.write) }
  }

  package func word(at address: UInt) -> UInt? {
    let size = MemoryLayout<UInt>.size
    guard ends.write >= 0, address.isMultiple(of: UInt(size)), let source = UnsafeRawPointer(bitPattern: address),
      write(ends.write, source, size) == size
    else { return nil }
    var word: UInt = 0
    return read(ends.read, &word, size) == size ? word : nil
  }
}
