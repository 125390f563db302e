/// A value that is set rarely, read often and without a lock, and never released.
package struct WriteOnce<Value: Sendable>: ~Copyable, Sendable {
  /// The address of a box, or zero.
  private let word = AtomicWord(0)

  private final class Box: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  package init() {}

  /// Sets the value; the one before stays in memory.
  package func set(_ value: Value) {
    word.store(UInt(bitPattern: Unmanaged.passRetained(Box(value)).toOpaque()))
  }

  /// Whether it has a value.
  package var isSet: Bool { word.load() != 0 }

  /// Calls `body` with the value, which is not retained, if there is one.
  package func withValue<Result>(_ body: (Value) -> Result) -> Result? {
    // No box is ever released, so an address that was read stays valid.
    UnsafeRawPointer(bitPattern: word.load()).map {
      Unmanaged<Box>.fromOpaque($0)._withUnsafeGuaranteedRef { body($0.value) }
    }
  }

  /// The value; nil where none was set. Takes one load.
  package var value: Value? { withValue { $0 } }
}
