// audit:allow-file scheduling, process – it looks at real queues of Dispatch, in the memory of its library.

import Dispatch
import Foundation
import GlobalEnvironment

/// Looks whether something waits in a queue, which Dispatch does not tell.
///
/// A queue has a word with the address of the last block that waits, zero where none does (`dq_items_tail` in libdispatch's
/// `queue_internal.h`). Which word that is shows once, on a queue of our own.
enum MainQueueProbe {
  /// Whether nothing waits in the main queue, asked by a block that runs there; nil where that does not show.
  static var mainQueueIsEmpty: Bool? {
    mainQueueWord.map { AtomicWord.load($0) == 0 }
  }

  /// Where that word of the main queue is. `nonisolated(unsafe)` holds because the word is only ever loaded atomically.
  nonisolated(unsafe) private static let mainQueueWord = words(of: .main).flatMap { words in place.map { words + $0 } }

  /// All queues have more words than these.
  private static let count = 12

  private static let place: Int? = {
    guard mainQueueIsWhereExpected else { return nil }
    let queue = DispatchQueue(label: "GlobalEnvironment.MainQueueProbe")
    let whileFilling = queue.sync {
      let none = values(of: queue)
      queue.async {}
      let one = values(of: queue)
      queue.async {}
      return [none, one, values(of: queue)]
    }
    let afterwards = queue.sync { values(of: queue) }
    let places = (0..<count).filter { place in
      let values = whileFilling.map { $0[place] }
      return values[0] == 0 && values[1] != 0 && values[2] != 0 && values[1] != values[2] && afterwards[place] == 0
    }
    return places.count == 1 ? places[0] : nil
  }()

  private static func values(of queue: DispatchQueue) -> [UInt] {
    words(of: queue).map { words in (0..<count).map { AtomicWord.load(words + $0) } } ?? []
  }

  /// The queue's memory.
  private static func words(of queue: DispatchQueue) -> UnsafePointer<UInt>? {
    let object = Unmanaged.passUnretained(queue).toOpaque()
    #if canImport(Darwin)
      return UnsafePointer(object.assumingMemoryBound(to: UInt.self))
    #else
      // There, Swift's queue is an object that has the address of the real one behind the two words of its header.
      return object.load(fromByteOffset: 2 * MemoryLayout<UInt>.size, as: UnsafePointer<UInt>?.self)
    #endif
  }

  /// Whether `words(of:)` finds the main queue, which is a global of the library.
  private static var mainQueueIsWhereExpected: Bool {
    guard let main = dlsym(dlopen(nil, RTLD_NOW), "_dispatch_main_q") else { return false }
    return words(of: .main).map { UnsafeRawPointer($0) } == UnsafeRawPointer(main)
  }
}
