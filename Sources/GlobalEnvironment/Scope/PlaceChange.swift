/// Which endpoints of time and place code has set in a world that is otherwise the same.
package struct PlaceChange: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let date = PlaceChange(rawValue: 1)
  package static let locale = PlaceChange(rawValue: 2)
  package static let timeZone = PlaceChange(rawValue: 4)

  /// Returns what is to be done once an environment with such a change is published.
  package typealias Observer = @Sendable (PlaceChange, Environment) -> (() -> Void)?

  private static let observer = WriteOnce<Observer>()

  /// Lets `observer` be asked before each such change in this process. It gets the environment, as to read it where it lives
  /// would keep it there.
  package static func observe(_ observer: @escaping Observer) { self.observer.set(observer) }

  /// What `change` has set; nothing where nobody observes, and where it has set another notification center: then the whole
  /// world is another.
  init(_ change: EnvironmentChange) {
    guard Self.observer.isSet, let center = Self.center,
      FunctionFields.isSame(at: center, change.base, change.next)
    else {
      self = []
      return
    }
    self = Self.endpoints.reduce(into: []) { result, endpoint in
      if !FunctionFields.isSame(at: endpoint.offset, change.base, change.next) { result.insert(endpoint.change) }
    }
  }

  /// Returns what is to be done in the scope of `environment` once that is published.
  func whenPublished(_ environment: UnsafePointer<Environment>) -> (() -> Void)? {
    isEmpty ? nil : Self.observer.value?(self, environment.pointee)
  }

  private static let center = Environment.offset(of: "notificationCenter")
  private static let endpoints = [("date", date), ("locale", locale), ("timeZone", timeZone)].compactMap {
    name, change in
    Environment.offset(of: name).map { (offset: $0, change: change) }
  }
}
