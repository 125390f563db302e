public import Foundation

#if canImport(Darwin)
  package typealias OrderedNotificationCenter = NotificationCenter
#else
  /// A notification center that calls its observers in the order in which they came, as those of Apple's systems do.
  ///
  /// Foundation's own keeps them in a dictionary, and its methods cannot be overridden. So each observer has a center of its
  /// own, which Foundation's keeps until the observer is removed. `@unchecked Sendable` holds because `state` is locked.
  package final class OrderedNotificationCenter: NotificationCenter, @unchecked Sendable {
    private struct Observer {
      /// What calls it; nil once it is removed.
      weak var center: NotificationCenter?
      let token: ObjectIdentifier
      let name: Notification.Name?
      let object: ObjectIdentifier?

      func observes(_ name: Notification.Name, of object: ObjectIdentifier?) -> Bool {
        (self.name == nil || self.name == name) && (self.object == nil || self.object == object)
      }
    }

    private struct State {
      var observers: [Observer] = []
      /// How many of them may be kept before those that were removed are looked for.
      var most = 16
      /// The names, nil for all of them, whose notifications are passed on to the observers.
      var names: Set<Notification.Name?> = []
    }

    private let state = Locked(State())

    fileprivate func add(
      _ name: Notification.Name?, _ object: AnyObject?, _ queue: OperationQueue?,
      _ block: @escaping @Sendable (Notification) -> Void
    ) -> any NSObjectProtocol {
      let center = NotificationCenter()
      _ = center.addObserver(forName: nil, object: nil as Any?, queue: queue, using: block)
      let token = addObserver(forName: name, object: object as Any?, queue: nil) { _ in
        withExtendedLifetime(center) {}
      }
      let observer = Observer(
        center: center, token: ObjectIdentifier(token), name: name, object: object.map { ObjectIdentifier($0) })
      let isFirst = state.withLock { state in
        if state.observers.count >= state.most {
          state.observers.removeAll { $0.center == nil }
          state.most = max(16, 2 * state.observers.count)
        }
        state.observers.append(observer)
        return state.names.insert(name).inserted
      }
      if isFirst {
        _ = addObserver(forName: name, object: nil as Any?, queue: nil) { [weak self] in self?.pass($0, on: name) }
      }
      return token
    }

    /// Removes an observer whose token may still keep it, as with Swift 6.2.
    fileprivate func remove(_ token: AnyObject) {
      state.withLock { state in
        // Tokens that are gone may have had the same address.
        guard let index = state.observers.lastIndex(where: { $0.token == ObjectIdentifier(token) }) else { return }
        state.observers.remove(at: index)
      }
    }

    private func pass(_ notification: Notification, on name: Notification.Name?) {
      let object = notification.object.map { ObjectIdentifier($0 as AnyObject) }
      let observers = state.withLock { state in
        // Those of all names come in their turn where one of this name is there.
        if name == nil, state.names.contains(notification.name) { return [] as [Observer] }
        return state.observers.filter { $0.observes(notification.name, of: object) }
      }
      for observer in observers { observer.center?.post(notification) }
    }
  }

  extension NotificationCenter {
    /// Adds an observer, as Foundation's method does; a mock's center calls those added by this one in the order in which
    /// they came.
    ///
    /// - Parameters:
    ///   - name: What is observed; nil for notifications of all names.
    ///   - object: Whose notifications are observed; nil for those of all objects.
    ///   - queue: Where `block` runs, while the poster waits; nil where the notification is posted.
    ///   - block: What is called with each notification.
    /// - Returns: What `removeObserver(_:)` takes.
    public func addObserver(
      forName name: Notification.Name?, object: AnyObject?, queue: OperationQueue?,
      using block: @escaping @Sendable (Notification) -> Void
    ) -> any NSObjectProtocol {
      // Swift prefers this method to Foundation's, whose object is an `Any?`.
      (self as? OrderedNotificationCenter)?.add(name, object, queue, block)
        ?? addObserver(forName: name, object: object as Any?, queue: queue, using: block)
    }

    /// Removes an observer, as Foundation's method does.
    ///
    /// - Parameter observer: What `addObserver(forName:object:queue:using:)` returned.
    public func removeObserver(_ observer: any NSObjectProtocol) {
      (self as? OrderedNotificationCenter)?.remove(observer)
      removeObserver(observer as Any)
    }
  }
#endif
