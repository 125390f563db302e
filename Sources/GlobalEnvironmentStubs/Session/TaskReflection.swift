#if canImport(FoundationNetworking)
  import Dispatch
  import Foundation
  import FoundationNetworking
  import GlobalEnvironment
  @_spi(Reflection) import Swift

  /// What a task on Linux knows but does not make public, read from its stored properties by their names.
  ///
  /// Where a version of Foundation names them differently, nothing is found, and nothing breaks.
  extension URLSessionTask {
    /// The session that made the task; nil when the task has ended.
    var sessionOfItsOwn: URLSession? {
      guard let offset = Self.offsetOfSession else { return nil }
      // The first word of an existential of a class is the object.
      let place = Unmanaged.passUnretained(self).toOpaque() + offset
      return place.load(as: Unmanaged<AnyObject>?.self)?.takeUnretainedValue() as? URLSession
    }

    /// The body that an upload task was made with.
    var knownBody: SentThroughSession.Body {
      guard let stored = stored("knownBody") else { return .unknown }
      // An optional enumeration, each case with one value.
      guard let body = Mirror(reflecting: stored).children.first?.value else { return .delegate }
      switch Mirror(reflecting: body).children.first?.value {
      case let data as DispatchData: return .data(Data(data))
      case let file as URL: return .file(file)
      case let stream as InputStream: return .stream(stream)
      default: return .unknown
      }
    }

    /// Whether it was made without a completion handler.
    func isDelegateDriven(in session: URLSession) -> Bool {
      let registry = Mirror(reflecting: session).descendant("taskRegistry")
      let behaviours = registry.flatMap { Mirror(reflecting: $0).descendant("behaviours") }
      let behaviour = (behaviours as? any ValuesByNumber)?.value(of: taskIdentifier)
      return behaviour.map { "\($0)".hasPrefix("callDelegate") } ?? false
    }

    /// Whether the end of its load continues its caller inside the call that reports it, as that of `data(for:)` does;
    /// nil where that is not known.
    var isContinuedInline: Bool? {
      // Foundation sets it before the task begins.
      Self.offsetOfInline.map { Unmanaged.passUnretained(self).toOpaque().load(fromByteOffset: $0, as: Bool.self) }
    }

    // Offsets are kept, as a mirror costs as much as the rest of a short answer. All instances of the class and its subclasses
    // have these properties there.

    private static let offsetOfInline = offset(of: "_callCompletionHandlerInline") { $0 == Bool.self }

    private static let offsetOfSession = offset(of: "session") { type in
      func size<Value>(of _: Value.Type) -> Int { MemoryLayout<Value>.size }
      // Where only classes have that protocol, it takes two words.
      return String(reflecting: type) == "Swift.Optional<FoundationNetworking.URLSessionProtocol>"
        && size(of: type) == 2 * MemoryLayout<UInt>.size
    }

    private static func offset(of property: String, where fits: (Any.Type) -> Bool) -> Int? {
      var offset: Int?
      // Not `classType`: that is a variable.
      let ofClass = _EachFieldOptions(rawValue: 1)
      _ = _forEachField(of: URLSessionTask.self, options: ofClass) { name, place, type, _ in
        if strcmp(name, property) == 0, fits(type) { offset = place }
        return offset == nil
      }
      return offset
    }

    /// The places of stored properties among those of `URLSessionTask`: to look for a name each time takes six times as long.
    private static let places = Locked<[String: Int]>([:])

    private func stored(_ name: String) -> Any? {
      var mirror = Mirror(reflecting: self)
      while mirror.subjectType != URLSessionTask.self, let above = mirror.superclassMirror { mirror = above }
      let properties = mirror.children
      let place = Self.places.withLock { $0[name] } ?? properties.enumerated().first { $1.label == name }?.offset
      guard let place, place < properties.count else { return nil }
      let property = properties[properties.index(properties.startIndex, offsetBy: place)]
      guard property.label == name else { return nil }
      Self.places.withLock { $0[name] = place }
      return property.value
    }
  }

  /// A dictionary whose values have a type that is not public.
  private protocol ValuesByNumber {
    func value(of number: Int) -> Any?
  }

  extension Dictionary: ValuesByNumber where Key == Int {
    fileprivate func value(of number: Int) -> Any? { self[number] }
  }
#endif
