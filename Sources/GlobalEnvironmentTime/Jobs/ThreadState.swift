// audit:allow-file clock, files – it measures threads, not the world of a test.

import Foundation

/// What a thread does. The thread may end at any time, so it is named by a number that the kernel checks, not by an address.
package enum ThreadState {
  #if canImport(Darwin)
    /// The number of this thread: its port, which the thread keeps.
    package static var current: UInt { UInt(pthread_mach_thread_np(pthread_self())) }

    /// The seconds that a thread has run so far.
    package static func processorTime(of thread: UInt) -> Double? {
      info(of: thread).map { seconds($0.user_time) + seconds($0.system_time) }
    }

    /// Whether a thread runs, or waits for nothing but a processor.
    package static func isRunnable(_ thread: UInt) -> Bool {
      info(of: thread).map { [TH_STATE_RUNNING, TH_STATE_UNINTERRUPTIBLE].contains($0.run_state) } ?? false
    }

    /// Whether a thread waits for what only the world outside of the process brings; false where that is not known.
    static func waitsForWorld(_ thread: UInt) -> Bool { false }

    private static func seconds(_ time: time_value_t) -> Double {
      Double(time.seconds) + Double(time.microseconds) / 1e6
    }

    /// What Mach knows of a thread; nil when it has ended.
    private static func info(of thread: UInt) -> thread_basic_info? {
      guard thread != 0, let port = mach_port_t(exactly: thread) else { return nil }
      var info = thread_basic_info()
      let words = MemoryLayout<thread_basic_info>.size / MemoryLayout<natural_t>.size
      var count = mach_msg_type_number_t(words)
      let result = withUnsafeMutablePointer(to: &info) {
        $0.withMemoryRebound(to: integer_t.self, capacity: words) {
          thread_info(port, thread_flavor_t(THREAD_BASIC_INFO), $0, &count)
        }
      }
      return result == KERN_SUCCESS ? info : nil
    }
  #else
    /// The number of this thread: that of the clock that counts its processor time.
    package static var current: UInt {
      var clock = clockid_t()
      return pthread_getcpuclockid(pthread_self(), &clock) == 0 ? UInt(UInt32(bitPattern: clock)) : 0
    }

    /// The seconds that a thread has run so far.
    package static func processorTime(of thread: UInt) -> Double? {
      guard let clock = clock(of: thread) else { return nil }
      // Seconds and nanoseconds: which module declares the members of `timespec` differs between kinds of builds.
      return withUnsafeTemporaryAllocation(of: timespec.self, capacity: 1) { time in
        guard let address = time.baseAddress, clock_gettime(clock, address) == 0 else { return nil }
        let words = UnsafeRawBufferPointer(time)
        return Double(words.load(as: Int.self))
          + Double(words.load(fromByteOffset: MemoryLayout<Int>.stride, as: Int.self)) / 1e9
      }
    }

    /// Whether a thread runs, or waits for nothing but a processor.
    package static func isRunnable(_ thread: UInt) -> Bool {
      guard let text = text(of: "stat", for: thread), let name = text.lastIndex(of: UInt8(ascii: ")")) else {
        return false
      }
      // A space and a letter follow its name: S for one that sleeps.
      return text.dropFirst(name - text.startIndex + 2).first.map { !"StTZX".utf8.contains($0) } ?? false
    }

    /// Whether a thread waits for what only the world outside of the process brings, such as the output of another one or the
    /// end of a pause; false where that is not known.
    static func waitsForWorld(_ thread: UInt) -> Bool {
      // The number of its system call comes first; in that of a thread that runs, or does something else, a word.
      guard let text = text(of: "syscall", for: thread),
        let number = Int(String(decoding: text.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self))
      else { return false }
      return callsForWorld.contains(number)
    }

    /// The numbers of `read`, `readv`, `accept`, `recv`, `poll`, `select`, `epoll`, `wait` and `nanosleep`, with their kinds. A
    /// semaphore, a lock and a condition have another one, that of `futex`.
    #if arch(x86_64)
      private static let callsForWorld: Set<Int> = [
        0, 7, 17, 19, 23, 35, 43, 45, 47, 61, 230, 232, 247, 270, 271, 281, 288, 299, 441,
      ]
    #elseif arch(arm64)
      private static let callsForWorld: Set<Int> = [
        22, 63, 65, 67, 72, 73, 95, 101, 115, 202, 207, 212, 242, 243, 260, 441,
      ]
    #else
      private static let callsForWorld: Set<Int> = []
    #endif

    /// Returns the beginning of what the kernel says of a thread in a file of this name.
    private static func text(of file: String, for thread: UInt) -> Data? {
      // The kernel's number of the thread is in that of its clock; see the manual of `clock_getcpuclockid`.
      guard let clock = clock(of: thread) else { return nil }
      return try? FileHandle(forReadingAtPath: "/proc/self/task/\(~(clock >> 3))/\(file)")?.read(upToCount: 512)
    }

    private static func clock(of thread: UInt) -> clockid_t? {
      thread == 0 ? nil : UInt32(exactly: thread).map { clockid_t(bitPattern: $0) }
    }
  #endif
}
