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
    enum KnownBody {
      case data(Data)
      case file(URL)
      case stream(InputStream)
      /// The session's delegate is to be asked.
      case asked
    }

    /// The session that made the task.
    var sessionOfItsOwn: URLSession? { stored("session") as? URLSession }

    /// The body that an upload task was made with; nil where that is not known.
    var knownBody: KnownBody? {
      guard let stored = stored("knownBody") else { return nil }
      // An optional enumeration, each case with one value.
      guard let body = Mirror(reflecting: stored).children.first?.value else { return .asked }
      switch Mirror(reflecting: body).children.first?.value {
      case let data as DispatchData: return .data(Data(data))
      case let file as URL: return .file(file)
      case let stream as InputStream: return .stream(stream)
      default: return nil
      }
    }

    /// Whether it was made without a completion handler.
    func isDelegateDriven(in session: URLSession) -> Bool {
      let registry = Mirror(reflecting: session).descendant("taskRegistry")
      let behaviours = registry.flatMap { Mirror(reflecting: $0).descendant("behaviours") }
      guard let behaviours else { return false }
      for (_, entry) in Mirror(reflecting: behaviours).children {
        let parts = Mirror(reflecting: entry).children.map(\.value)
        guard parts.count == 2, parts[0] as? Int == taskIdentifier else { continue }
        return "\(parts[1])".hasPrefix("callDelegate")
      }
      return false
    }

    /// Whether the end of its load continues its caller inside the call that reports it, as that of `data(for:)` does;
    /// nil where that is not known.
    var isContinuedInline: Bool? {
      // Kept, as a mirror costs as much as the rest of a short answer. It is the offset of a `Bool` that all instances of this
      // class and its subclasses have, and that Foundation sets before the task begins.
      Self.offsetOfInline.map { Unmanaged.passUnretained(self).toOpaque().load(fromByteOffset: $0, as: Bool.self) }
    }

    private static let offsetOfInline: Int? = {
      var offset: Int?
      // Not `classType`: that is a variable.
      let ofClass = _EachFieldOptions(rawValue: 1)
      _ = _forEachField(of: URLSessionTask.self, options: ofClass) { name, place, type, _ in
        if strcmp(name, "_callCompletionHandlerInline") == 0, type == Bool.self { offset = place }
        return offset == nil
      }
      return offset
    }()

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
#endif
