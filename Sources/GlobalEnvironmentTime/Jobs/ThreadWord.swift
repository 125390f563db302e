import Foundation
import GlobalEnvironment

/// A word that each thread has of its own; nil until it is set.
///
/// It holds no reference: the code that sets it keeps alive what it points to.
struct ThreadWord: Sendable {
  private enum Place {
    case key(pthread_key_t)
    /// Of a process that has no keys left.
    case words(Locked<[pthread_t: UInt]>)
  }

  private let place: Place

  init() {
    var key = pthread_key_t()
    place = pthread_key_create(&key, nil) == 0 ? .key(key) : .words(Locked([:]))
  }

  var value: UnsafeRawPointer? {
    get {
      switch place {
      case .key(let key): UnsafeRawPointer(pthread_getspecific(key))
      case .words(let words): words.withLock { $0[pthread_self()] }.flatMap { UnsafeRawPointer(bitPattern: $0) }
      }
    }
    nonmutating set {
      switch place {
      case .key(let key): pthread_setspecific(key, newValue)
      case .words(let words): words.withLock { $0[pthread_self()] = newValue.map { UInt(bitPattern: $0) } }
      }
    }
  }
}
