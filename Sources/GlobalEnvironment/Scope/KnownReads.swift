import GlobalEnvironmentAtomics

/// Where the reads of a test without a bound scope go. To find that out takes long, so each thread remembers it of one task,
/// until any test gets a scope.
package enum KnownReads {
  private static let scopes = AtomicWord(1)

  /// The moment to give to ``note(_:asOf:)``, taken before it is found out where a read goes.
  package static var moment: UInt { scopes.load() }

  /// Says that reads of some code go elsewhere from now on.
  package static func change() {
    while case let moment = scopes.load(), !scopes.exchange(moment, for: moment &+ 1) {}
  }

  /// Notes that the reads of the running task go to `scope`, or to the root, unless that has changed since `moment`.
  ///
  /// - Parameter scope: One that is held as long as the running task runs.
  package static func note(_ scope: EnvironmentScope?, asOf moment: UInt) {
    ThreadLocalSlot.reader.value = task
    ThreadLocalSlot.readerMoment.value = UnsafeRawPointer(bitPattern: moment)
    ThreadLocalSlot.readerScope.value = scope.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
  }

  /// Whether it is known where the reads of the running task go, where no scope is bound.
  static var areKnown: Bool {
    guard let known = ThreadLocalSlot.reader.value else { return false }
    return known == task && ThreadLocalSlot.readerMoment.value == UnsafeRawPointer(bitPattern: scopes.load())
  }

  /// Where they go, if that is known; nil for the root.
  static var scope: Unmanaged<EnvironmentScope>? { ThreadLocalSlot.readerScope.value.map(Unmanaged.fromOpaque) }

  /// The number of the running task, which no other task has; nil outside of tasks.
  private static var task: UnsafeRawPointer? {
    UnsafeRawPointer(bitPattern: UInt(truncatingIfNeeded: global_environment_current_task()))
  }
}
