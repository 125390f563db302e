import Foundation

extension EnvironmentEndpoint {
  /// Makes its first value, live or mocked. A value that needs itself ends the process, with the names of all that take part
  /// in that: no value can be made, and the stack would overflow.
  ///
  /// It ends at the ninth attempt, not at the second: while a value is made, other code may run on this thread, in an event
  /// loop for instance, and ask for the same value.
  func make(isMock: Bool) -> Value {
    let this = ValueBeingMade(id: id, isMock: isMock, name: "Env.\(propertyName)")
    let outer = ValueBeingMade.all
    let begun = outer.indices.filter { outer[$0].id == id && outer[$0].isMock == isMock }
    if begun.count == 8, let first = begun.last {
      // `fatalError` holds because there is no value to return, and without it the stack overflows, with no message.
      fatalError(
        """
        The value of \(this.name), declared at \(id.place), needs itself: \
        \((outer[first...] + [this]).map(\.name).joined(separator: " → ")). Declare a value that is made without a read of \
        this endpoint.
        """)
    }
    ValueBeingMade.all = outer + [this]
    defer { ValueBeingMade.all = outer }
    return isMock ? makeMock() : makeLive()
  }
}

/// An endpoint whose first value is being made.
private struct ValueBeingMade {
  let id: EndpointID
  let isMock: Bool
  let name: String

  /// Each is made for the one before, on this thread. Not a task-local: a task that is made meanwhile would keep it for life.
  static var all: [ValueBeingMade] {
    get { Thread.current.threadDictionary[key] as? [ValueBeingMade] ?? [] }
    set { Thread.current.threadDictionary[key] = newValue.isEmpty ? nil : newValue }
  }

  private static let key = "GlobalEnvironment.ValueBeingMade"
}
