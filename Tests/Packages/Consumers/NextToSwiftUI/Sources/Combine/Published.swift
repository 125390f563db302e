/// A property wrapper with the shape of Combine's: the value, or a subject with it once somebody has asked for the publisher.
@propertyWrapper public struct Published<Value> {
  private enum Storage {
    case value(Value)
    case publisher(Publisher)
  }

  private final class Box {
    var wrappedValue: Storage
    init(_ storage: Storage) { wrappedValue = storage }
  }

  private let _storage: Box

  /// Creates a wrapper of `wrappedValue`.
  public init(wrappedValue: Value) {
    _storage = Box(.value(wrappedValue))
  }

  /// The value.
  public var wrappedValue: Value {
    get {
      switch _storage.wrappedValue {
      case .value(let value): value
      case .publisher(let publisher): publisher.subject.currentValue
      }
    }
    set { _storage.wrappedValue = .value(newValue) }
  }

  /// The values to come.
  public var projectedValue: Publisher {
    if case .publisher(let publisher) = _storage.wrappedValue { return publisher }
    let publisher = Publisher(subject: PublishedSubject(wrappedValue))
    _storage.wrappedValue = .publisher(publisher)
    return publisher
  }

  /// The values of a property.
  public struct Publisher {
    fileprivate let subject: PublishedSubject<Value>

    /// Keeps `receiveValue`.
    public func sink(receiveValue: @escaping (Value) -> Void) -> AnyCancellable {
      subject.downstreams.append(receiveValue)
      return AnyCancellable()
    }
  }
}

private final class PublishedSubject<Output> {
  var downstreams: [(Output) -> Void] = []
  var currentValue: Output
  init(_ value: Output) { currentValue = value }
}

/// A subject with the shape of Combine's.
public final class CurrentValueSubject<Output, Failure: Error> {
  private var currentValue: Output

  /// Creates a subject with a first value.
  public init(_ value: Output) {
    currentValue = value
  }
}

/// What ends a subscription.
public final class AnyCancellable {}

/// An object that tells of its changes.
public protocol ObservableObject: AnyObject {}
