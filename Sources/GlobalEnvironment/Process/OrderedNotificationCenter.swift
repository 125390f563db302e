#if canImport(Darwin)
  package import Foundation

  package typealias OrderedNotificationCenter = NotificationCenter
#else
  public import Foundation

  /// A notification center that calls its observers in the order in which they came, as those of Apple's systems do.
  ///
  /// Foundation's own keeps them in a dictionary, and its methods cannot be overridden. So each observer is added under a
  /// name of its own, by which it is called when its turn has come. `@unchecked Sendable` holds because `state` is locked.
  package final class OrderedNotificationCenter: NotificationCenter, @unchecked Sendable {
    private struct Observer {
      /// By which it is called alone.
      let ownName: Notification.Name
      let name: Notification.Name?
      let object: ObjectIdentifier?

      func observes(_ name: Notification.Name, of object: ObjectIdentifier?) -> Bool {
        (self.name == nil || self.name == name) && (self.object == nil || self.object == object)
      }
    }

    /// A notification on its way to one observer.
    private final class Call {
      let notification: Notification
      var isAnswered = false

      init(_ notification: Notification) { self.notification = notification }
    }

    private struct State {
      var observers: [Observer] = []
      var count = 0
      /// The names, nil for all of them, whose notifications are passed on to the observers.
      var names: Set<Notification.Name?> = []
    }

    private let state = Locked(State())

    fileprivate func add(
      _ name: Notification.Name?, _ object: AnyObject?, _ queue: OperationQueue?,
      _ block: @escaping @Sendable (Notification) -> Void
    ) -> any NSObjectProtocol {
      let number = state.withLock { state in
        state.count += 1
        return state.count
      }
      let ownName = Notification.Name("GlobalEnvironment.observer.\(number)")
      let token = addObserver(forName: ownName, object: nil as Any?, queue: queue) { notification in
        guard let call = notification.object as? Call else { return }
        call.isAnswered = true
        block(call.notification)
      }
      let observer = Observer(ownName: ownName, name: name, object: object.map { ObjectIdentifier($0) })
      let isFirst = state.withLock { state in
        state.observers.append(observer)
        return state.names.insert(name).inserted
      }
      if isFirst {
        _ = addObserver(forName: name, object: nil as Any?, queue: nil) { [weak self] in self?.pass($0, on: name) }
      }
      return token
    }

    private func pass(_ notification: Notification, on name: Notification.Name?) {
      if notification.object is Call { return }
      let object = notification.object.map { ObjectIdentifier($0 as AnyObject) }
      let observers = state.withLock { state in
        // Those of all names come in their turn where one of this name is there.
        if name == nil, state.names.contains(notification.name) { return [] as [Observer] }
        return state.observers.filter { $0.observes(notification.name, of: object) }
      }
      for observer in observers {
        let call = Call(notification)
        post(name: observer.ownName, object: call)
        // It has been removed.
        if !call.isAnswered { state.withLock { $0.observers.removeAll { $0.ownName == observer.ownName } } }
      }
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
  }
#endif
