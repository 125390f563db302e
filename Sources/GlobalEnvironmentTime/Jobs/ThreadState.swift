// audit:allow-file clock, files – it measures threads, not the world of a test.

import Foundation

/// What a thread does that has not ended. A thread is a number here, as that can be in an atomic word.
enum ThreadState {
  /// The number of this thread; on some platforms it is an address, of the same size.
  static var current: UInt { withUnsafeBytes(of: pthread_self()) { $0.load(as: UInt.self) } }

  /// The seconds that a thread has run so far; on Apple platforms those of the whole process, which is never less.
  static func processorTime(of thread: UInt) -> Double? {
    #if canImport(Darwin)
      Double(clock()) / Double(CLOCKS_PER_SEC)
    #else
      guard let clock = clock(of: thread) else { return nil }
      // Seconds and nanoseconds: which module declares the members of `timespec` differs between kinds of builds.
      return withUnsafeTemporaryAllocation(of: timespec.self, capacity: 1) { time in
        guard let address = time.baseAddress, clock_gettime(clock, address) == 0 else { return nil }
        let words = UnsafeRawBufferPointer(time)
        return Double(words.load(as: Int.self))
          + Double(words.load(fromByteOffset: MemoryLayout<Int>.stride, as: Int.self)) / 1e9
      }
    #endif
  }

  /// Whether a thread runs, or waits for nothing but a processor; nil where that is not known, as on Apple platforms.
  static func isRunnable(_ thread: UInt) -> Bool? {
    guard thread != 0 else { return false }
    #if canImport(Darwin)
      // There, only Mach could tell.
      return nil
    #else
      guard let clock = clock(of: thread) else { return false }
      // The kernel's number of the thread is in that of its clock; see the manual of `clock_getcpuclockid`.
      let number = ~(clock >> 3)
      guard let file = FileHandle(forReadingAtPath: "/proc/self/task/\(number)/stat"),
        let text = try? file.read(upToCount: 512), let name = text.lastIndex(of: UInt8(ascii: ")"))
      else { return false }
      // A space and a letter follow its name: S for one that sleeps.
      return text.dropFirst(name - text.startIndex + 2).first.map { !"StTZX".utf8.contains($0) } ?? false
    #endif
  }

  #if !canImport(Darwin)
    private static func clock(of thread: UInt) -> clockid_t? {
      var clock = clockid_t()
      return pthread_getcpuclockid(pthread_t(thread), &clock) == 0 ? clock : nil
    }
  #endif
}
