import Foundation

extension EnvironmentEndpoint {
  /// Makes its first value. A value that needs itself ends the process, with the names of all that take part in that: no
  /// value can be made, and the stack would overflow.
  func make(_ value: () -> Value) -> Value {
    let this = ValueBeingMade(id: id, name: "Env.\(propertyName)", thread: ObjectIdentifier(Thread.current))
    let outer = ValueBeingMade.all
    if let first = outer.firstIndex(where: { $0.id == id && $0.thread == this.thread }) {
      // `fatalError` holds because there is no value to return, and without it the stack overflows, with no message.
      fatalError(
        """
        The value of \(this.name), declared at \(id.place), needs itself: \
        \((outer[first...] + [this]).map(\.name).joined(separator: " → ")). Declare a value that is made without a read of \
        this endpoint.
        """)
    }
    return ValueBeingMade.$all.withValue(outer + [this], operation: value)
  }
}

/// An endpoint whose first value is being made.
private struct ValueBeingMade: Sendable {
  let id: EndpointID
  let name: String
  /// A task that is made with the value may ask for it on another thread at the same time.
  let thread: ObjectIdentifier

  /// Each is made for the one before.
  @TaskLocal static var all: [ValueBeingMade] = []
}
