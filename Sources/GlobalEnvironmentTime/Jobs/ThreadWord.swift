import Foundation
import GlobalEnvironment

/// A word that each thread has of its own; nil until it is set.
///
/// It holds no reference: the code that sets it keeps alive what it points to.
struct ThreadWord: Sendable {
  private let key: pthread_key_t?
  /// Used in a process that has no keys left.
  private let words = Locked<[pthread_t: UInt]>([:])

  init() {
    var key = pthread_key_t()
    self.key = pthread_key_create(&key, nil) == 0 ? key : nil
  }

  var value: UnsafeRawPointer? {
    get {
      guard let key else { return words.withLock { $0[pthread_self()] }.flatMap { UnsafeRawPointer(bitPattern: $0) } }
      return UnsafeRawPointer(pthread_getspecific(key))
    }
    nonmutating set {
      guard let key else { return words.withLock { $0[pthread_self()] = newValue.map { UInt(bitPattern: $0) } } }
      pthread_setspecific(key, newValue)
    }
  }
}
